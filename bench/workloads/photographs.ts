import { footagePath, makePhotographs } from '../media.ts';
import { AUDIO_FORMAT_FILTER, createFillFilter, FPS, type Workload } from './workload.ts';

/** Seconds between the starts of two photographs. */
const PHOTOGRAPH_SECONDS = 5;
const FADE = 1;
const SECONDS = 30;

/**
 * Returns six photographs of 12 megapixels with slow zooms and fades, and a soundtrack. It has no MLT version:
 * MLT moves pictures with its filter `affine`, which took several times as long as FFmpeg.
 */
export async function zoom(): Promise<Workload> {
  const files = await makePhotographs();
  // The fade of the next photograph overlaps the end of each.
  const lengths = files.map((_, index) => PHOTOGRAPH_SECONDS + (index < files.length - 1 ? FADE : 0));
  const clips = files.map((src, index) => ({
    asset: { type: 'image', src },
    start: index * PHOTOGRAPH_SECONDS,
    length: lengths[index],
    effect: 'zoomInSlow',
    ...(index > 0 && { transition: { in: 'fade' } }),
  }));
  const pictures = lengths.map((length, index) => {
    const frames = length * FPS;
    // FFmpeg crops at whole pixels, so the picture is scaled to twice the size first. It would
    // jitter otherwise.
    return `[${index}:v]${createFillFilter(3840, 2160)},zoompan=z='1+0.1*on/${frames}':x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2':d=${frames}:s=1920x1080:fps=${FPS},settb=1/${FPS}[v${index}]`;
  });
  const fades = lengths.slice(1).map((_, index) => {
    const under = index === 0 ? '[v0]' : `[x${index}]`;
    const to = index === lengths.length - 2 ? '[v]' : `[x${index + 1}]`;
    return `${under}[v${index + 1}]xfade=transition=fade:duration=${FADE}:offset=${(index + 1) * PHOTOGRAPH_SECONDS}${to}`;
  });
  return {
    ...createCommon('zoom', files, clips),
    ffmpeg: ffmpegFor(files, [...pictures, ...fades]),
  };
}

/** Returns six photographs of 12 megapixels, one after the other, and a soundtrack. */
export async function stills(): Promise<Workload> {
  const files = await makePhotographs();
  const clips = files.map((src) => ({
    asset: { type: 'image', src },
    start: 'auto',
    length: PHOTOGRAPH_SECONDS,
  }));
  // Decoded and scaled once, then repeated.
  const pictures = files.map(
    (_, index) =>
      `[${index}:v]${createFillFilter(1920, 1080)},loop=${PHOTOGRAPH_SECONDS * FPS - 1}:1,setpts=N/${FPS}/TB[v${index}]`,
  );
  const joined = `${files.map((_, index) => `[v${index}]`).join('')}concat=n=${files.length},fps=${FPS}[v]`;
  return {
    ...createCommon('stills', files, clips),
    ffmpeg: ffmpegFor(files, [...pictures, joined]),
    melt: meltStills(files),
  };
}

function createCommon(name: string, files: readonly string[], clips: readonly object[]) {
  const src = footagePath('audio.mp3');
  return {
    name,
    seconds: SECONDS,
    stills: files,
    decoded: [{ file: src, from: 0, seconds: SECONDS, hasVideo: false, hasAudio: true }],
    edit: {
      timeline: { soundtrack: { src, volume: 0.8 }, tracks: [{ clips }] },
      output: { format: 'mp4', resolution: '1080' },
    },
  };
}

function ffmpegFor(files: readonly string[], filters: readonly string[]): string[] {
  const music = `[${files.length}:a]${AUDIO_FORMAT_FILTER},volume=0.8[a]`;
  // Read at the output rate, so that no picture is repeated to adjust the rate.
  const inputs = files.flatMap((file) => ['-framerate', `${FPS}`, '-i', file]);
  return [
    ...inputs,
    '-t',
    `${SECONDS}`,
    '-i',
    footagePath('audio.mp3'),
    '-filter_complex',
    [...filters, music].join(';'),
    '-map',
    '[v]',
    '-map',
    '[a]',
  ];
}

function meltStills(files: readonly string[]): string[] {
  const [eachLast, last] = [PHOTOGRAPH_SECONDS * FPS - 1, SECONDS * FPS - 1];
  const shown = files.flatMap((file) => [
    file,
    'in=0',
    `out=${eachLast}`,
    '-attach-clip',
    'crop',
    'center=1',
  ]);
  return [
    '-track',
    ...shown,
    '-track',
    footagePath('audio.mp3'),
    'in=0',
    `out=${last}`,
    '-attach-clip',
    'volume',
    'gain=0.8',
    '-transition',
    'mix',
    'a_track=0',
    'b_track=1',
    'in=0',
    `out=${last}`,
    'always_active=1',
    'sum=1',
  ];
}
