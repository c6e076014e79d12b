import sharp from 'sharp';

/** An opaque RGB picture with 8 bits per channel and rows without padding. */
export interface Rgb {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The difference between two pictures of the same size. */
export interface Difference {
  /** Number of pixels that differ. */
  readonly pixels: number;
  /** The largest difference of a channel, 0 to 255. */
  readonly most: number;
  /** The mean difference of all channels, 0 to 255. */
  readonly mean: number;
}

/**
 * The tolerated difference. On one machine, every frame is bit-identical. Another processor may use other
 * instructions for sums of products, which round differently. A sample of luma or chroma may then
 * occasionally differ by 1, which is up to 4 (1.16 + 2.11, rounded up) in a channel of RGB and almost nothing
 * in the mean. An edge that moves by a twentieth of a pixel exceeds the tolerance.
 */
export const TOLERANCE = { most: 4, mean: 0.01 };

/** Reads a PNG and drops its alpha channel. */
export async function readPicture(path: string): Promise<Rgb> {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Compares two pictures of the same size pixel by pixel. */
export function differenceOf(one: Rgb, other: Rgb): Difference {
  let [pixels, most, sum] = [0, 0, 0];
  for (let at = 0; at < one.data.length; at += 3) {
    const steps = [0, 1, 2].map((channel) => stepAt(one, other, at + channel));
    if (steps.some((step) => step > 0)) pixels++;
    most = Math.max(most, ...steps);
    sum += steps.reduce((all, step) => all + step, 0);
  }
  return { pixels, most, mean: sum / one.data.length };
}

/**
 * Writes the expected picture, the actual one and their difference, amplified eight times, side by side.
 * Leaves out the difference if the sizes differ.
 */
export async function writeComparison(expected: Rgb, actual: Rgb, to: string): Promise<void> {
  const width = Math.max(expected.width, actual.width);
  const height = Math.max(expected.height, actual.height);
  const isSameSize = expected.width === actual.width && expected.height === actual.height;
  const shown = isSameSize ? [expected, actual, amplifiedDifference(expected, actual)] : [expected, actual];
  const gap = 4;
  const canvas = sharp({
    create: { width: shown.length * (width + gap) - gap, height, channels: 3, background: '#ff00ff' },
  });
  const parts = shown.map(({ data, width, height }, index) => ({
    input: Buffer.from(data),
    raw: { width, height, channels: 3 as const },
    left: index * (Math.max(expected.width, actual.width) + gap),
    top: 0,
  }));
  await canvas.composite(parts).png().toFile(to);
}

function amplifiedDifference(one: Rgb, other: Rgb): Rgb {
  const data = one.data.map((_, at) => Math.min(255, 8 * stepAt(one, other, at)));
  return { ...one, data };
}

function stepAt(one: Rgb, other: Rgb, at: number): number {
  return Math.abs((one.data[at] ?? 0) - (other.data[at] ?? 0));
}
