import type { Plane } from '../../av/video/video-frame.ts';
import { boundingBoxOf, intersect, type PixelSize } from '../../scene/placement.ts';
import { LayerPainter } from '../layer-painter.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';
import type { RgbaPixels } from '../planes/raster.ts';
import type { VisibleItem } from '../visible-layer.ts';

const EMPTY: PixelRect = { x: 0, y: 0, width: 0, height: 0 };

/** The canvas of a group that is drawn as one picture: green, blue, red and coverage of every pixel. */
export class GroupCanvas {
  private readonly size: PixelSize;
  private readonly green: Plane;
  private readonly blue: Plane;
  private readonly red: Plane;
  private readonly coverage: Plane;
  private readonly pixels: RgbaPixels;
  /** The pixels, four bytes at a time. All processors that Kinora runs on store the lowest byte first. */
  private readonly words: Uint32Array;
  private readonly painter = new LayerPainter();
  /** The rectangle that is not empty. */
  private inked = EMPTY;

  /** @param size size in whole pixels. */
  constructor({ width, height }: PixelSize) {
    const allocate = (): Plane => ({ data: new Uint8Array(width * height), stride: width });
    this.size = { width, height };
    [this.green, this.blue, this.red, this.coverage] = [allocate(), allocate(), allocate(), allocate()];
    this.words = new Uint32Array(width * height);
    this.pixels = { data: new Uint8Array(this.words.buffer), width, height };
  }

  /**
   * Draws layers on the empty canvas.
   *
   * @returns the pixels, which the next call overwrites, and the rectangle that is not transparent.
   */
  draw(items: readonly VisibleItem[]): { readonly pixels: RgbaPixels; readonly ink: PixelRect } {
    const { green: y, blue: u, red: v, coverage } = this;
    for (const plane of [y, u, v, coverage]) clearRows(plane, this.inked);
    this.painter.paint({ planes: { ...this.size, y, u, v, fullColour: true }, coverage }, items);
    const ink = intersect(paintedAreaOfAll(items), { x: 0, y: 0, ...this.size });
    this.writePixels(uniteRects(ink, this.inked));
    this.inked = ink;
    return { pixels: this.pixels, ink };
  }

  /** Converts a rectangle to straight RGBA. */
  private writePixels({ x, y, width, height }: PixelRect): void {
    const [greens, blues, reds, alphas] = [this.green, this.blue, this.red, this.coverage].map(
      ({ data }) => data,
    ) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array]; // One for each plane.
    const { words } = this;
    for (let row = y; row < y + height; row++) {
      const start = row * this.size.width + x;
      for (let at = start; at < start + width; at++) {
        // The casts are safe because every index lies on the canvas.
        const alpha = alphas[at] as number;
        if (alpha === 0) {
          words[at] = 0;
          continue;
        }
        let [red, green, blue] = [reds[at] as number, greens[at] as number, blues[at] as number];
        if (alpha < 255) {
          red = straighten(red, alpha);
          green = straighten(green, alpha);
          blue = straighten(blue, alpha);
        }
        words[at] = (alpha << 24) | (blue << 16) | (green << 8) | red;
      }
    }
  }
}

/** Divides a colour by its alpha. */
function straighten(colour: number, alpha: number): number {
  return Math.min(255, Math.round((255 * colour) / alpha));
}

function clearRows({ data, stride }: Plane, { y, height }: PixelRect): void {
  data.fill(0, y * stride, (y + height) * stride);
}

/** Returns a rectangle that contains everything that some layers paint. */
function paintedAreaOfAll(items: readonly VisibleItem[]): PixelRect {
  return items.map(paintedAreaOf).reduce(uniteRects, EMPTY);
}

function paintedAreaOf(item: VisibleItem): PixelRect {
  if ('layers' in item) return intersect(paintedAreaOfAll(item.layers), item.within);
  const { x, y, planes, area } = item.image;
  const painted = intersect(area, { x, y, width: planes.width, height: planes.height });
  return item.within ? intersect(painted, item.within) : painted;
}

/** Returns a rectangle that contains two others. Empty ones do not count. */
function uniteRects(one: PixelRect, other: PixelRect): PixelRect {
  const filled = [one, other].filter(({ width, height }) => width > 0 && height > 0);
  return filled.length < 2 ? (filled[0] ?? other) : boundingBoxOf(filled);
}
