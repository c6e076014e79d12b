import sharp from 'sharp';
import type { RgbaImage } from './still.ts';

/** The least that sharp takes; what is blurred less looks sharp. */
const MIN_SIGMA = 0.3;
/** Where the bell is cut, as a part of its height: about three sigma from its middle. */
const MIN_AMPLITUDE = 0.01;

/** Pixels blurred by a Gaussian; beyond the edges the outermost ones go on, and transparent ones lend no colour. @param sigma in pixels. */
export async function blurImage({ data, width, height }: RgbaImage, sigma: number): Promise<RgbaImage> {
  if (sigma < MIN_SIGMA) return { data, width, height };
  const picture = sharp(data, { raw: { width, height, channels: 4 } }).blur({
    sigma,
    minAmplitude: MIN_AMPLITUDE,
  });
  return { data: await picture.raw().toBuffer(), width, height };
}
