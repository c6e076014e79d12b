import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Rect } from '../scene/placement.ts';
import { reductionOf } from '../stills/raster-limit.ts';

/** A bitmap and its scale: bitmap pixels per unit of the drawing. */
interface CachedPixels {
  readonly canvas: Canvas;
  readonly scaleX: number;
  readonly scaleY: number;
}

/**
 * A drawing that moves as a whole. The drawing is rendered once and cached as a bitmap, because Skia aligns
 * glyphs to whole pixels: a text would jump if it were drawn again at each position, whereas a bitmap can
 * move by fractions of a pixel. If the drawing exceeds the bitmap limit, a smaller bitmap is cached and
 * enlarged each time.
 */
export class CachedDrawing {
  private readonly area: Rect;
  private readonly draw: (context: SKRSContext2D) => void;
  private cached: CachedPixels | undefined;

  /**
   * @param area the area of the drawing to cache. The drawing must be transparent at the edges of this area.
   */
  constructor(area: Rect, draw: (context: SKRSContext2D) => void) {
    this.area = area;
    this.draw = draw;
  }

  /** Draws the bitmap on a context, moved by an offset in units of the drawing. */
  drawAt(context: SKRSContext2D, right: number, down: number): void {
    const { a, b, c, d } = context.getTransform();
    const { canvas, scaleX, scaleY } = this.renderAt(Math.hypot(a, b), Math.hypot(c, d));
    const { x, y } = this.area;
    context.save();
    context.imageSmoothingEnabled = true;
    context.imageSmoothingQuality = 'high';
    context.drawImage(canvas, x + right, y + down, canvas.width / scaleX, canvas.height / scaleY);
    context.restore();
  }

  /**
   * Returns the bitmap for the scale of a context. The scale is in context pixels per unit of the
   * drawing.
   */
  private renderAt(contextScaleX: number, contextScaleY: number): CachedPixels {
    const { x, y, width, height } = this.area;
    const limit = reductionOf({ width: width * contextScaleX, height: height * contextScaleY });
    const [scaleX, scaleY] = [contextScaleX * limit, contextScaleY * limit];
    if (this.cached?.scaleX === scaleX && this.cached.scaleY === scaleY) return this.cached;
    const canvas = createCanvas(Math.ceil(width * scaleX) || 1, Math.ceil(height * scaleY) || 1);
    const context = canvas.getContext('2d');
    context.scale(scaleX, scaleY);
    context.translate(-x, -y);
    this.draw(context);
    this.cached = { canvas, scaleX, scaleY };
    return this.cached;
  }
}
