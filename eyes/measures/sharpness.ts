import { join } from 'node:path';
import sharp from 'sharp';
import { fillRect, makeClip } from '../../test/media/clips.ts';
import type { Kinora, Measure, Picture } from '../measure.ts';

/** Width of the source, in pixels. */
const WIDTH = 1440;
const HEIGHT = 216;
/** Frequency of the wave, in cycles per pixel of the shrunk picture. */
const CYCLES = 0.35;
/** Pixels at both edges that are left out. */
const MARGIN = 20;

/** Returns the luma of the wave in a column of the source, from 16 to 235. */
function waveAt(column: number, shrink: number): number {
  return Math.round(126 + 80 * Math.cos((2 * Math.PI * CYCLES * (column + 0.5)) / shrink));
}

/** Returns the amplitude of the wave in the middle row of a picture. */
function amplitudeOf({ data, width, height }: Picture): number {
  const row = Array.from({ length: width }, (_, column) => {
    const at = 3 * (width * (height >> 1) + column);
    return 0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0);
  });
  // A whole number of cycles: the mean and other frequencies add nothing.
  const cycles = Math.floor((width - 2 * MARGIN) * CYCLES);
  const inner = row.slice(MARGIN, MARGIN + Math.round(cycles / CYCLES));
  const mean = inner.reduce((sum, value) => sum + value, 0) / inner.length;
  let [cosine, sine] = [0, 0];
  for (const [index, value] of inner.entries()) {
    cosine += (value - mean) * Math.cos(2 * Math.PI * CYCLES * index);
    sine += (value - mean) * Math.sin(2 * Math.PI * CYCLES * index);
  }
  return (2 * Math.hypot(cosine, sine)) / inner.length;
}

/** Shrinks the picture of the source with Lanczos, as sharp does it. */
async function shrinkExactly(shrink: number, width: number, height: number): Promise<Picture> {
  const pixels = Buffer.alloc(3 * WIDTH * HEIGHT);
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    pixels.fill(Math.round(((waveAt(at % WIDTH, shrink) - 16) * 255) / 219), 3 * at, 3 * at + 3);
  }
  const { data, info } = await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Returns the contrast that fine detail of a shrunk video has, in relation to that of a shrunk image. */
async function contrastOf(kinora: Kinora, shrink: number, form: 'still' | 'video'): Promise<number> {
  const name = `wave-${shrink}-${form}.mp4`;
  await makeClip(join(kinora.folder, name), {
    width: WIDTH,
    height: HEIGHT,
    clock: 25,
    ticks: [0, 1, 2],
    crf: 1,
    paint: (planes) => {
      for (let column = 0; column < WIDTH; column += 2)
        fillRect(planes, [column, 0, 2, HEIGHT], [128, 128, 128]);
      planes.y.data.forEach((_, at) => (planes.y.data[at] = waveAt(at % planes.y.stride, shrink)));
    },
  });
  const size = { width: WIDTH / shrink, height: HEIGHT / shrink };
  const edit = {
    timeline: { tracks: [{ clips: [{ asset: { type: 'video', src: name }, start: 0, length: 0.12 }] }] },
    output: { format: 'mp4', size, quality: 'veryhigh' },
  };
  const picture =
    form === 'still'
      ? await kinora.frame(edit, 0)
      : (await kinora.frames(await kinora.render(edit, `shrunk-${name}`)))[0];
  if (!picture) return NaN;
  return amplitudeOf(picture) / amplitudeOf(await shrinkExactly(shrink, size.width, size.height));
}

const measureOf = (shrink: number, form: 'still' | 'video'): Measure => ({
  name: `Contrast at ${CYCLES} cycles per pixel, video shrunk by ${shrink}, in a ${form}, of Lanczos`,
  limit: 0.95,
  atLeast: true,
  measure: (kinora) => contrastOf(kinora, shrink, form),
});

export const MEASURES: readonly Measure[] = [
  measureOf(1.5, 'video'),
  measureOf(2.25, 'video'),
  measureOf(2.25, 'still'),
  measureOf(3, 'video'),
];
