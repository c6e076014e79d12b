import type { Rate } from '../../base/time.ts';
import type { Output } from '../schema/output.ts';
import { frameRateOf } from './frame-rate.ts';

/** A size in pixels. */
export interface OutputSize {
  readonly width: number;
  readonly height: number;
}

/** Sizes in pixels at 16:9 (contract 2.2). */
const RESOLUTIONS = {
  preview: { width: 512, height: 288 },
  mobile: { width: 640, height: 360 },
  sd: { width: 1024, height: 576 },
  hd: { width: 1280, height: 720 },
  '1080': { width: 1920, height: 1080 },
  '4k': { width: 3840, height: 2160 },
} as const;

type Resolution = keyof typeof RESOLUTIONS;

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

/** The fields that decide the size of the composed frames. */
type SizeFields = Pick<Output, 'size' | 'resolution' | 'aspectRatio'>;

/** Returns the size in pixels of the composed frames of an output, to which its relative lengths refer. */
export function composedSizeOf(output: SizeFields): OutputSize {
  return customSize(output) ?? presetSize(output.resolution ?? 'hd', output);
}

function customSize({ size }: SizeFields): OutputSize | undefined {
  const { width, height } = size ?? {};
  return width === undefined || height === undefined ? undefined : { width, height };
}

function presetSize(resolution: Resolution, { aspectRatio = '16:9' }: SizeFields): OutputSize {
  const { width, height } = RESOLUTIONS[resolution];
  switch (aspectRatio) {
    case '16:9':
      return { width, height };
    case '9:16':
      return { width: height, height: width };
    case '1:1':
      return { width: height, height };
    case '4:5':
      return { width: even((height * 4) / 5), height };
    case '4:3':
      return { width: even((height * 4) / 3), height };
  }
}

/**
 * Returns the size that the composed frames are scaled to (contract 2.2): the size of the preset at the
 * aspect ratio of the output. A custom size keeps its own aspect ratio: it is scaled to fit into the preset,
 * and its sides are rounded to even numbers. The preset is at 9:16 if the custom size is upright, otherwise
 * at 16:9.
 */
function scaledSize(scaleTo: Resolution, output: Output): OutputSize {
  const custom = customSize(output);
  if (!custom) return presetSize(scaleTo, output);
  const aspectRatio = custom.width < custom.height ? '9:16' : '16:9';
  const box = presetSize(scaleTo, { ...output, aspectRatio });
  const scale = Math.min(box.width / custom.width, box.height / custom.height);
  return { width: nearestEven(custom.width * scale), height: nearestEven(custom.height * scale) };
}

/** Rounds a length down to an even number: 460 for the 460.8 of `sd` at 4:5. */
function even(length: number): number {
  return Math.floor(length / 2) * 2;
}

/** Rounds a length to the nearest even number, at least 2. */
function nearestEven(length: number): number {
  return Math.max(2, Math.round(length / 2) * 2);
}
