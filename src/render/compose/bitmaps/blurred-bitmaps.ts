import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import type { Seconds } from '../../../base/time.ts';
import type { VisualClip } from '../../resolve/timeline.ts';
import { cropAt, type CropValues } from '../../scene/crop.ts';
import type { Rect, PixelSize } from '../../scene/placement.ts';
import { blurImage } from '../../stills/blur-image.ts';
import type { Bitmap, BitmapSource } from './bitmap.ts';

/**
 * Maximum sigma of the blur, in bitmap pixels. For a stronger blur, bitmaps are scaled down first. The result
 * looks the same and takes less time.
 */
const MAX_SIGMA = 3;
/** Distance in pixels within which an edge counts as being on a pixel boundary. */
const PIXEL_TOLERANCE = 1e-6;

/**
 * Returns the size of bitmaps to blur.
 *
 * @param largest the largest size in pixels at which the bitmaps are shown.
 * @param sigma sigma of the blur at the largest size, in pixels.
 */
export function blurredSizeFor(largest: PixelSize, sigma: number): PixelSize {
  const scale = Math.min(1, MAX_SIGMA / sigma);
  return { width: largest.width * scale, height: largest.height * scale };
}

/** Blurs the bitmaps of another source. Each bitmap is blurred once, even if it moves. */
export class BlurredBitmaps implements BitmapSource {
  private readonly source: BitmapSource;
  private readonly sigma: number;
  private readonly largest: PixelSize;
  private readonly crop: VisualClip['crop'];
  private canvas: Canvas | undefined;
  private last: { readonly from: Bitmap; readonly crop: string; readonly bitmap: Bitmap } | undefined;

  /**
   * @param source the source, which this object closes.
   * @param sigma sigma of the blur at the largest size, in pixels.
   * @param largest the largest size in pixels at which the bitmaps are shown.
   * @param crop the cropped edges. Their colours must not bleed into the visible part.
   */
  constructor(source: BitmapSource, sigma: number, largest: PixelSize, crop: VisualClip['crop']) {
    this.source = source;
    this.sigma = sigma;
    this.largest = largest;
    this.crop = crop;
  }

  async at(time: Seconds): Promise<Bitmap | undefined> {
    const from = await this.source.at(time);
    if (!from) return undefined;
    const values = cropAt(this.crop, time);
    const crop = Object.values(values).join();
    if (this.last?.from !== from || this.last.crop !== crop)
      this.last = { from, crop, bitmap: await this.blur(from, values) };
    return this.last.bitmap;
  }

  [Symbol.dispose](): void {
    this.source[Symbol.dispose]();
  }

  private async blur(
    { canvas, bounds, isOpaque = false, isBrief = false }: Bitmap,
    crop: CropValues,
  ): Promise<Bitmap> {
    const { width, height } = canvas;
    // A source that is smaller than `largest` may have different proportions, so the two scales may differ.
    const across = width / bounds.width / this.largest.width;
    const down = height / bounds.height / this.largest.height;
    const pixels = canvas.getContext('2d').getImageData(0, 0, width, height);
    extendIntoCrop(pixels, bounds, crop);
    const blurred = await blurImage(
      { data: new Uint8Array(pixels.data.buffer), width, height },
      this.sigma * Math.sqrt(across * down),
    );
    this.canvas ??= createCanvas(width, height);
    const image = new ImageData(new Uint8ClampedArray(blurred.data), width, height);
    this.canvas.getContext('2d').putImageData(image, 0, 0);
    return { canvas: this.canvas, size: this.canvas, bounds, isOpaque, isBrief };
  }
}

/** Repeats the outermost visible pixels of a picture over the cropped ones, in place. */
export function extendIntoCrop<Picture extends PixelSize & { readonly data: Uint8ClampedArray }>(
  picture: Picture,
  bounds: Rect,
  crop: CropValues,
): Picture {
  const { data, width, height } = picture;
  const { left, right, top, bottom } = crop;
  const across = findUncropped([left, right], { from: bounds.x, length: bounds.width }, width);
  const down = findUncropped([top, bottom], { from: bounds.y, length: bounds.height }, height);
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  for (let start = down.from * width; start < down.to * width; start += width) {
    const row = pixels.subarray(start, start + width);
    row.fill(row[across.from] ?? 0, 0, across.from);
    row.fill(row[across.to - 1] ?? 0, across.to);
  }
  for (let row = 0; row < down.from; row++)
    pixels.copyWithin(row * width, down.from * width, (down.from + 1) * width);
  for (let row = down.to; row < height; row++)
    pixels.copyWithin(row * width, (down.to - 1) * width, down.to * width);
  return picture;
}

/**
 * Returns the range of pixels in a row or column that the crop does not touch. The range has at least one
 * pixel.
 *
 * @param crop the fractions of the picture that are cropped at its start and at its end.
 * @param line the extent of the row or column, in fractions of the picture.
 * @param count number of pixels in the row or column.
 */
function findUncropped(
  crop: readonly [start: number, end: number],
  line: { readonly from: number; readonly length: number },
  count: number,
): { readonly from: number; readonly to: number } {
  const [start, end] = crop;
  const pixel = (position: number): number => ((position - line.from) / line.length) * count;
  // A drawing may overflow its box. An edge without a crop keeps that overflow.
  const from = start > 0 ? Math.min(count - 1, Math.ceil(pixel(start) - PIXEL_TOLERANCE)) : 0;
  const to = end > 0 ? Math.floor(pixel(1 - end) + PIXEL_TOLERANCE) : count;
  return { from, to: Math.max(from + 1, to) };
}
