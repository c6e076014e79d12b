import { makeLogo, makeLongClip, makeMainClip } from '../media.ts';
import { FONT_PATHS, type Workload } from './workload.ts';

const [NAME, ROLE] = ['Ada Lovelace', 'Mathematician, London'] as const;
/** Start and length of the lower third in each half minute, in seconds. */
const [FROM, LENGTH] = [5, 20] as const;
/** Length of the part that repeats, in seconds. */
const ROUND_SECONDS = 30;

/** Returns one full-frame clip with its own sound, a logo in the corner and a lower third for 20 s. */
export async function overlay(): Promise<Workload> {
  const [clip, mark] = [await makeMainClip(), await makeLogo()];
  return {
    ...createWorkload('overlay', ROUND_SECONDS, clip, mark),
    melt: meltFor(ROUND_SECONDS, clip, mark),
  };
}

/** The same for ten minutes. MLT would take twenty times as long as for half a minute. */
export async function long(): Promise<Workload> {
  const times = { of: await overlay(), count: 20 };
  return {
    ...createWorkload('long', 20 * ROUND_SECONDS, await makeLongClip(), await makeLogo()),
    repeats: times,
  };
}

function createWorkload(name: string, seconds: number, clip: string, mark: string): Workload {
  const decoded = [{ file: clip, from: 0, seconds, hasVideo: true, hasAudio: true }];
  return {
    name,
    seconds,
    decoded,
    stills: [],
    edit: editOf(seconds, clip, mark),
    ffmpeg: ffmpegFor(seconds, clip, mark),
  };
}

function editOf(seconds: number, src: string, mark: string): object {
  const starts = Array.from({ length: seconds / ROUND_SECONDS }, (_, round) => round * ROUND_SECONDS + FROM);
  const text = (words: string, size: number, weight: number, y: number) => ({
    asset: {
      type: 'text',
      text: words,
      width: 840,
      height: size + 14,
      font: { family: 'Montserrat', size, weight },
      alignment: { horizontal: 'left', vertical: 'center' },
    },
    length: LENGTH,
    position: 'bottomLeft',
    offset: { x: 126 / 1920, y: y / 1080 },
  });
  const box = {
    asset: {
      type: 'shape',
      shape: 'rectangle',
      width: 900,
      height: 150,
      rectangle: { width: 900, height: 150 },
      fill: { color: '#101820', opacity: 0.75 },
    },
    length: LENGTH,
    position: 'bottomLeft',
    offset: { x: 96 / 1920, y: 90 / 1080 },
  };
  const shown = (clip: object) => ({ clips: starts.map((start) => ({ ...clip, start })) });
  const corner = {
    asset: { type: 'image', src: mark },
    start: 0,
    length: seconds,
    fit: 'none',
    scale: 0.4,
    position: 'topRight',
    offset: { x: -48 / 1920, y: -48 / 1080 },
  };
  const tracks = [
    { clips: [{ asset: { type: 'video', src }, start: 0, length: seconds }] },
    { clips: [corner] },
    ...[box, text(NAME, 56, 700, 160), text(ROLE, 36, 400, 103)].map(shown),
  ];
  return { timeline: { tracks }, output: { format: 'mp4', resolution: '1080' } };
}

function ffmpegFor(seconds: number, clip: string, mark: string): string[] {
  const when = `enable='between(mod(t,${ROUND_SECONDS}),${FROM},${FROM + LENGTH - 0.001})'`;
  const text = (words: string, font: string, size: number, y: number) =>
    `drawtext=fontfile=${font}:text='${words}':fontsize=${size}:fontcolor=white:x=126:y=${y}:${when}`;
  const filters = [
    `[1:v]scale=256:104,format=yuva420p[logo]`,
    '[0:v][logo]overlay=W-w-48:48[marked]',
    `[marked]drawbox=x=96:y=840:w=900:h=150:color=0x101820@0.75:t=fill:${when},${text(NAME, FONT_PATHS.bold, 56, 864)},${text(ROLE.replace(',', '\\,'), FONT_PATHS.regular, 36, 939)}[v]`,
  ];
  return [
    '-t',
    `${seconds}`,
    '-i',
    clip,
    '-i',
    mark,
    '-filter_complex',
    filters.join(';'),
    '-map',
    '[v]',
    '-map',
    '0:a',
  ];
}

function meltFor(seconds: number, clip: string, mark: string): string[] {
  const [from, to, last] = [FROM * 25, (FROM + LENGTH) * 25 - 1, seconds * 25 - 1];
  const text = (words: string, weight: number, size: number, y: number) => [
    '-attach-track',
    `dynamictext:${words}`,
    'family=Montserrat',
    `weight=${weight}`,
    `size=${size}`,
    `geometry=126/${y}:840x${size + 14}`,
    'halign=left',
    'valign=middle',
    'bgcolour=#00000000',
    'fgcolour=#ffffffff',
    `in=${from}`,
    `out=${to}`,
  ];
  return [
    '-track',
    clip,
    'in=0',
    `out=${last}`,
    '-track',
    mark,
    'in=0',
    `out=${last}`,
    '-track',
    '-blank',
    `${from - 1}`,
    'color:#bf101820',
    'in=0',
    `out=${to - from}`,
    '-transition',
    'composite',
    'a_track=0',
    'b_track=1',
    'in=0',
    `out=${last}`,
    'geometry=1616/48:256x104',
    '-transition',
    'composite',
    'a_track=0',
    'b_track=2',
    `in=${from}`,
    `out=${to}`,
    'geometry=96/840:900x150',
    ...text(NAME, 700, 56, 850),
    ...text(ROLE, 400, 36, 927),
  ];
}
