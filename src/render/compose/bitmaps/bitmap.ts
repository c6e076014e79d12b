import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import type { Seconds } from '../../../base/time.ts';
import { reductionOf } from '../../stills/raster-limit.ts';
import type { StillMedia } from '../../media/media.ts';
import type { Rect, PixelSize } from '../../scene/placement.ts';
import type { Layer } from '../../scene/scene.ts';
import { readStill } from '../../stills/still.ts';
import { isOpaque, type RgbaPixels } from '../planes/raster.ts';

/**
 * A picture that can be drawn turned and at any size. If the edge of an image lies within an output pixel, a
 * canvas does not draw the last column of the image. The picture therefore has a border of {@link BORDER}
 * pixels.
 */
export interface Bitmap {
  /** The pixels with the border, for Skia. */
  readonly canvas: Canvas;
  /** Size of the canvas in pixels. */
  readonly size: PixelSize;
  /** The pixels without the border, if available. Reading them does not create the canvas. */
  readonly pixels?: RgbaPixels;
  /**
   * The rectangle that the canvas covers, in fractions of the whole picture. The whole picture starts at 0, 0
   * and has the size 1, 1.
   */
  readonly bounds: Rect;
  /** The bounds of the ink, in fractions of the whole picture; unknown if absent. */
  readonly ink?: Rect;
  /** True if all pixels are opaque; unknown if absent. */
  readonly isOpaque?: boolean;
  /** True if the picture changes with almost every frame, like a video. */
  readonly isBrief?: boolean;
  /** True for a drawing, such as a text, which has hard edges and no fine details. */
  readonly isDrawn?: boolean;
  /** True if {@link pixels} were scaled down from a larger picture by libvips, across and down. */
  readonly isReduced?: { readonly across: boolean; readonly down: boolean };
  /**
   * True if {@link pixels} are fewer than {@link HEADROOM} asks for. Their chroma then needs its full size: it
   * would lose details that the output can show.
   */
  readonly keepsChroma?: boolean;
}

/** Width of the border in pixels of the bitmap. */
export const BORDER = 2;

/**
 * Minimum size of the bitmap of a picture with enough pixels, as a multiple of the largest size at which it is
 * shown. The bitmap has then all details that a picture of that size can show, although it was resampled
 * before.
 */
const HEADROOM = 1.09;
/** A picture that is at most this many times larger than its bitmap would be is not scaled down at all. */
const MAX_SURPLUS = 1.3;

/** Produces the bitmaps of one clip. */
export interface BitmapSource extends Disposable {
  /**
   * Returns the bitmap of a moment. The bitmap is valid until the next call. If two calls in a row return the
   * same object, the picture has not changed.
   *
   * @param time seconds since the start of the clip.
   * @param layer the layer to draw. If the picture is too large for one bitmap, the bitmap has only the part
   *   that the layer shows.
   */
  at(time: Seconds, layer?: Layer): Promise<Bitmap | undefined>;
}

/**
 * Creates the bitmap source of an image file, which is read when it is first needed.
 *
 * @param largest the largest size in pixels at which it is shown.
 */
export function createStillBitmapSource(media: StillMedia, largest: PixelSize): BitmapSource {
  const make = async (): Promise<Bitmap> => {
    const window = { left: 0, top: 0, width: media.width, height: media.height };
    const { width, height } = detailedSizeFor(largest, media);
    const pixels = await readStill(media.path, window, { width, height });
    const isReduced = { across: width < media.width, down: height < media.height };
    const keepsChroma = width < HEADROOM * largest.width || height < HEADROOM * largest.height;
    return createBitmap(pixels, { isReduced, keepsChroma });
  };
  let bitmap: ReturnType<typeof make> | undefined;
  return { at: () => (bitmap ??= make()), [Symbol.dispose]: () => (bitmap = undefined) };
}

/**
 * Returns the size of a bitmap: large enough for the largest size, but not larger than its source.
 *
 * @param largest the largest size in pixels at which it is shown.
 * @param source size of the source in pixels; absent if the source can be drawn at any size.
 */
export function bitmapSizeFor(largest: PixelSize, source: PixelSize = largest): PixelSize {
  const width = Math.max(1, Math.min(largest.width, source.width));
  const height = Math.max(1, Math.min(largest.height, source.height));
  const scale = reductionOf({ width, height });
  return { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
}

/**
 * Returns the size of a bitmap of a photograph or a video: larger than the largest size at which it is shown,
 * so that it stays sharp when it is resampled, but not larger than its source.
 *
 * @param largest the largest size in pixels at which it is shown.
 * @param source size of the source in pixels.
 */
export function detailedSizeFor(largest: PixelSize, source: PixelSize): PixelSize {
  const size = bitmapSizeFor({ width: HEADROOM * largest.width, height: HEADROOM * largest.height }, source);
  const isNearSource =
    source.width <= MAX_SURPLUS * size.width &&
    source.height <= MAX_SURPLUS * size.height &&
    reductionOf(source) === 1;
  return isNearSource ? { width: source.width, height: source.height } : size;
}

/** A reusable canvas for bitmaps of one size. Allocating a canvas takes longer than filling one. */
export class BitmapCanvas {
  private surface: { readonly canvas: Canvas; readonly image: ImageData } | undefined;

  /**
   * Draws pixels with their border.
   *
   * @param size size of the canvas in pixels, including the border; the same in each call.
   */
  draw(pixels: RgbaPixels, { width, height }: PixelSize): Canvas {
    this.surface ??= { canvas: createCanvas(width, height), image: new ImageData(width, height) };
    const { canvas, image } = this.surface;
    copyWithBorder(pixels, image);
    canvas.getContext('2d').putImageData(image, 0, 0);
    return canvas;
  }
}

/**
 * Creates a bitmap from pixels, with a border that repeats the edge pixels.
 *
 * @param pixels the pixels without the border.
 * @param traits further facts about the picture.
 * @param bitmapCanvas a canvas for pixels of this size. The new bitmap overwrites the previous bitmap on that
 *   canvas.
 */
export function createBitmap(
  pixels: RgbaPixels,
  traits: Pick<Bitmap, 'ink' | 'isOpaque' | 'isBrief' | 'isDrawn' | 'isReduced' | 'keepsChroma'> = {},
  bitmapCanvas = new BitmapCanvas(),
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
    ...traits,
    pixels,
    size,
    bounds,
    isOpaque: traits.isOpaque ?? isOpaque(pixels),
    // Lazy, because most opaque bitmaps are drawn without a canvas.
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
