import { footagePath, makeMainClip } from '../media.ts';
import { AUDIO_FORMAT_FILTER, createFillFilter, FONT_PATHS, FPS, type Workload } from './workload.ts';

const TITLE = 'Six places';
const FADE = 1;

interface StitchedClip {
  readonly file: string;
  readonly start: number;
  readonly length: number;
  readonly hasAudio: boolean;
}

/** Returns six clips of different sizes and rates, with cross-fades, a title and a soundtrack, at 720p25. */
export async function stitch(): Promise<Workload> {
  const lengths = [
    { file: footagePath('rabbit.mp4'), length: 7, hasAudio: true },
    { file: footagePath('elf.mp4'), length: 7, hasAudio: true },
    { file: footagePath('lofoten.mp4'), length: 4, hasAudio: true },
    { file: footagePath('palawan.mp4'), length: 3, hasAudio: false },
    { file: footagePath('changi.mp4'), length: 8, hasAudio: true },
    { file: await makeMainClip(), length: 6, hasAudio: true },
  ];
  let start = 0;
  const parts = lengths.map((part): StitchedClip => {
    const placed = { ...part, start };
    start += part.length - FADE;
    return placed;
  });
  const [music, seconds] = [footagePath('audio.mp3'), start + FADE];
  const videos = parts.map(({ file, length, hasAudio }) => ({
    file,
    from: 0,
    seconds: length,
    hasVideo: true,
    hasAudio,
  }));
  return {
    name: 'stitch',
    seconds,
    stills: [],
    edit: editOf(parts, music),
    ffmpeg: ffmpegFor(parts, music, seconds),
    melt: meltFor(parts, music, seconds),
    decoded: [...videos, { file: music, from: 0, seconds, hasVideo: false, hasAudio: true }],
  };
}

function editOf(parts: readonly StitchedClip[], music: string): object {
  const clips = parts.map(({ file, start, length }, index) => ({
    asset: { type: 'video', src: file, volume: 0.6 },
    start,
    length,
    ...(index > 0 && { transition: { in: 'fade' } }),
  }));
  const title = { asset: { type: 'title', text: TITLE, style: 'minimal' }, start: 1, length: 4 };
  const soundtrack = { src: music, volume: 0.4 };
  return {
    timeline: { soundtrack, tracks: [{ clips }, { clips: [title] }] },
    output: { format: 'mp4', resolution: 'hd' },
  };
}

function ffmpegFor(parts: readonly StitchedClip[], music: string, seconds: number): string[] {
  const pictures = parts.map(
    ({ length }, index) =>
      `[${index}:v]fps=${FPS}:round=up,trim=end_frame=${length * FPS},${createFillFilter(1280, 720)},settb=1/${FPS}[v${index}]`,
  );
  const fades = parts.slice(1).map(({ start }, index) => {
    const under = index === 0 ? '[v0]' : `[x${index}]`;
    return `${under}[v${index + 1}]xfade=transition=fade:duration=${FADE}:offset=${start}[x${index + 1}]`;
  });
  const audioFilters = parts.flatMap(({ hasAudio, start, length }, index) =>
    hasAudio
      ? [
          `[${index}:a]${AUDIO_FORMAT_FILTER},atrim=0:${length},volume=0.6,adelay=${start * 1000}:all=1[a${index}]`,
        ]
      : [],
  );
  const count = parts.length;
  const mixed = parts.flatMap(({ hasAudio }, index) => (hasAudio ? [`[a${index}]`] : [])).join('');
  const filters = [
    ...pictures,
    ...fades,
    `[x${count - 1}]drawtext=fontfile=${FONT_PATHS.medium}:text='${TITLE}':fontsize=79:fontcolor=white:shadowcolor=black@0.5:shadowx=1:shadowy=1:x=(w-tw)/2:y=(h-79)/2:enable='between(t,1,4.999)'[v]`,
    ...audioFilters,
    `[${count}:a]${AUDIO_FORMAT_FILTER},volume=0.4[music]`,
    `${mixed}[music]amix=inputs=${audioFilters.length + 1}:normalize=0:duration=longest[a]`,
  ];
  const inputs = parts.flatMap(({ file, length }) => ['-t', `${length}`, '-i', file]);
  return [
    ...inputs,
    '-t',
    `${seconds}`,
    '-i',
    music,
    '-filter_complex',
    filters.join(';'),
    '-map',
    '[v]',
    '-map',
    '[a]',
    '-t',
    `${seconds}`,
  ];
}

function meltFor(parts: readonly StitchedClip[], music: string, seconds: number): string[] {
  const clips = parts.flatMap(({ file, length }, index) => [
    file,
    'in=0',
    `out=${length * FPS - 1}`,
    '-attach-clip',
    'volume',
    'gain=0.6',
    '-attach-clip',
    'crop',
    'center=1',
    ...(index > 0 ? ['-mix', `${FADE * FPS}`, '-mixer', 'luma', '-mixer', 'mix:-1'] : []),
  ]);
  return [
    '-track',
    ...clips,
    '-track',
    music,
    'in=0',
    `out=${seconds * FPS - 1}`,
    '-attach-clip',
    'volume',
    'gain=0.4',
    '-transition',
    'mix',
    'a_track=0',
    'b_track=1',
    'in=0',
    `out=${seconds * FPS - 1}`,
    'always_active=1',
    'sum=1',
    '-attach-track',
    `dynamictext:${TITLE}`,
    'family=Montserrat',
    'weight=500',
    'size=79',
    'geometry=0/0:1280x720',
    'halign=centre',
    'valign=middle',
    'bgcolour=#00000000',
    'fgcolour=#ffffffff',
    'in=25',
    'out=124',
  ];
}
