import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import type { Seconds } from '../../../base/time.ts';
import { bitmapScaleFor } from '../../draw/bitmap-limit.ts';
import type { StillMedia } from '../../media/media.ts';
import type { Rect, PixelSize } from '../../scene/placement.ts';
import type { Layer } from '../../scene/scene.ts';
import { readStill } from '../../stills/still.ts';
import { isOpaque, type RgbaPixels } from '../planes/raster.ts';

/**
 * A picture that can be drawn turned and at any size. It has a border of {@link BORDER} pixels more than is shown, because
 * a canvas does not draw the last column of an image that ends within a pixel.
 */
export interface Bitmap {
  /** Its pixels with the border, which Skia draws. */
  readonly canvas: Canvas;
  /** How many these are. */
  readonly size: PixelSize;
  /** The same without the border, where they are at hand: who takes these needs no canvas. */
  readonly pixels?: RgbaPixels;
  /** Where the canvas with its border lies, in fractions of the whole picture, which is 0, 0, 1, 1. */
  readonly bounds: Rect;
  /** Where there is something on it, in such fractions; anywhere when absent. */
  readonly ink?: Rect;
  /** Whether all of it is opaque; perhaps it is when absent. */
  readonly isOpaque?: boolean;
}

/** Width of the border in pixels of the bitmap. */
export const BORDER = 2;

/** Gives the bitmaps of one clip. */
export interface BitmapSource extends Disposable {
  /**
   * The bitmap of a moment; the same object again means that nothing has changed. It is valid until the next call.
   *
   * @param time seconds since the clip began.
   * @param layer how it is seen: of what is too large for one bitmap, only that part is wanted.
   */
  at(time: Seconds, layer?: Layer): Promise<Bitmap | undefined>;
}

/** A bitmap that does not change: made when it is first seen. */
class StillBitmapSource implements BitmapSource {
  private readonly make: () => Promise<Bitmap>;
  private bitmap: Promise<Bitmap> | undefined;

  constructor(make: () => Promise<Bitmap>) {
    this.make = make;
  }

  at(): Promise<Bitmap> {
    return (this.bitmap ??= this.make());
  }

  [Symbol.dispose](): void {
    this.bitmap = undefined;
  }
}

/** The bitmap of an image file. @param largest the largest size in pixels that it is seen in. */
export function createStillBitmapSource(media: StillMedia, largest: PixelSize): BitmapSource {
  return new StillBitmapSource(async () => {
    const window = { left: 0, top: 0, width: media.width, height: media.height };
    const pixels = await readStill(media.path, window, bitmapSizeFor(largest, media));
    return createBitmap(pixels);
  });
}

/**
 * As many pixels as the largest size needs, never more than the source has.
 *
 * @param source size of the source in pixels; absent: it can be drawn in any size.
 */
export function bitmapSizeFor(largest: PixelSize, source: PixelSize = largest): PixelSize {
  const width = Math.max(1, Math.min(largest.width, source.width));
  const height = Math.max(1, Math.min(largest.height, source.height));
  const scale = bitmapScaleFor({ width, height });
  return { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
}

/** What bitmaps of one size are made on, each over the one before: to take so much memory for each takes longer than to fill it. */
export class BitmapCanvas {
  private surface: { readonly canvas: Canvas; readonly image: ImageData } | undefined;

  /** The canvas, with pixels and their border on it. @param size with the border, the same each time. */
  draw(pixels: RgbaPixels, { width, height }: PixelSize): Canvas {
    this.surface ??= { canvas: createCanvas(width, height), image: new ImageData(width, height) };
    const { canvas, image } = this.surface;
    copyWithBorder(pixels, image);
    canvas.getContext('2d').putImageData(image, 0, 0);
    return canvas;
  }
}

/**
 * The bitmap of pixels; the border repeats the outermost ones.
 *
 * @param bitmapCanvas for pixels of this size. @param opaque whether all of them are opaque.
 */
export function createBitmap(
  pixels: RgbaPixels,
  bitmapCanvas = new BitmapCanvas(),
  opaque = isOpaque(pixels),
): Bitmap {
  const { width, height } = pixels;
  const size = { width: width + 2 * BORDER, height: height + 2 * BORDER };
  const bounds = {
    x: -BORDER / width,
    y: -BORDER / height,
    width: size.width / width,
    height: size.height / height,
  };
  let canvas: Canvas | undefined;
  return {
    pixels,
    size,
    bounds,
    isOpaque: opaque,
    // Most opaque bitmaps are never asked for it.
    get canvas() {
      return (canvas ??= bitmapCanvas.draw(pixels, size));
    },
  };
}

function copyWithBorder({ data, width, height }: RgbaPixels, image: ImageData): void {
  const result = image.data;
  const stride = image.width * 4;
  for (let row = 0; row < image.height; row++) {
    const from = Math.min(height - 1, Math.max(0, row - BORDER)) * width * 4;
    const to = row * stride;
    result.set(data.subarray(from, from + width * 4), to + BORDER * 4);
    for (let column = 0; column < BORDER; column++) {
      result.set(data.subarray(from, from + 4), to + column * 4);
      result.set(data.subarray(from + (width - 1) * 4, from + width * 4), to + stride - (column + 1) * 4);
    }
  }
}
