import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import type { Seconds } from '../../base/time.ts';
import type { SeenClip } from '../resolve/timeline.ts';
import type { Rect, Size } from '../scene/placement.ts';
import { blurred } from '../stills/blurred.ts';
import type { Sheet, SheetSource } from './sheet.ts';

/** On a sheet, a sigma of so many pixels is enough: larger, it would look the same and take longer. */
const ENOUGH = 3;
/** An edge that misses a pixel of a sheet by less than this lies on it. */
const EVEN = 1e-6;

/** The size of the sheets that are blurred. @param largest the largest size that they are seen in, @param sigma of the blur there. */
export function softSize({ width, height }: Size, sigma: number): Size {
  const shrink = Math.min(1, ENOUGH / sigma);
  return { width: width * shrink, height: height * shrink };
}

/** The sheets of another source, blurred: each once, however it is moved. */
export class BlurredSheets implements SheetSource {
  private readonly sheets: SheetSource;
  private readonly sigma: number;
  private readonly largest: Size;
  private readonly crop: SeenClip['crop'];
  private canvas: Canvas | undefined;
  private last: { readonly from: Sheet; readonly sheet: Sheet } | undefined;

  /**
   * @param sheets closed together with this.
   * @param sigma in pixels of a picture that is seen in the largest size.
   * @param largest that size, in pixels.
   * @param crop what is cut off, and so lends no colour to what is left.
   */
  constructor(sheets: SheetSource, sigma: number, largest: Size, crop: SeenClip['crop']) {
    this.sheets = sheets;
    this.sigma = sigma;
    this.largest = largest;
    this.crop = crop;
  }

  async at(time: Seconds): Promise<Sheet | undefined> {
    const from = await this.sheets.at(time);
    if (!from) return undefined;
    if (this.last?.from !== from) this.last = { from, sheet: await this.blurred(from) };
    return this.last.sheet;
  }

  [Symbol.dispose](): void {
    this.sheets[Symbol.dispose]();
  }

  private async blurred({ canvas, part }: Sheet): Promise<Sheet> {
    const { width, height } = canvas;
    // A source that is smaller than this need not be so in the same proportions.
    const across = width / part.width / this.largest.width;
    const down = height / part.height / this.largest.height;
    const pixels = canvas.getContext('2d').getImageData(0, 0, width, height);
    this.cropped(pixels, part);
    const soft = await blurred(
      { data: new Uint8Array(pixels.data.buffer), width, height },
      this.sigma * Math.sqrt(across * down),
    );
    this.canvas ??= createCanvas(width, height);
    const image = new ImageData(new Uint8ClampedArray(soft.data), width, height);
    this.canvas.getContext('2d').putImageData(image, 0, 0);
    return { canvas: this.canvas, size: this.canvas, part };
  }

  /** Lets the outermost pixels that are left go on over those that are cut off. */
  private cropped({ data, width, height }: ImageData, part: Rect): void {
    const { left, right, top, bottom } = this.crop;
    const across = kept([left, right], { from: part.x, length: part.width }, width);
    const down = kept([top, bottom], { from: part.y, length: part.height }, height);
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
function kept(
  [start, end]: readonly [number, number],
  line: { readonly from: number; readonly length: number },
  count: number,
): { readonly from: number; readonly to: number } {
  const pixel = (place: number): number => ((place - line.from) / line.length) * count;
  // Without a crop, what reaches out of a drawing stays.
  const from = start > 0 ? Math.min(count - 1, Math.ceil(pixel(start) - EVEN)) : 0;
  const to = end > 0 ? Math.floor(pixel(1 - end) + EVEN) : count;
  return { from, to: Math.max(from + 1, to) };
}
