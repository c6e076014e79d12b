import { type PageCurl, pageCurlAt } from '../../scene/transitions/page-turn.ts';
import type { PixelChange } from '../../scene/transitions/pixel-change.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';

/** The colour of the paper, and how much of the picture is seen through its back. */
const BACK = { paper: [243, 240, 234], shows: 0.14 } as const;
/** Darkness of the shadows on the page and on what is below it, and how far they reach, in radii. */
const SHADOWS = { page: 0.38, below: 0.5, reach: 1.1 };

/** Radii from the curl beyond which nothing of it is seen. */
const FAR = 6;

/** A picture with its place on the surface. */
interface PlacedPixels extends PixelRect {
  /** Straight RGBA in rows without padding. */
  readonly data: Uint8ClampedArray;
}

/**
 * Draws a page that turns, with its back and its shadows.
 *
 * @param page the page as it lies.
 * @param to the picture to draw, opaque. @param seen memory for the coverage of each of its pixels, 0 to 255.
 */
export function drawPage(change: PixelChange, page: PlacedPixels, to: PlacedPixels, seen: Uint8Array): void {
  const painter = new PagePainter(page, pageCurlAt(change, page));
  for (let row = 0, at = 0; row < to.height; row++)
    for (let column = 0; column < to.width; column++, at++)
      seen[at] = painter.paint(to.x + column - page.x, to.y + row - page.y, to.data, 4 * at);
}

class PagePainter {
  private readonly page: PlacedPixels;
  private readonly curl: PageCurl;
  // The colour of the last place that was read. Alpha is 0 to 1.
  private red = 0;
  private green = 0;
  private blue = 0;
  private alpha = 0;
  // What was added for a pixel: colours multiplied by their coverage, and the coverage, 0 to 1.
  private sumRed = 0;
  private sumGreen = 0;
  private sumBlue = 0;
  private covered = 0;

  constructor(page: PlacedPixels, curl: PageCurl) {
    this.page = page;
    this.curl = curl;
  }

  /** Paints a pixel. @param x, y its place on the page. @returns its coverage, 0 to 255. */
  paint(x: number, y: number, to: Uint8ClampedArray, at: number): number {
    const { across, down, fold, radius } = this.curl;
    const away = (x + 0.5) * across + (y + 0.5) * down - fold;
    if (away <= 0) {
      const over = this.inside(x, y, Math.PI * radius - 2 * away);
      // Most of the page lies far from the curl.
      return over < -FAR * radius ? this.copy(x, y, to, at) : this.paintFlat(x, y, away, over, to, at);
    }
    if (away < radius + 0.5) return this.paintCurl(x, y, away, to, at);
    return away > FAR * radius ? this.finish(to, at) : this.paintShadow(x, y, away, to, at);
  }

  private copy(x: number, y: number, to: Uint8ClampedArray, at: number): number {
    const { data, width, height } = this.page;
    if (x < 0 || y < 0 || x >= width || y >= height) return this.finish(to, at);
    const from = 4 * (y * width + x);
    // The casts are safe because the place is on the page.
    to[at] = data[from] as number;
    to[at + 1] = data[from + 1] as number;
    to[at + 2] = data[from + 2] as number;
    to[at + 3] = 255;
    return data[from + 3] as number;
  }

  /** Paints what lies, and the back that lies on it. @param over how far the place is inside the page above it. */
  private paintFlat(
    x: number,
    y: number,
    away: number,
    over: number,
    to: Uint8ClampedArray,
    at: number,
  ): number {
    const { radius } = this.curl;
    this.clear();
    this.addBack(x, y, Math.PI * radius - 2 * away, over, 1 - 0.1 * Math.exp(away / radius));
    this.addFront(x, y, 0, 1, this.shadowOf(over));
    return this.finish(to, at);
  }

  /** Paints the paper that is lifted: its back, and its front below. */
  private paintCurl(x: number, y: number, away: number, to: Uint8ClampedArray, at: number): number {
    const { radius } = this.curl;
    const angle = Math.asin(Math.min(1, away / radius));
    const edge = Math.min(1, radius - away + 0.5);
    const behind = (Math.PI - angle) * radius - away;
    const over = this.inside(x, y, behind);
    const steep = away / radius;
    this.clear();
    // The back is darkest where it stands upright.
    this.addBack(x, y, behind, Math.min(over, edge - 0.5), 0.9 - 0.45 * steep ** 3);
    this.addFront(x, y, angle * radius - away, edge, (1 - 0.4 * steep * steep) * this.shadowOf(over));
    this.addShadow(x, y, away);
    return this.finish(to, at);
  }

