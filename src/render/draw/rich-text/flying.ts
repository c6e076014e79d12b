import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Rect } from '../../scene/placement.ts';
import { asOne, type Layer, layerOf, touches } from '../layer.ts';
import type { Shift } from './moment.ts';
import type { PlacedUnit } from './layout.ts';

/** Draws a unit in its place. */
type DrawUnit = (context: SKRSContext2D, unit: PlacedUnit) => void;

/** Pictures of so many pixels together are kept; more than that are made anew. */
const MOST_KEPT = 2 ** 24;

/** From this size in pixels on Skia draws letters at any fraction of a pixel by itself. */
const LARGE = 256;

/**
 * Draws units out of their places. Skia puts letters on whole rows of pixels, where slow ways would jerk: so a unit is drawn
 * once in its place, and these pixels are moved.
 */
export class Flying {
  private readonly drawUnit: DrawUnit;
  private readonly areaOf: (unit: PlacedUnit) => Rect;
  private readonly size: number;
  private readonly pictures = new Map<PlacedUnit, Layer>();
  /** What of a transform the pictures are made for: all but whole pixels. */
  private madeFor = '';
  /** How many pixels the pictures have together. */
  private keptPixels = 0;

  /** @param size of the letters in pixels of the box. @param areaOf what a unit is drawn on. */
  constructor(drawUnit: DrawUnit, areaOf: (unit: PlacedUnit) => Rect, size: number) {
    this.drawUnit = drawUnit;
    this.areaOf = areaOf;
    this.size = size;
  }

  draw(context: SKRSContext2D, unit: PlacedUnit, { x, y, alpha }: Shift): void {
    const area = this.areaOf(unit);
    if (!touches(context, { ...area, x: area.x + x, y: area.y + y })) return;
    const { a, b, c, d, e, f } = context.getTransform();
    context.save();
    if (this.size * Math.sqrt(Math.abs(a * d - b * c)) > LARGE) {
      context.translate(x, y);
      asOne(context, area, { alpha }, (layer) => this.drawUnit(layer, unit));
    } else {
      const [left, top] = [Math.floor(e), Math.floor(f)];
      context.setTransform(a, b, c, d, e - left, f - top);
      const picture = this.pictureOf(context, unit);
      context.setTransform(1, 0, 0, 1, left, top);
      context.globalAlpha = alpha;
      if (picture) context.drawImage(picture.canvas, picture.x + a * x + c * y, picture.y + b * x + d * y);
    }
    context.restore();
  }

  private pictureOf(context: SKRSContext2D, unit: PlacedUnit): Layer | undefined {
    const { a, b, c, d, e, f } = context.getTransform();
    const wanted = [a, b, c, d, e.toFixed(3), f.toFixed(3)].join(' ');
    if (wanted !== this.madeFor || this.keptPixels > MOST_KEPT) {
      this.pictures.clear();
      this.keptPixels = 0;
    }
    this.madeFor = wanted;
    const known = this.pictures.get(unit);
    if (known) return known;
    const picture = layerOf(context, this.areaOf(unit), (layer) => this.drawUnit(layer, unit));
    if (!picture) return undefined;
    this.pictures.set(unit, picture);
    this.keptPixels += picture.canvas.width * picture.canvas.height;
    return picture;
  }
}
