import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import type { Seconds } from '../../base/time.ts';
import type { Size } from '../scene/placement.ts';
import { blurred } from '../stills/blurred.ts';
import type { Sheet, SheetSource } from './sheet.ts';

/** On a sheet, a sigma of so many pixels is enough: larger, it would look the same and take longer. */
const ENOUGH = 3;

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
  private canvas: Canvas | undefined;
  private last: { readonly from: Sheet; readonly sheet: Sheet } | undefined;

  /**
   * @param sheets closed together with this.
   * @param sigma in pixels of a picture that is seen in the largest size.
   * @param largest that size, in pixels.
   */
  constructor(sheets: SheetSource, sigma: number, largest: Size) {
    this.sheets = sheets;
    this.sigma = sigma;
    this.largest = largest;
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
    const soft = await blurred(
      { data: new Uint8Array(pixels.data.buffer), width, height },
      this.sigma * Math.sqrt(across * down),
    );
    this.canvas ??= createCanvas(width, height);
    const image = new ImageData(new Uint8ClampedArray(soft.data), width, height);
    this.canvas.getContext('2d').putImageData(image, 0, 0);
    return { canvas: this.canvas, part };
  }
}
