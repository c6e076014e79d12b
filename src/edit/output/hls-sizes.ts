import { RESOLUTIONS } from '../schema/values.ts';
import type { Output } from '../schema/output.ts';
import type { OutputSize } from './composed-size.ts';
import { outputShape } from './output-shape.ts';

/** A size is left out unless it has at most this part of the width of the next larger one. */
const LARGEST_STEP = 3 / 4;

/**
 * Lists the sizes of an HLS, from the largest to the smallest: the size of the output, and below it the sizes that
 * the resolutions of the interface give it. All of them are even and none is larger than the output.
 */
export function listHlsSizes(output: Output): OutputSize[] {
  const sizes = [outputShape(output).outputSize];
  for (const scaleTo of RESOLUTIONS.toReversed()) {
    const { outputSize } = outputShape({ ...output, scaleTo });
    if (outputSize.width <= (sizes.at(-1)?.width ?? 0) * LARGEST_STEP) sizes.push(outputSize);
  }
  return sizes;
}
