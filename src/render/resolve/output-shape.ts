import type { Rate } from '../../base/time.ts';
import { frameRateOf, type Output } from '../../edit/model.ts';

/** Pixels. */
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

/** Size in pixels that is composed, and frame rate of an output; and the size that it has in the end. */
export interface OutputShape extends OutputSize {
  readonly rate: Rate;
  /** What is composed is scaled to this size, where it is another one. */
  readonly outputSize: OutputSize;
}

/** The pixels and the frames that an output asks for. Sizes from a table are even; a custom size is the client's. */
export function outputShape(output: Output): OutputShape {
  const composed = sizeOf(output);
  const { scaleTo } = output;
  return {
    ...composed,
    rate: frameRateOf(output),
    outputSize: scaleTo === undefined ? composed : scaledSize(scaleTo, output),
  };
}

function sizeOf(output: Output): OutputSize {
  return customSize(output) ?? presetSize(output.resolution ?? 'hd', output);
}

function customSize({ size }: Output): OutputSize | undefined {
  const { width, height } = size ?? {};
  return width === undefined || height === undefined ? undefined : { width, height };
}

function presetSize(resolution: Resolution, { aspectRatio = '16:9' }: Output): OutputSize {
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
 * The size that a finished picture is scaled to: that of the preset in the aspect ratio of the output (contract 2.2). A custom size
 * keeps its shape: it becomes the largest of that shape, in even pixels, inside the preset at 16:9, or at 9:16 where it is upright.
 */
function scaledSize(scaleTo: Resolution, output: Output): OutputSize {
  const custom = customSize(output);
  if (!custom) return presetSize(scaleTo, output);
  const aspectRatio = custom.width < custom.height ? '9:16' : '16:9';
  const box = presetSize(scaleTo, { ...output, aspectRatio });
  const scale = Math.min(box.width / custom.width, box.height / custom.height);
  return { width: nearestEven(custom.width * scale), height: nearestEven(custom.height * scale) };
}

/** The even number at or below a length: 460 for the 460.8 of `sd` at 4:5. */
function even(length: number): number {
  return Math.floor(length / 2) * 2;
}

/** The even number nearest to a length, at least 2. */
function nearestEven(length: number): number {
  return Math.max(2, Math.round(length / 2) * 2);
}
