import type { Plane } from '../../av/video/video-frame.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { createColourPlanes, divideByAlpha } from './colour-planes.ts';
import { KERNEL_STEP, type Kernels, roundUpToStep } from './kernels.ts';
import type { AlphaPlanes } from './paint.ts';

/**
 * Rows of premultiplied red, green, blue and alpha in kernel memory. Each row has {@link KERNEL_STEP} free
 * bytes on its left.
 */
export interface RgbaBand {
  /** Address of the first red sample. */
  readonly red: number;
  /** Bytes from one plane to the next. */
  readonly plane: number;
  /** Bytes from one row to the next. */
  readonly stride: number;
}

/** Returns the number of bytes of kernel memory that a band of this size needs. */
export function bandByteLength({ width, height }: PixelSize): number {
  return 4 * height * (KERNEL_STEP + roundUpToStep(width));
}

/** Lays out a band in kernel memory. @param offset start of {@link bandByteLength} free bytes. */
export function createBand(offset: number, { width, height }: PixelSize): RgbaBand {
  const stride = KERNEL_STEP + roundUpToStep(width);
  return { red: offset + KERNEL_STEP, plane: height * stride, stride };
}

/**
 * Converts bands to planes in kernel memory, from top to bottom. The planes are valid until the next planes
 * are written.
 */
export class PlaneWriter {
  private readonly kernels: Kernels;
  private readonly offset: number;
  private readonly fullColour: boolean;

  /** Returns the number of bytes of kernel memory that planes up to this size need. */
  static byteLength({ width, height }: PixelSize): number {
    return 4 * roundUpToStep(width) * height;
  }

  /**
   * @param kernels the kernels whose memory to use.
   * @param offset start of {@link PlaneWriter.byteLength} free bytes in that memory.
   * @param fullColour true for planes in full colour.
   */
  constructor(kernels: Kernels, offset: number, fullColour = false) {
    this.kernels = kernels;
    this.offset = offset;
    this.fullColour = fullColour;
  }

  /**
   * Converts a band.
   *
   * @param band the band.
   * @param size size of the whole picture in pixels, even.
   * @param row index of the first row, even.
   * @param rows number of rows, even.
   * @param hasAlpha true to use the alpha of the band. This value must be the same for all bands of a
   *   picture.
   */
  write(band: RgbaBand, size: PixelSize, row: number, rows: number, hasAlpha: boolean): void {
    if (this.fullColour) {
      this.copyColours(band, size, row, rows, hasAlpha);
      return;
    }
    const { red, plane, stride } = band;
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

  /** Returns the written planes. @param hasAlpha true if the planes were written with alpha. */
  getPlanes(size: PixelSize, hasAlpha: boolean): AlphaPlanes {
    if (this.fullColour) return this.getColourPlanes(size, hasAlpha);
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

  /** Copies a band to planes of green, blue, red and alpha, and divides its colours by their alpha. */
  private copyColours(band: RgbaBand, size: PixelSize, row: number, rows: number, hasAlpha: boolean): void {
    const { bytes } = this.kernels;
    const { stride, starts } = this.colourLayout(size);
    const { red, plane } = band;
    const bandStarts = [red + plane, red + 2 * plane, red, red + 3 * plane];
    for (let line = 0; line < rows; line++) {
      const lines = starts.map((start, index) => {
        const from = (bandStarts[index] ?? 0) + line * band.stride;
        const to = start + (row + line) * stride;
        bytes.copyWithin(to, from, from + size.width);
        return bytes.subarray(to, to + size.width);
      });
      const alpha = lines.pop();
      if (hasAlpha && alpha) divideByAlpha(alpha, lines);
    }
  }

  private getColourPlanes(size: PixelSize, hasAlpha: boolean): AlphaPlanes {
    const { stride, starts } = this.colourLayout(size);
    const plane = (start: number): Plane => ({
      data: this.kernels.bytes.subarray(start, start + stride * size.height),
      stride,
    });
    const [green, blue, red, alpha] = starts;
    return createColourPlanes(
      size,
      [plane(green), plane(blue), plane(red)],
      hasAlpha ? plane(alpha) : undefined,
    );
  }

  private colourLayout({ width, height }: PixelSize) {
    const stride = roundUpToStep(width);
    const bytes = stride * height;
    const { offset } = this;
    const starts = [offset, offset + bytes, offset + 2 * bytes, offset + 3 * bytes] as const;
    return { stride, starts };
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