  private paintShadow(x: number, y: number, away: number, to: Uint8ClampedArray, at: number): number {
    this.clear();
    this.addShadow(x, y, away);
    return this.finish(to, at);
  }

  /** @param by pixels along the direction to the place on the paper. @param inside how far that is on the page. */
  private addBack(x: number, y: number, by: number, inside: number, shade: number): void {
    if (inside <= -0.5) return;
    this.read(x, y, by);
    const part = Math.min(1, inside + 0.5) * this.alpha;
    const [red, green, blue] = BACK.paper;
    this.add(
      part,
      shade * (red + BACK.shows * (this.red - red)),
      shade * (green + BACK.shows * (this.green - green)),
      shade * (blue + BACK.shows * (this.blue - blue)),
    );
  }

  private addFront(x: number, y: number, by: number, edge: number, shade: number): void {
    const inside = this.inside(x, y, by);
    if (inside <= -0.5 || this.covered >= 1) return;
    this.read(x, y, by);
    const part = edge * Math.min(1, inside + 0.5) * this.alpha;
    this.add(part, shade * this.red, shade * this.green, shade * this.blue);
  }

  /** Adds the shadow of the curl on what is below, where the paper stands upright. */
  private addShadow(x: number, y: number, away: number): void {
    const { radius, shadow } = this.curl;
    const upright = this.inside(x, y, (Math.PI / 2) * radius - away);
    const near = Math.min(1, Math.max(0, upright / radius + 1));
    const far = Math.max(0, away - radius) / (SHADOWS.reach * radius);
    this.add(SHADOWS.below * shadow * near * Math.exp(-far), 0, 0, 0);
  }

  /** Returns the light that the paper above leaves. @param over how far a place is inside of it, below 0 outside. */
  private shadowOf(over: number): number {
    const { radius, shadow } = this.curl;
    return 1 - SHADOWS.page * shadow * Math.exp(Math.min(0, over) / (SHADOWS.reach * radius));
  }

  private clear(): void {
    this.sumRed = this.sumGreen = this.sumBlue = this.covered = 0;
  }

  /** Adds a colour below what is there. */
  private add(part: number, red: number, green: number, blue: number): void {
    const share = (1 - this.covered) * part;
    this.sumRed += share * red;
    this.sumGreen += share * green;
    this.sumBlue += share * blue;
    this.covered += share;
  }

  /** Writes the colour of what was added. */
  private finish(to: Uint8ClampedArray, at: number): number {
    const { covered } = this;
    to[at] = covered > 0 ? this.sumRed / covered : 0;
    to[at + 1] = covered > 0 ? this.sumGreen / covered : 0;
    to[at + 2] = covered > 0 ? this.sumBlue / covered : 0;
    to[at + 3] = 255;
    this.clear();
    return 255 * covered + 0.5;
  }

  /** Returns how far a place is inside the page, below 0 outside. @param by pixels from x and y along the direction. */
  private inside(x: number, y: number, by: number): number {
    const { width, height } = this.page;
    const placeX = x + 0.5 + by * this.curl.across;
    const placeY = y + 0.5 + by * this.curl.down;
    return Math.min(placeX, placeY, width - placeX, height - placeY);
  }

  /** Interpolates the page at a place. @param by pixels from x and y along the direction. */
  private read(x: number, y: number, by: number): void {
    const { data, width, height } = this.page;
    const left = Math.min(width - 1, Math.max(0, x + by * this.curl.across));
    const top = Math.min(height - 1, Math.max(0, y + by * this.curl.down));
    const [column, row] = [left | 0, top | 0];
    const upper = 4 * (row * width + column);
    const next = column < width - 1 ? 4 : 0;
    const lower = row < height - 1 ? upper + 4 * width : upper;
    const [right, below] = [left - column, top - row];
    // The casts are safe because all indexes are inside the picture.
    const partAt = (part: number): number => {
      if (by === 0) return data[upper + part] as number;
      const one = data[upper + part] as number;
      const above = one + right * ((data[upper + next + part] as number) - one);
      const other = data[lower + part] as number;
      return above + below * (other + right * ((data[lower + next + part] as number) - other) - above);
    };
    this.red = partAt(0);
    this.green = partAt(1);
    this.blue = partAt(2);
    this.alpha = partAt(3) / 255;
  }
}
