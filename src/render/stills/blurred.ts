import sharp from 'sharp';
import type { Pixels } from './still.ts';

/** The least that sharp takes; what is blurred less looks sharp. */
const LEAST = 0.3;
/** Where the bell is cut, as a part of its height: about three sigma from its middle. */
const CUT = 0.01;

/** Pixels blurred by a Gaussian; beyond the edges the outermost ones go on, and transparent ones lend no colour. @param sigma in pixels. */
export async function blurred({ data, width, height }: Pixels, sigma: number): Promise<Pixels> {
  if (sigma < LEAST) return { data, width, height };
  const picture = sharp(data, { raw: { width, height, channels: 4 } }).blur({ sigma, minAmplitude: CUT });
  return { data: await picture.raw().toBuffer(), width, height };
}
