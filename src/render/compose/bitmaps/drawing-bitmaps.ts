import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { type Drawing, inkBoxAtMoment, drawingMomentAt } from '../../draw/drawing.ts';
import { reductionOf } from '../../stills/raster-limit.ts';
import type { Seconds } from '../../../base/time.ts';
import { expandRect, intersect, type PixelSize, type Rect } from '../../scene/placement.ts';
import type { Layer } from '../../scene/scene.ts';
import { findInkBounds } from '../layers/draw-pixels.ts';
import { BORDER, type Bitmap, bitmapSizeFor, type BitmapSource } from './bitmap.ts';
import { type BitmapWindow, findBitmapWindow } from './bitmap-window.ts';

/** The sizes at which a drawing is shown. */
interface DrawingView {
  /** The largest size in pixels at which the drawing's box is shown. */
  readonly largest: PixelSize;
  /** Empty margin around the drawing, in pixels at the largest size; none if absent. */
  readonly margin?: number;
  /** Size of the output in pixels. */
  readonly output: PixelSize;
}

/**
 * The bitmaps of a drawing. If the drawing is too large for one bitmap, they contain only the visible part.
 */
export class DrawingBitmaps implements BitmapSource {
  private readonly drawing: Drawing;
  private readonly view: DrawingView;
  /** The rectangle that can have ink, in pixels of the drawing. */
  private readonly area: Rect;
  private canvas: Canvas | undefined;
  private last:
    | { readonly moment: number; readonly window: BitmapWindow; readonly bitmap: Bitmap }
    | undefined;

  constructor(drawing: Drawing, view: DrawingView) {
    this.drawing = drawing;
    this.view = view;
    const { width, height, inkBox } = drawing;
    const margin = ((view.margin ?? 0) * width) / view.largest.width;
    const whole = expandRect({ x: 0, y: 0, width, height }, drawing.bleed + margin);
    this.area = inkBox && this.scaleFor(whole) < 1 ? intersect(whole, expandRect(inkBox, margin)) : whole;
  }

  async at(time: Seconds, layer?: Layer): Promise<Bitmap | undefined> {
    const moment = drawingMomentAt(this.drawing, time.valueOf());
    const window = this.windowFor(layer);
    if (!window || !inkBoxAtMoment(this.drawing, moment)) return undefined;
    if (this.last?.moment !== moment || !isSameWindow(this.last.window, window)) {
      await this.drawing.moments?.load?.(moment);
      this.last = { moment, window, bitmap: this.drawBitmap(moment, window) };
    }
    return this.last.bitmap;
  }

  [Symbol.dispose](): void {
    this.last = undefined;
    this.canvas = undefined;
  }

  private windowFor(layer: Layer | undefined): BitmapWindow | undefined {
    const { largest, output } = this.view;
    if (layer && this.scaleFor(this.area) < 1) {
      return findBitmapWindow(layer, { box: this.drawing, area: this.area }, largest, output);
    }
    const size = bitmapSizeFor(this.pixelsOf(this.area));
    return {
      x: 0,
      y: 0,
      ...size,
      scaleX: size.width / this.area.width,
      scaleY: size.height / this.area.height,
    };
  }

  private scaleFor(area: PixelSize): number {
    return reductionOf(this.pixelsOf(area));
  }

  /**
   * Returns the size in pixels that an area of the drawing has when the drawing is shown at the largest size.
   */
  private pixelsOf({ width, height }: PixelSize): PixelSize {
    const { drawing, view } = this;
    return {
      width: (view.largest.width * width) / drawing.width,
      height: (view.largest.height * height) / drawing.height,
    };
  }

  private drawBitmap(moment: number, { scaleX, scaleY, ...window }: BitmapWindow): Bitmap {
    const { drawing, area } = this;
    const canvas = this.canvasFor(window);
    const context = canvas.getContext('2d');
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.save();
    context.translate(BORDER - window.x, BORDER - window.y);
    context.scale(scaleX, scaleY);
    context.translate(-area.x, -area.y);
    drawing.draw(context, moment);
    context.restore();
    const bounds = {
      x: (area.x + (window.x - BORDER) / scaleX) / drawing.width,
      y: (area.y + (window.y - BORDER) / scaleY) / drawing.height,
      width: canvas.width / scaleX / drawing.width,
      height: canvas.height / scaleY / drawing.height,
    };
    const isBrief = drawing.moments !== undefined;
    return { canvas, size: canvas, bounds, ink: findInk(canvas, bounds), isBrief, isDrawn: true };
  }

  private canvasFor(window: PixelSize): Canvas {
    const [width, height] = [window.width + 2 * BORDER, window.height + 2 * BORDER];
    const isFitting = this.canvas?.width === width && this.canvas.height === height;
    if (!this.canvas || !isFitting) this.canvas = createCanvas(width, height);
    return this.canvas;
  }
}

function isSameWindow(one: BitmapWindow, other: BitmapWindow): boolean {
  const { x, y, width, height, scaleX, scaleY } = one;
  const hasSameSize = width === other.width && height === other.height;
  return hasSameSize && x === other.x && y === other.y && scaleX === other.scaleX && scaleY === other.scaleY;
}

/**
 * Finds the bounds of the ink on a canvas, plus the surrounding pixels that interpolation blends with the
 * ink.
 *
 * @param bounds the rectangle of the canvas, in fractions of the drawing.
 */
function findInk(canvas: Canvas, bounds: Rect): Rect {
  const { width, height } = canvas;
  const ink = findInkBounds(canvas.getContext('2d').getImageData(0, 0, width, height).data, canvas);
  const [scaleX, scaleY] = [bounds.width / width, bounds.height / height];
  const isClear = ink.width === 0;
  return {
    x: bounds.x + (ink.x - BORDER) * scaleX,
    y: bounds.y + (ink.y - BORDER) * scaleY,
    width: isClear ? 0 : (ink.width + 2 * BORDER) * scaleX,
    height: isClear ? 0 : (ink.height + 2 * BORDER) * scaleY,
  };
}
