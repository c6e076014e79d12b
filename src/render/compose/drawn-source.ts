import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { drawingOf } from '../draw/asset-drawing.ts';
import { type Drawing, momentOf, type Setting } from '../draw/drawing.ts';
import type { Seconds } from '../../base/time.ts';
import type { DrawnAsset } from '../resolve/timeline.ts';
import type { Rect, Size } from '../scene/placement.ts';
import type { Layer } from '../scene/scene.ts';
import { drawn } from './drawn.ts';
import type { Look, LookSource } from './look.ts';
import { lookOf } from './raster.ts';
import { BORDER, type Sheet, sheetSize, type SheetSource } from './sheet.ts';

/** The looks of what we draw ourselves and what lies in one place: made anew only while the drawing itself moves. */
export class DrawnSource implements LookSource {
  private readonly drawing: Drawing;
  private readonly output: Size;
  private last: { readonly moment: number; readonly look: Look | undefined } | undefined;

  private constructor(drawing: Drawing, output: Size) {
    this.drawing = drawing;
    this.output = output;
  }

  /** @param output size in pixels. */
  static async open(asset: DrawnAsset, setting: Setting, output: Size): Promise<DrawnSource> {
    return new DrawnSource(await drawingOf(asset, setting), output);
  }

  at({ time, placement }: Layer): Promise<Look | undefined> {
    const moment = momentOf(this.drawing, time.valueOf());
    if (this.last?.moment !== moment) {
      const found = drawn(this.drawing, moment, placement, this.output);
      this.last = { moment, look: found && lookOf(found.pixels, found, this.output) };
    }
    return Promise.resolve(this.last.look);
  }

  [Symbol.dispose](): void {
    this.last = undefined;
  }
}

/** The sheets of what we draw ourselves, as {@link DrawnSource}. */
export class DrawnSheet implements SheetSource {
  private readonly drawing: Drawing;
  private readonly largest: Size;
  private canvas: Canvas | undefined;
  private last: { readonly moment: number; readonly sheet: Sheet } | undefined;

  private constructor(drawing: Drawing, largest: Size) {
    this.drawing = drawing;
    this.largest = largest;
  }

  /**
   * Makes the drawing.
   *
   * @param largest the largest size in pixels that the box is seen in.
   * @param margin how much is left free around the drawing, in such pixels.
   */
  static async open(asset: DrawnAsset, setting: Setting, largest: Size, margin = 0): Promise<DrawnSheet> {
    const drawing = await drawingOf(asset, setting);
    const bleed = drawing.bleed + (margin * drawing.width) / largest.width;
    return new DrawnSheet({ ...drawing, bleed }, largest);
  }

  at(time: Seconds): Promise<Sheet> {
    const moment = momentOf(this.drawing, time.valueOf());
    if (this.last?.moment !== moment) this.last = { moment, sheet: this.sheetAt(moment) };
    return Promise.resolve(this.last.sheet);
  }

  [Symbol.dispose](): void {
    this.last = undefined;
    this.canvas = undefined;
  }

  private sheetAt(moment: number): Sheet {
    const { width, height, bleed, draw } = this.drawing;
    const whole = { width: width + 2 * bleed, height: height + 2 * bleed };
    const size = sheetSize({
      width: (this.largest.width * whole.width) / width,
      height: (this.largest.height * whole.height) / height,
    });
    const canvas = (this.canvas ??= createCanvas(size.width + 2 * BORDER, size.height + 2 * BORDER));
    const [across, down] = [size.width / whole.width, size.height / whole.height];
    const context = canvas.getContext('2d');
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.save();
    context.translate(BORDER, BORDER);
    context.scale(across, down);
    context.translate(bleed, bleed);
    draw(context, moment);
    context.restore();
    const part = {
      x: -(bleed + BORDER / across) / width,
      y: -(bleed + BORDER / down) / height,
      width: canvas.width / across / width,
      height: canvas.height / down / height,
    };
    return { canvas, part, ink: inkOf(canvas, part) };
  }
}

/** Where there is something on a canvas, and the few pixels around it that it is mixed into. @param part where the canvas lies. */
function inkOf(canvas: Canvas, part: Rect): Rect {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0, row = 0; y < height; y++, row += width) {
    let [from, to] = [0, width];
    while (from < to && pixels[row + from] === 0) from++;
    while (to > from && pixels[row + to - 1] === 0) to--;
    if (from === to) continue;
    left = Math.min(left, from);
    right = Math.max(right, to);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  const [across, down] = [part.width / width, part.height / height];
  return {
    x: part.x + (left - BORDER) * across,
    y: part.y + (top - BORDER) * down,
    width: Math.max(0, right - left + 2 * BORDER) * across,
    height: Math.max(0, bottom - top + 2 * BORDER) * down,
  };
}
