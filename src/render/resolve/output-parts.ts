import { frameTime } from '../../base/time.ts';
import type { Output } from '../../edit/index.ts';
import { outputShape } from './output-shape.ts';

type Format = Pick<Output, 'format'>;

/** Whether the file of an output shows anything. */
export function hasPictures({ format }: Format): boolean {
  return format !== 'mp3';
}

/** Whether anything of the timeline is to be seen: on the output, or on a still beside it. */
export function isSeen(output: Output): boolean {
  return hasPictures(output) || output.poster !== undefined || output.thumbnail !== undefined;
}

/** Whether the file of an output can have a sound. */
export function canSound({ format }: Format): boolean {
  return format === 'mp4' || format === 'mp3';
}

/** Whether the file of an output is one picture, and so has no length. */
export function isStill({ format }: Format): boolean {
  return format === 'jpg' || format === 'png' || format === 'bmp';
}

/** What is known of the file of an output; what it does not have is absent. */
export interface OutputFacts extends Format {
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Frames a second. */
  readonly fps?: number;
  /** How many; `null` when it cannot be known yet. */
  readonly frames?: number | null;
  /** Seconds; `null` when it cannot be known yet. */
  readonly duration?: number | null;
}

/** Describes the file of an output. @param frames those of its range, `null` when they cannot be known yet. */
export function factsOf(output: Output, frames: number | null): OutputFacts {
  const { format } = output;
  const { rate, output: size } = outputShape(output);
  if (isStill(output)) return { format, ...size, frames: 1 };
  const duration = frames === null ? null : frameTime(frames, rate).valueOf();
  if (!hasPictures(output)) return { format, duration };
  return { format, ...size, fps: rate.valueOf(), frames, duration };
}
