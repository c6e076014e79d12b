import { type RgbaImage, toSharp } from './still.ts';

/** The smallest sigma that sharp accepts. Less blur is not visible. */
const MIN_SIGMA = 0.3;
/**
 * The Gaussian is cut off where its height falls to this fraction of its peak, about three sigma from the
 * centre.
 */
const MIN_AMPLITUDE = 0.01;

/**
 * Blurs an image with a Gaussian. Beyond the edges, the edge pixels are repeated. Transparent pixels do not
 * affect colours.
 *
 * @param sigma in pixels.
 */
export async function blurImage(image: RgbaImage, sigma: number): Promise<RgbaImage> {
  const { width, height } = image;
  if (sigma < MIN_SIGMA) return { data: image.data, width, height };
  const picture = toSharp(image).blur({ sigma, minAmplitude: MIN_AMPLITUDE });
  return { data: await picture.raw().toBuffer(), width, height };
}
