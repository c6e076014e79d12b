import type { Plane } from '../../av/video/video-frame.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { KERNEL_STEP, type Kernels, roundUpToStep } from './kernels.ts';
import type { AlphaPlanes } from './paint.ts';

/** Rows of red, green, blue and alpha in the memory of kernels, multiplied by alpha, each with {@link KERNEL_STEP} bytes of room on its left. */
export interface RgbaBand {
  /** Where the first red lies. */
  readonly red: number;
  /** Bytes from one plane to the next, and from one row to the next. */
  readonly plane: number;
  readonly stride: number;
}

/** Bytes that bands of so many pixels take. */
export function bandByteLength({ width, height }: PixelSize): number {
  return 4 * height * (KERNEL_STEP + roundUpToStep(width));
}

/** A band in memory. @param offset where its bytes begin. */
export function createBand(offset: number, { width, height }: PixelSize): RgbaBand {
  const stride = KERNEL_STEP + roundUpToStep(width);
  return { red: offset + KERNEL_STEP, plane: height * stride, stride };
}

/** Writes bands, the upper ones first, as planes into the memory of kernels, where they are valid until the next ones are written. */
export class PlaneWriter {
  private readonly kernels: Kernels;
  private readonly offset: number;

  /** Bytes that planes of at most so many pixels take. */
  static byteLength({ width, height }: PixelSize): number {
    return 4 * roundUpToStep(width) * height;
  }

  /** @param offset where there is room for the planes. */
  constructor(kernels: Kernels, offset: number) {
    this.kernels = kernels;
    this.offset = offset;
  }

  /**
   * Writes rows.
   *
   * @param size of the whole picture in pixels, even. @param row the first one, even. @param rows even.
   * @param hasAlpha whether the alpha of the band counts; for all rows alike.
   */
  write(
    { red, plane, stride }: RgbaBand,
    size: PixelSize,
    row: number,
    rows: number,
    hasAlpha: boolean,
  ): void {
    const { kernels } = this;
    const { lumaStride, chromaStride, y, alpha, u, v, chromaAlpha } = this.layout(size);
    const luma = row * lumaStride;
    const chroma = (row / 2) * chromaStride;
    const pixels = [red, plane, stride, lumaStride, rows] as const;
    if (hasAlpha) {
      kernels.toLumaAlpha(...pixels, y + luma, alpha + luma, lumaStride);
      kernels.toChromaAlpha(...pixels, u + chroma, v + chroma, chromaAlpha + chroma, chromaStride);
    } else {
      kernels.toLuma(...pixels, y + luma, lumaStride);
      kernels.toChroma(...pixels, u + chroma, v + chroma, chromaStride);
    }
  }

  /** What was written. */
  getPlanes(size: PixelSize, hasAlpha: boolean): AlphaPlanes {
    const { lumaStride, chromaStride, y, alpha, u, v, chromaAlpha } = this.layout(size);
    const plane = (start: number, stride: number, rows: number): Plane => ({
      data: this.kernels.bytes.subarray(start, start + stride * rows),
      stride,
    });
    const { width, height } = size;
    return {
      width,
      height,
      y: plane(y, lumaStride, height),
      u: plane(u, chromaStride, height / 2),
      v: plane(v, chromaStride, height / 2),
      ...(hasAlpha && {
        alpha: plane(alpha, lumaStride, height),
        chromaAlpha: plane(chromaAlpha, chromaStride, height / 2),
      }),
    };
  }

  private layout({ width, height }: PixelSize) {
    const lumaStride = roundUpToStep(width);
    const luma = lumaStride * height;
    const y = this.offset;
    const alpha = y + luma;
    const u = alpha + luma;
    const v = u + luma / 4;
    return { lumaStride, chromaStride: lumaStride / 2, y, alpha, u, v, chromaAlpha: v + luma / 4 };
  }
}
