import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Rect } from '../../scene/placement.ts';
import { drawAsLayer, drawOffscreen, type OffscreenLayer, touchesCanvas } from '../offscreen-layer.ts';
import type { Shift } from './entrance.ts';
import type { PlacedUnit } from '../lines/placed-lines.ts';

/** Draws a unit at its final position. All of its ink is inside the area. */
type DrawUnit = (context: SKRSContext2D, unit: PlacedUnit, area: Rect) => void;

/** Maximum number of pixels in the cache. A cache that exceeds this number is cleared. */
const MAX_CACHED_PIXELS = 2 ** 24;

/**
 * Above this font size in pixels, Skia itself positions glyphs at fractions of a pixel, so no bitmap is
 * needed.
 */
const SUBPIXEL_SIZE = 256;

/**
 * Draws units that are not at their final positions. Skia aligns glyphs to whole pixel rows, so a slow
 * movement would jerk. Therefore a unit is drawn once at its final position, and its bitmap is moved.
 */
export class MovingUnitPainter {
  private readonly drawUnit: DrawUnit;
  private readonly areaOf: (unit: PlacedUnit) => Rect | undefined;
  private readonly size: number;
  private readonly cache = new Map<PlacedUnit, OffscreenLayer>();
  /** The transform that the bitmaps were made for, with only the fractions of a pixel of its translation. */
  private cachedTransform = '';
  /** Total number of pixels in the cache. */
  private cachedPixels = 0;

  /**
   * @param size font size, in pixels of the box.
   * @param areaOf returns the area that contains all ink of a unit, or undefined if it has none.
   */
  constructor(drawUnit: DrawUnit, areaOf: (unit: PlacedUnit) => Rect | undefined, size: number) {
    this.drawUnit = drawUnit;
    this.areaOf = areaOf;
    this.size = size;
  }

  draw(context: SKRSContext2D, unit: PlacedUnit, { x, y, alpha }: Shift): void {
    const area = this.areaOf(unit);
    if (!area || !touchesCanvas(context, { ...area, x: area.x + x, y: area.y + y })) return;
    const { a, b, c, d, e, f } = context.getTransform();
    context.save();
    if (this.size * Math.sqrt(Math.abs(a * d - b * c)) > SUBPIXEL_SIZE) {
      context.translate(x, y);
      drawAsLayer(context, area, { alpha }, (layer) => this.drawUnit(layer, unit, area));
    } else {
      const [left, top] = [Math.floor(e), Math.floor(f)];
      context.setTransform(a, b, c, d, e - left, f - top);
      const bitmap = this.renderUnit(context, unit, area);
      context.setTransform(1, 0, 0, 1, left, top);
      context.globalAlpha = alpha;
      if (bitmap) context.drawImage(bitmap.canvas, bitmap.x + a * x + c * y, bitmap.y + b * x + d * y);
    }
    context.restore();
  }

  private renderUnit(context: SKRSContext2D, unit: PlacedUnit, area: Rect): OffscreenLayer | undefined {
    const { a, b, c, d, e, f } = context.getTransform();
    const transform = [a, b, c, d, e.toFixed(3), f.toFixed(3)].join(' ');
    if (transform !== this.cachedTransform || this.cachedPixels > MAX_CACHED_PIXELS) {
      this.cache.clear();
      this.cachedPixels = 0;
    }
    this.cachedTransform = transform;
    const cached = this.cache.get(unit);
    if (cached) return cached;
    const bitmap = drawOffscreen(context, area, (layer) => this.drawUnit(layer, unit, area));
    if (!bitmap) return undefined;
    this.cache.set(unit, bitmap);
    this.cachedPixels += bitmap.canvas.width * bitmap.canvas.height;
    return bitmap;
  }
}
