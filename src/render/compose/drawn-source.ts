import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { type Drawing, inkAt, momentOf } from '../draw/drawing.ts';
import { grown } from '../draw/layer.ts';
import { shrinkOf } from '../draw/picture-limit.ts';
import type { Seconds } from '../../base/time.ts';
import { overlap, type Placement, type Rect, type Size } from '../scene/placement.ts';
import type { Layer } from '../scene/scene.ts';
import { drawn, inkOf } from './drawn.ts';
import type { Look, LookSource } from './look.ts';
import { MomentLooks } from './moment-looks.ts';
import { lookOf, RasterRoom } from './raster.ts';
import { BORDER, type Sheet, sheetSize, type SheetSource } from './sheet.ts';
import { type SheetWindow, windowOn } from './sheet-window.ts';

/** The looks of what we draw ourselves and what lies in one place: made anew only while the drawing itself moves. */
export class DrawnSource implements LookSource {
  private readonly drawing: Drawing;
  private readonly output: Size;
  private readonly looks: MomentLooks | undefined;
  private last: { readonly moment: number; readonly look: Look | undefined } | undefined;
  /** Written over by each moment while it moves. */
  private readonly room = new RasterRoom();

  /** @param output size in pixels. */
  constructor(drawing: Drawing, output: Size) {
    this.drawing = drawing;
    this.output = output;
    this.looks = drawing.moments && new MomentLooks(drawing, output);
  }

  at({ time, placement }: Layer): Promise<Look | undefined> {
    const moment = momentOf(this.drawing, time.valueOf());
    if (this.last?.moment !== moment) {
      const look = this.looks ? this.looks.at(moment, placement) : this.drawn(moment, placement);
      this.last = { moment, look };
    }
    return Promise.resolve(this.last.look);
  }

  private drawn(moment: number, placement: Placement): Look | undefined {
    const found = drawn(this.drawing, moment, placement, this.output);
    return found && lookOf(found.pixels, found, this.output, this.room);
  }

  [Symbol.dispose](): void {
    this.last = undefined;
  }
}

/** How a drawing is seen. */
interface Seen {
  /** The largest size in pixels that its box is seen in. */
  readonly largest: Size;
  /** How much is left free around it, in such pixels; absent: nothing. */
  readonly margin?: number;
  /** Size in pixels. */
  readonly output: Size;
}

/** The sheets of what we draw ourselves, as {@link DrawnSource}; of what is too large for a sheet, of the part that is seen. */
export class DrawnSheet implements SheetSource {
  private readonly drawing: Drawing;
  private readonly seen: Seen;
  /** What there can be something on, in pixels of the drawing. */
  private readonly area: Rect;
  private canvas: Canvas | undefined;
  private last: { readonly moment: number; readonly window: SheetWindow; readonly sheet: Sheet } | undefined;

  constructor(drawing: Drawing, seen: Seen) {
    this.drawing = drawing;
    this.seen = seen;
    const { width, height, ink } = drawing;
    const margin = ((seen.margin ?? 0) * width) / seen.largest.width;
    const whole = grown({ x: 0, y: 0, width, height }, drawing.bleed + margin);
    this.area = ink && this.shrinkOf(whole) < 1 ? overlap(whole, grown(ink, margin)) : whole;
  }

  at(time: Seconds, layer?: Layer): Promise<Sheet | undefined> {
    const moment = momentOf(this.drawing, time.valueOf());
    const window = this.windowFor(layer);
    if (!window || !inkAt(this.drawing, moment)) return Promise.resolve(undefined);
    if (this.last?.moment !== moment || !sameWindow(this.last.window, window)) {
      this.last = { moment, window, sheet: this.sheetAt(moment, window) };
    }
    return Promise.resolve(this.last.sheet);
  }

  [Symbol.dispose](): void {
    this.last = undefined;
    this.canvas = undefined;
  }

  private windowFor(layer: Layer | undefined): SheetWindow | undefined {
    const { largest, output } = this.seen;
    if (layer && this.shrinkOf(this.area) < 1) {
      return windowOn(layer, { box: this.drawing, area: this.area }, largest, output);
    }
    const size = sheetSize(this.pixelsOf(this.area));
    return {
      x: 0,
      y: 0,
      ...size,
      across: size.width / this.area.width,
      down: size.height / this.area.height,
    };
  }

  private shrinkOf(area: Size): number {
    return shrinkOf(this.pixelsOf(area));
  }

  /** The pixels that an area of the drawing takes where it is seen largest. */
  private pixelsOf({ width, height }: Size): Size {
    const { drawing, seen } = this;
    return {
      width: (seen.largest.width * width) / drawing.width,
      height: (seen.largest.height * height) / drawing.height,
    };
  }

  private sheetAt(moment: number, { across, down, ...window }: SheetWindow): Sheet {
    const { drawing, area } = this;
    const canvas = this.canvasFor(window);
    const context = canvas.getContext('2d');
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.save();
    context.translate(BORDER - window.x, BORDER - window.y);
    context.scale(across, down);
    context.translate(-area.x, -area.y);
    drawing.draw(context, moment);
    context.restore();
    const part = {
      x: (area.x + (window.x - BORDER) / across) / drawing.width,
      y: (area.y + (window.y - BORDER) / down) / drawing.height,
      width: canvas.width / across / drawing.width,
      height: canvas.height / down / drawing.height,
    };
    return { canvas, size: canvas, part, ink: inkIn(canvas, part) };
  }

  private canvasFor(window: Size): Canvas {
    const [width, height] = [window.width + 2 * BORDER, window.height + 2 * BORDER];
    const fits = this.canvas?.width === width && this.canvas.height === height;
    if (!this.canvas || !fits) this.canvas = createCanvas(width, height);
    return this.canvas;
  }
}

function sameWindow(one: SheetWindow, other: SheetWindow): boolean {
  const { x, y, width, height, across, down } = one;
  const size = width === other.width && height === other.height;
  return size && x === other.x && y === other.y && across === other.across && down === other.down;
}

/** Where there is something on a canvas, and the few pixels around it that it is mixed into. @param part where the canvas lies. */
function inkIn(canvas: Canvas, part: Rect): Rect {
  const { width, height } = canvas;
  const ink = inkOf(canvas.getContext('2d').getImageData(0, 0, width, height).data, canvas);
  const [across, down] = [part.width / width, part.height / height];
  const isClear = ink.width === 0;
  return {
    x: part.x + (ink.x - BORDER) * across,
    y: part.y + (ink.y - BORDER) * down,
    width: isClear ? 0 : (ink.width + 2 * BORDER) * across,
    height: isClear ? 0 : (ink.height + 2 * BORDER) * down,
  };
}
