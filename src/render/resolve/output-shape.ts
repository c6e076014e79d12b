import type { Rate } from '../../base/time.ts';
import { frameRate, type Output } from '../../edit/index.ts';

/** Sizes in pixels at 16:9 (contract 2.2). */
const RESOLUTIONS = {
  preview: { width: 512, height: 288 },
  mobile: { width: 640, height: 360 },
  sd: { width: 1024, height: 576 },
  hd: { width: 1280, height: 720 },
  '1080': { width: 1920, height: 1080 },
  '4k': { width: 3840, height: 2160 },
} as const;

/** Size in pixels and frame rate of an output. */
export interface OutputShape {
  readonly width: number;
  readonly height: number;
  readonly rate: Rate;
}

/** The pixels and the frames that an output asks for. Sizes from a table are even; a custom size is the client's. */
export function outputShape(output: Output): OutputShape {
  const resolution = output.resolution ?? 'hd';
  return { ...sizeOf(output, resolution), rate: frameRate(output) };
}

function sizeOf(output: Output, resolution: keyof typeof RESOLUTIONS): { width: number; height: number } {
  const { width: customWidth, height: customHeight } = output.size ?? {};
  if (customWidth !== undefined && customHeight !== undefined)
    return { width: customWidth, height: customHeight };
  const { width, height } = RESOLUTIONS[resolution];
  switch (output.aspectRatio ?? '16:9') {
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

/** The even number at or below a length: 460 for the 460.8 of `sd` at 4:5. */
function even(length: number): number {
  return Math.floor(length / 2) * 2;
}
