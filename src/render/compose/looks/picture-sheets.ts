import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { PixelSize, Rect } from '../../scene/placement.ts';
import type { RgbaImage } from '../../stills/still.ts';

/** Size of a sheet in pixels, unless a picture is larger. */
const SHEET_SIDE = 2048;

/** A picture on a sheet. */
export interface SheetPlace extends Rect {
  /** The place of the sheet among all sheets. */
  readonly sheet: number;
}

/**
 * Puts pictures on few sheets: from left to right, and in rows from top to bottom. The pictures keep transparent
 * borders of their own.
 */
export class PictureSheets {
  private readonly save: (sheet: RgbaImage) => Promise<void>;
  private canvas: Canvas | undefined;
  private sheet = -1;
  private x = 0;
  private y = 0;
  private rowHeight = 0;
  private width = 0;

  /** @param save called with each sheet that is full. */
  constructor(save: (sheet: RgbaImage) => Promise<void>) {
    this.save = save;
  }

  /** Copies a part of a canvas, in whole pixels, to a sheet. */
  async add(canvas: Canvas, part: Rect): Promise<SheetPlace> {
    if (this.x + part.width > (this.canvas?.width ?? 0)) this.beginRow();
    if (!this.canvas || this.y + part.height > this.canvas.height || part.width > this.canvas.width)
      await this.beginSheet(part);
    const place = { sheet: this.sheet, x: this.x, y: this.y, width: part.width, height: part.height };
    const context = this.canvas?.getContext('2d');
    context?.drawImage(
      canvas,
      part.x,
      part.y,
      part.width,
      part.height,
      this.x,
      this.y,
      part.width,
      part.height,
    );
    this.x += part.width;
    this.width = Math.max(this.width, this.x);
    this.rowHeight = Math.max(this.rowHeight, part.height);
    return place;
  }

  /** Saves the last sheet. */
  async finish(): Promise<void> {
    const { canvas, width } = this;
    const height = this.y + this.rowHeight;
    this.canvas = undefined;
    if (!canvas || width === 0) return;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    await this.save({ data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength), width, height });
  }

  private beginRow(): void {
    this.x = 0;
    this.y += this.rowHeight;
    this.rowHeight = 0;
  }

  private async beginSheet({ width, height }: PixelSize): Promise<void> {
    await this.finish();
    this.canvas = createCanvas(Math.max(SHEET_SIDE, width), Math.max(SHEET_SIDE, height));
    this.sheet += 1;
    [this.x, this.y, this.rowHeight, this.width] = [0, 0, 0, 0];
  }
}
