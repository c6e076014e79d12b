import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { Drawing } from '../../draw/drawing.ts';
import { intersect, type Placement, type Rect, type PixelSize } from '../../scene/placement.ts';
import { isSameRect, type PixelRect } from '../planes/pixel-rect.ts';
import { findInkArea, boxPartToPixels, transformToBox } from './draw-pixels.ts';
import type { LayerImage } from './layer-image.ts';
import { Raster } from '../planes/raster.ts';

/** The moment drawn last. */
interface DrawnMoment {
  readonly moment: number;
  /** The rectangle of output pixels that the raster covers. All numbers are even. */
  readonly area: PixelRect;
  readonly raster: Raster;
}

/**
 * The sides of a canvas are multiples of this many pixels, so that caption pages of similar sizes share a
 * canvas.
 */
const CANVAS_STEP = 128;

/**
 * The images of a stationary drawing that changes at certain moments. Only the changed part is drawn and
 * converted again.
 */
export class AnimatedDrawing {
  private readonly drawing: Drawing;
  private readonly output: PixelSize;
  private canvas: Canvas | undefined;
  private last: DrawnMoment | undefined;

  /** @param drawing the drawing. @param output size in pixels, even. */
  constructor(drawing: Drawing, output: PixelSize) {
    this.drawing = drawing;
    this.output = output;
  }

  /**
   * Returns the image of a moment.
   *
   * @param moment a moment of the drawing.
   * @param placement the placement of the drawing, the same in each call.
   * @returns an image that is valid until the next call; undefined if nothing is visible.
   */
  at(moment: number, placement: Placement): LayerImage | undefined {
    const inkArea = findInkArea(this.drawing, moment, placement, this.output);
    if (!inkArea) {
      this.last = undefined;
      return undefined;
    }
    const area = alignToEven(inkArea);
    const known = this.last && isSameRect(this.last.area, area) ? this.last : undefined;
    const changed = known && this.drawing.moments?.changedArea?.(known.moment, moment);
    const raster = known?.raster ?? new Raster(area.width, area.height);
    const part = changed
      ? intersect(area, alignToEven(boxPartToPixels(changed, this.drawing, placement.whole)))
      : area;
    if (part.width > 0 && part.height > 0) this.drawPart(raster, moment, { part, area }, placement);
    this.last = { moment, area, raster };
    const { width, height } = this.output;
    return {
      planes: raster.getPlanes(),
      x: area.x,
      y: area.y,
      area: { x: 0, y: 0, width, height },
      coversFrame: false,
    };
  }

  /** Draws a part of the visible area and updates the raster there. */
  private drawPart(
    raster: Raster,
    moment: number,
    { part, area }: { readonly part: PixelRect; readonly area: PixelRect },
    placement: Placement,
  ): void {
    const context = this.canvasFor(area).getContext('2d');
    const [x, y] = [part.x - area.x, part.y - area.y];
    context.save();
    context.beginPath();
    context.rect(x, y, part.width, part.height);
    context.clip();
    context.clearRect(x, y, part.width, part.height);
    context.translate(-area.x, -area.y);
    transformToBox(context, this.drawing, placement);
    this.drawing.draw(context, moment, toBoxCoordinates(part, this.drawing, placement.whole));
    context.restore();
    raster.putPixels(context.getImageData(x, y, part.width, part.height), x, y);
    raster.updatePlanes({ ...part, x, y });
  }

  private canvasFor({ width, height }: PixelSize): Canvas {
    const known = this.canvas;
    if (known && known.width >= width && known.height >= height) return known;
    const roundUp = (size: number): number => Math.ceil(size / CANVAS_STEP) * CANVAS_STEP;
    this.canvas = createCanvas(
      roundUp(Math.max(width, known?.width ?? 0)),
      roundUp(Math.max(height, known?.height ?? 0)),
    );
    // The new canvas is empty, so the next drawing must be complete.
    this.last = undefined;
    return this.canvas;
  }
}

/** Rounds a rectangle out to even pixels. */
function alignToEven({ x, y, width, height }: PixelRect): PixelRect {
  const [left, top] = [2 * Math.floor(x / 2), 2 * Math.floor(y / 2)];
  return {
    x: left,
    y: top,
    width: 2 * Math.ceil((x + width) / 2) - left,
    height: 2 * Math.ceil((y + height) / 2) - top,
  };
}

/**
 * Converts a rectangle of the output to coordinates of the drawing.
 *
 * @param whole the rectangle of the drawing on the output.
 */
function toBoxCoordinates({ x, y, width, height }: PixelRect, box: PixelSize, whole: Rect): Rect {
  const [scaleX, scaleY] = [box.width / whole.width, box.height / whole.height];
  return {
    x: (x - whole.x) * scaleX,
    y: (y - whole.y) * scaleY,
    width: width * scaleX,
    height: height * scaleY,
  };
}
