import type { Plane } from '../av/picture.ts';
import type { Size } from '../scene/placement.ts';
import type { Kernels } from './kernels.ts';
import type { Painting } from './paint.ts';

/** Kernels work on so many samples at a time. */
export const STEP = 16;

/** Rows of red, green, blue and alpha in the memory of kernels, multiplied by alpha, each with {@link STEP} bytes of room on its left. */
export interface Band {
  /** Where the first red lies. */
  readonly red: number;
  /** Bytes from one plane to the next, and from one row to the next. */
  readonly plane: number;
  readonly stride: number;
}

/** Rounds up to what kernels work on at a time. */
export function stepped(length: number): number {
  return Math.ceil(length / STEP) * STEP;
}

/** Bytes that bands of so many pixels take. */
export function bandBytes({ width, height }: Size): number {
  return 4 * height * (STEP + stepped(width));
}

/** A band in memory. @param at where its bytes begin. */
export function bandAt(at: number, { width, height }: Size): Band {
  const stride = STEP + stepped(width);
  return { red: at + STEP, plane: height * stride, stride };
}

/** Writes bands, the upper ones first, as planes into the memory of kernels, where they are valid until the next ones are written. */
export class PlaneWriter {
  private readonly kernels: Kernels;
  private readonly at: number;

  /** Bytes that planes of at most so many pixels take. */
  static bytes({ width, height }: Size): number {
    return 4 * stepped(width) * height;
  }

  /** @param at where there is room for the planes. */
  constructor(kernels: Kernels, at: number) {
    this.kernels = kernels;
    this.at = at;
  }

  /**
   * Writes rows.
   *
   * @param size of the whole picture in pixels, even. @param row the first one, even. @param rows even.
   * @param hasAlpha whether the alpha of the band counts; for all rows alike.
   */
  write({ red, plane, stride }: Band, size: Size, row: number, rows: number, hasAlpha: boolean): void {
    const { kernels } = this;
    const { line, half, y, alpha, u, v, chromaAlpha } = this.places(size);
    const luma = row * line;
    const chroma = (row / 2) * half;
    const pixels = [red, plane, stride, line, rows] as const;
    if (hasAlpha) {
      kernels.toLumaAlpha(...pixels, y + luma, alpha + luma, line);
      kernels.toChromaAlpha(...pixels, u + chroma, v + chroma, chromaAlpha + chroma, half);
    } else {
      kernels.toLuma(...pixels, y + luma, line);
      kernels.toChroma(...pixels, u + chroma, v + chroma, half);
    }
  }

  /** What was written. */
  planes(size: Size, hasAlpha: boolean): Painting['planes'] {
    const { line, half, y, alpha, u, v, chromaAlpha } = this.places(size);
    const plane = (start: number, stride: number, rows: number): Plane => ({
      data: this.kernels.bytes.subarray(start, start + stride * rows),
      stride,
    });
    const { width, height } = size;
    return {
      width,
      height,
      y: plane(y, line, height),
      u: plane(u, half, height / 2),
      v: plane(v, half, height / 2),
      ...(hasAlpha && {
        alpha: plane(alpha, line, height),
        chromaAlpha: plane(chromaAlpha, half, height / 2),
      }),
    };
  }

  private places({ width, height }: Size) {
    const line = stepped(width);
    const luma = line * height;
    const y = this.at;
    const alpha = y + luma;
    const u = alpha + luma;
    const v = u + luma / 4;
    return { line, half: line / 2, y, alpha, u, v, chromaAlpha: v + luma / 4 };
  }
}
