import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { Drawing } from '../draw/drawing.ts';
import type { Placement, Rect, Size } from '../scene/placement.ts';
import type { PixelRect } from './cut.ts';
import { areaOf, overlap, pixelsOf, toBox } from './drawn.ts';
import type { Look } from './look.ts';
import { Raster } from './raster.ts';

/** What was drawn last, and the even pixels of the output that it lies on. */
interface Board {
  readonly moment: number;
  readonly at: PixelRect;
  readonly raster: Raster;
}

/** Canvases are made in steps of so many pixels, so that pages of about one size share one. */
const STEP = 128;

/** The looks of a drawing that changes now and then, in one place: only what changes is drawn and converted again. */
export class MomentLooks {
  private readonly drawing: Drawing;
  private readonly output: Size;
  private canvas: Canvas | undefined;
  private board: Board | undefined;

  /** @param output size in pixels, even. */
  constructor(drawing: Drawing, output: Size) {
    this.drawing = drawing;
    this.output = output;
  }

  /** The look of a moment, valid until the next call; undefined where there is nothing to see. */
  at(moment: number, placement: Placement): Look | undefined {
    const found = areaOf(this.drawing, moment, placement, this.output);
    if (!found) {
      this.board = undefined;
      return undefined;
    }
    const at = evenly(found);
    const known = this.board && sameArea(this.board.at, at) ? this.board : undefined;
    const changed = known && this.drawing.moments?.changed?.(known.moment, moment);
    const raster = known?.raster ?? new Raster(at.width, at.height);
    const part = changed ? overlap(at, evenly(pixelsOf(changed, this.drawing, placement.whole))) : at;
    if (part.width > 0 && part.height > 0) this.drawPart(raster, moment, { part, at }, placement);
    this.board = { moment, at, raster };
    const { width, height } = this.output;
    return {
      ...{ planes: raster.planes(), x: at.x, y: at.y },
      ...{ area: { x: 0, y: 0, width, height }, covers: false },
    };
  }

  /** Draws a part of what lies on the output. */
  private drawPart(
    raster: Raster,
    moment: number,
    { part, at }: { readonly part: PixelRect; readonly at: PixelRect },
    placement: Placement,
  ): void {
    const context = this.canvasFor(at).getContext('2d');
    const [x, y] = [part.x - at.x, part.y - at.y];
    context.save();
    context.beginPath();
    context.rect(x, y, part.width, part.height);
    context.clip();
    context.clearRect(x, y, part.width, part.height);
    context.translate(-at.x, -at.y);
    toBox(context, this.drawing, placement);
    this.drawing.draw(context, moment, inBox(part, this.drawing, placement.whole));
    context.restore();
    raster.put(context.getImageData(x, y, part.width, part.height), x, y);
    raster.blend({ ...part, x, y });
  }

  private canvasFor({ width, height }: Size): Canvas {
    const known = this.canvas;
    if (known && known.width >= width && known.height >= height) return known;
    const stepped = (size: number): number => Math.ceil(size / STEP) * STEP;
    this.canvas = createCanvas(
      stepped(Math.max(width, known?.width ?? 0)),
      stepped(Math.max(height, known?.height ?? 0)),
    );
    // Nothing of what was drawn is on it.
    this.board = undefined;
    return this.canvas;
  }
}

function sameArea(one: PixelRect, other: PixelRect): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

/** The smallest rectangle from even pixels to even pixels around one. */
function evenly({ x, y, width, height }: PixelRect): PixelRect {
  const [left, top] = [2 * Math.floor(x / 2), 2 * Math.floor(y / 2)];
  return {
    x: left,
    y: top,
    width: 2 * Math.ceil((x + width) / 2) - left,
    height: 2 * Math.ceil((y + height) / 2) - top,
  };
}

/** Pixels of the output in pixels of a box. */
function inBox({ x, y, width, height }: PixelRect, box: Size, whole: Rect): Rect {
  const [across, down] = [box.width / whole.width, box.height / whole.height];
  return {
    x: (x - whole.x) * across,
    y: (y - whole.y) * down,
    width: width * across,
    height: height * down,
  };
}
