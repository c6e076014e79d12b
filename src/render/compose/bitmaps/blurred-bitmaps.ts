import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import type { Seconds } from '../../../base/time.ts';
import type { VisualClip } from '../../resolve/timeline.ts';
import type { Rect, PixelSize } from '../../scene/placement.ts';
import { blurImage } from '../../stills/blur-image.ts';
import type { Bitmap, BitmapSource } from './bitmap.ts';

/** On a bitmap, a sigma of so many pixels is enough: larger, it would look the same and take longer. */
const MAX_SIGMA = 3;
/** An edge that misses a pixel of a bitmap by less than this lies on it. */
const PIXEL_TOLERANCE = 1e-6;

/** The size of the bitmaps that are blurred. @param largest the largest size that they are seen in, @param sigma of the blur there. */
export function blurredSizeFor({ width, height }: PixelSize, sigma: number): PixelSize {
  const scale = Math.min(1, MAX_SIGMA / sigma);
  return { width: width * scale, height: height * scale };
}

/** The bitmaps of another source, blurred: each once, however it is moved. */
export class BlurredBitmaps implements BitmapSource {
  private readonly source: BitmapSource;
  private readonly sigma: number;
  private readonly largest: PixelSize;
  private readonly crop: VisualClip['crop'];
  private canvas: Canvas | undefined;
  private last: { readonly from: Bitmap; readonly bitmap: Bitmap } | undefined;

  /**
   * @param source closed together with this.
   * @param sigma in pixels of a picture that is seen in the largest size.
   * @param largest that size, in pixels.
   * @param crop what is cut off, and so lends no colour to what is left.
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
    if (this.last?.from !== from) this.last = { from, bitmap: await this.blur(from) };
    return this.last.bitmap;
  }

  [Symbol.dispose](): void {
    this.source[Symbol.dispose]();
  }

  private async blur({ canvas, bounds }: Bitmap): Promise<Bitmap> {
    const { width, height } = canvas;
    // A source that is smaller than this need not be so in the same proportions.
    const across = width / bounds.width / this.largest.width;
    const down = height / bounds.height / this.largest.height;
    const pixels = canvas.getContext('2d').getImageData(0, 0, width, height);
    this.extendIntoCrop(pixels, bounds);
    const blurred = await blurImage(
      { data: new Uint8Array(pixels.data.buffer), width, height },
      this.sigma * Math.sqrt(across * down),
    );
    this.canvas ??= createCanvas(width, height);
    const image = new ImageData(new Uint8ClampedArray(blurred.data), width, height);
    this.canvas.getContext('2d').putImageData(image, 0, 0);
    return { canvas: this.canvas, size: this.canvas, bounds };
  }

  /** Lets the outermost pixels that are left go on over those that are cut off. */
  private extendIntoCrop({ data, width, height }: ImageData, bounds: Rect): void {
    const { left, right, top, bottom } = this.crop;
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
  }
}

/**
 * The pixels of a line of which nothing is cut off, one at least.
 *
 * @param crop what is cut off of the picture at its start and at its end, @param line where the line lies, all in fractions of the picture.
 * @param count pixels of the line.
 */
function findUncropped(
  [start, end]: readonly [number, number],
  line: { readonly from: number; readonly length: number },
  count: number,
): { readonly from: number; readonly to: number } {
  const pixel = (position: number): number => ((position - line.from) / line.length) * count;
  // Without a crop, what reaches out of a drawing stays.
  const from = start > 0 ? Math.min(count - 1, Math.ceil(pixel(start) - PIXEL_TOLERANCE)) : 0;
  const to = end > 0 ? Math.floor(pixel(1 - end) + PIXEL_TOLERANCE) : count;
  return { from, to: Math.max(from + 1, to) };
}
