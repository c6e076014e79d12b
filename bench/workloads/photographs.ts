import { footage, photographs } from '../media.ts';
import { filled, FPS, HEARD, type Workload } from './workload.ts';

/** Each photograph is new after so many seconds. */
const EACH = 5;
const FADE = 1;
const SECONDS = 30;

/**
 * Six photographs of 12 megapixels with slow zooms and fades, and a soundtrack. MLT moves pictures in its filter `affine`, which took several
 * times as long as FFmpeg: it is not asked.
 */
export async function zoom(): Promise<Workload> {
  const files = await photographs();
  // The fade of the next one lies over the end of each.
  const lengths = files.map((_, index) => EACH + (index < files.length - 1 ? FADE : 0));
  const clips = files.map((src, index) => ({
    ...{ asset: { type: 'image', src }, start: index * EACH, length: lengths[index] },
    ...{ effect: 'zoomInSlow', ...(index > 0 && { transition: { in: 'fade' } }) },
  }));
  const pictures = lengths.map((length, index) => {
    const frames = length * FPS;
    // The picture is cut at whole pixels, so it is scaled to twice the size before, or it would tremble.
    return `[${index}:v]${filled(3840, 2160)},zoompan=z='1+0.1*on/${frames}':x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2':d=${frames}:s=1920x1080:fps=${FPS},settb=1/${FPS}[v${index}]`;
  });
  const fades = lengths.slice(1).map((_, index) => {
    const under = index === 0 ? '[v0]' : `[x${index}]`;
    const to = index === lengths.length - 2 ? '[v]' : `[x${index + 1}]`;
    return `${under}[v${index + 1}]xfade=transition=fade:duration=${FADE}:offset=${(index + 1) * EACH}${to}`;
  });
  return {
    ...common('zoom', files, clips),
    ffmpeg: ffmpegFor(files, [...pictures, ...fades]),
  };
}

/** Six photographs of 12 megapixels, one after the other, and a soundtrack. */
export async function stills(): Promise<Workload> {
  const files = await photographs();
  const clips = files.map((src) => ({ asset: { type: 'image', src }, start: 'auto', length: EACH }));
  // Decoded and scaled once, then shown again.
  const pictures = files.map(
    (_, index) => `[${index}:v]${filled(1920, 1080)},loop=${EACH * FPS - 1}:1,setpts=N/${FPS}/TB[v${index}]`,
  );
  const joined = `${files.map((_, index) => `[v${index}]`).join('')}concat=n=${files.length},fps=${FPS}[v]`;
  return {
    ...common('stills', files, clips),
    ffmpeg: ffmpegFor(files, [...pictures, joined]),
    melt: meltStills(files),
  };
}

function common(name: string, files: readonly string[], clips: readonly object[]) {
  const src = footage('audio.mp3');
  return {
    ...{ name, seconds: SECONDS, stills: files },
    seen: [{ file: src, from: 0, seconds: SECONDS, picture: false, sound: true }],
    edit: {
      timeline: { soundtrack: { src, volume: 0.8 }, tracks: [{ clips }] },
      output: { format: 'mp4', resolution: '1080' },
    },
  };
}

function ffmpegFor(files: readonly string[], filters: readonly string[]): string[] {
  const music = `[${files.length}:a]${HEARD},volume=0.8[a]`;
  // At the rate of the output from the start: no picture is shown again for a clock.
  const inputs = files.flatMap((file) => ['-framerate', `${FPS}`, '-i', file]);
  return [
    ...[...inputs, '-t', `${SECONDS}`, '-i', footage('audio.mp3')],
    ...['-filter_complex', [...filters, music].join(';'), '-map', '[v]', '-map', '[a]'],
  ];
}

function meltStills(files: readonly string[]): string[] {
  const [eachLast, last] = [EACH * FPS - 1, SECONDS * FPS - 1];
  const shown = files.flatMap((file) => [
    file,
    'in=0',
    `out=${eachLast}`,
    '-attach-clip',
    'crop',
    'center=1',
  ]);
  return [
    ...['-track', ...shown, '-track', footage('audio.mp3'), 'in=0', `out=${last}`],
    ...['-attach-clip', 'volume', 'gain=0.8', '-transition', 'mix', 'a_track=0', 'b_track=1'],
    ...['in=0', `out=${last}`, 'always_active=1', 'sum=1'],
  ];
}
