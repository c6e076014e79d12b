import type { Rate } from '../../base/time.ts';
import type { Output } from '../schema/output.ts';
import {
  composedSizeOf,
  type OutputSize,
  presetSizeOf,
  readCustomSize,
  type Resolution,
} from './composed-size.ts';
import { frameRateOf } from './frame-rate.ts';

/** The size in pixels of the composed frames of an output, its frame rate and its final size. */
export interface OutputShape extends OutputSize {
  readonly rate: Rate;
  /** The final size. Composed frames of another size are scaled to this size. */
  readonly outputSize: OutputSize;
}

/**
 * Returns the sizes and the frame rate of an output. Preset sizes are even. A custom size is used as given.
 */
export function outputShape(output: Output): OutputShape {
  const composed = composedSizeOf(output);
  const { scaleTo } = output;
  return {
    ...composed,
    rate: frameRateOf(output),
    outputSize: scaleTo === undefined ? composed : scaledSize(scaleTo, output),
  };
}

/**
 * Returns the size that the composed frames are scaled to (contract 2.2): the size of the preset at the
 * aspect ratio of the output. A custom size keeps its own aspect ratio: it is scaled to fit into the preset,
 * and its sides are rounded to even numbers. The preset is at 9:16 if the custom size is upright, otherwise
 * at 16:9.
 */
function scaledSize(scaleTo: Resolution, output: Output): OutputSize {
  const custom = readCustomSize(output);
  if (!custom) return presetSizeOf(scaleTo, output);
  const aspectRatio = custom.width < custom.height ? '9:16' : '16:9';
  const box = presetSizeOf(scaleTo, { ...output, aspectRatio });
  const scale = Math.min(box.width / custom.width, box.height / custom.height);
  return { width: nearestEven(custom.width * scale), height: nearestEven(custom.height * scale) };
}

/** Rounds a length to the nearest even number, at least 2. */
function nearestEven(length: number): number {
  return Math.max(2, Math.round(length / 2) * 2);
}
