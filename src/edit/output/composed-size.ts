import type { Output } from '../schema/output.ts';

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

/** The name of a size. */
export type Resolution = keyof typeof RESOLUTIONS;

/** The fields that decide the size of the composed frames. */
type SizeFields = Pick<Output, 'size' | 'resolution' | 'aspectRatio'>;

/** Returns the size in pixels of the composed frames of an output, to which its relative lengths refer. */
export function composedSizeOf(output: SizeFields): OutputSize {
  return readCustomSize(output) ?? presetSizeOf(output.resolution ?? 'hd', output);
}

/** Returns the size in pixels that an output gives itself. Undefined if it has a resolution. */
export function readCustomSize({ size }: SizeFields): OutputSize | undefined {
  const { width, height } = size ?? {};
  return width === undefined || height === undefined ? undefined : { width, height };
}

/** Returns the size in pixels of a resolution in the aspect ratio of an output. */
export function presetSizeOf(resolution: Resolution, { aspectRatio = '16:9' }: SizeFields): OutputSize {
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

/** Rounds a length down to an even number: 460 for the 460.8 of `sd` at 4:5. */
function even(length: number): number {
  return Math.floor(length / 2) * 2;
}
