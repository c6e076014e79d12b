import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Rect } from '../scene/placement.ts';
import { bitmapScaleFor } from './bitmap-limit.ts';

/** A picture, and how many of its pixels there are for one of what is drawn. */
interface CachedPixels {
  readonly canvas: Canvas;
  readonly scaleX: number;
  readonly scaleY: number;
}

/**
 * Something that moves as a whole, drawn once and kept as pixels. Skia puts letters on whole pixels, so that a text that is drawn
 * anew in every place jumps; a picture of it moves by fractions of a pixel. One that would be too large is a smaller one, enlarged.
 */
export class CachedDrawing {
  private readonly area: Rect;
  private readonly draw: (context: SKRSContext2D) => void;
  private cached: CachedPixels | undefined;

  /** @param area what is kept of what is drawn. Nothing may be seen at its edges. */
  constructor(area: Rect, draw: (context: SKRSContext2D) => void) {
    this.area = area;
    this.draw = draw;
  }

  /** Draws it on a context, moved to the right and down. */
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

  /** @param contextScaleX, high the pixels that are drawn on for one of what is drawn. */
  private renderAt(contextScaleX: number, contextScaleY: number): CachedPixels {
    const { x, y, width, height } = this.area;
    const limit = bitmapScaleFor({ width: width * contextScaleX, height: height * contextScaleY });
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
