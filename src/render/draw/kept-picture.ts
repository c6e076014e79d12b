import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Rect } from '../scene/placement.ts';
import { shrinkOf } from './picture-limit.ts';

/** A picture, and how many of its pixels there are for one of what is drawn. */
interface Kept {
  readonly canvas: Canvas;
  readonly across: number;
  readonly down: number;
}

/**
 * Something that moves as a whole, drawn once and kept as pixels. Skia puts letters on whole pixels, so that a text that is drawn
 * anew in every place jumps; a picture of it moves by fractions of a pixel. One that would be too large is a smaller one, enlarged.
 */
export class KeptPicture {
  private readonly area: Rect;
  private readonly draw: (context: SKRSContext2D) => void;
  private kept: Kept | undefined;

  /** @param area what is kept of what is drawn. Nothing may be seen at its edges. */
  constructor(area: Rect, draw: (context: SKRSContext2D) => void) {
    this.area = area;
    this.draw = draw;
  }

  /** Draws it on a context, moved to the right and down. */
  put(context: SKRSContext2D, right: number, below: number): void {
    const { a, b, c, d } = context.getTransform();
    const { canvas, across, down } = this.pictureAt(Math.hypot(a, b), Math.hypot(c, d));
    const { x, y } = this.area;
    context.save();
    context.imageSmoothingEnabled = true;
    context.imageSmoothingQuality = 'high';
    context.drawImage(canvas, x + right, y + below, canvas.width / across, canvas.height / down);
    context.restore();
  }

  /** @param wide, high the pixels that are drawn on for one of what is drawn. */
  private pictureAt(wide: number, high: number): Kept {
    const { x, y, width, height } = this.area;
    const shrink = shrinkOf({ width: width * wide, height: height * high });
    const [across, down] = [wide * shrink, high * shrink];
    if (this.kept?.across === across && this.kept.down === down) return this.kept;
    const canvas = createCanvas(Math.ceil(width * across) || 1, Math.ceil(height * down) || 1);
    const context = canvas.getContext('2d');
    context.scale(across, down);
    context.translate(-x, -y);
    this.draw(context);
    this.kept = { canvas, across, down };
    return this.kept;
  }
}
