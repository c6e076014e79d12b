import type { ColourKey } from '../resolve/colour-key.ts';
import { BLUE_FROM_U, RED_FROM_V, WHITE } from './bt709.ts';
import { ChromaKeyer } from './chroma-key.ts';
import { yuvOf } from './paint.ts';

/** A step of Y in steps of red, green and blue, which are bytes. */
const LUMA = 255 / WHITE;

/** What points less the way of the key has none of it: it would change by a step of U and V at most. */
const LEAST_TINT = 1 / 64;

/** Pairs of U and V, as U * 256 + V. */
const PAIRS = 256 * 256;

// What there is among pixels: bits.
/** Some are transparent. */
export const GONE = 1;
/** Some are not. */
export const KEPT = 2;
/** Some of those have some of the key's hue. */
export const TINTED = 4;
/** Some of those are not opaque. */
export const SOFT = 8;
/** An edge is near. */
export const NEAR = 16;

/** What a keyer says of samples of BT.709 in limited range, worked out once for each pair of U and V. */
export class KeyTables {
  private readonly keyer: ChromaKeyer;
  /** The key in samples, not rounded. */
  readonly key: readonly [y: number, u: number, v: number];
  /** How much is seen of each pair, 0 to 255, and 256 times the bits above that it sets: of a key that has a hue. */
  readonly covers = new Uint16Array(PAIRS);
  /** The way of each pair from the key in the plane of hues, in the units of distances, and the square of that. */
  readonly hueX = new Float32Array(PAIRS);
  readonly hueY = new Float32Array(PAIRS);
  readonly squares = new Float32Array(PAIRS);
  /** What a sample of Y adds to the square of a distance. */
  private readonly lumaParts = new Float64Array(256);
  private readonly alongs = new Float32Array(PAIRS);

  constructor(key: ColourKey) {
    this.keyer = new ChromaKeyer(key);
    this.key = yuvOf(key.red, key.green, key.blue);
    for (let sample = 0; sample < 256; sample++) {
      this.lumaParts[sample] = this.keyer.lumaPart((sample - 16) * LUMA);
    }
    for (let pair = 0; pair < PAIRS; pair++) this.fill(pair);
  }

  /** Whether the key has a hue: then pairs of U and V alone tell how much is seen. */
  get hasHue(): boolean {
    return this.keyer.hasHue;
  }

  /** Whether edges have no slope. */
  get isHard(): boolean {
    return this.keyer.isHard;
  }

  /** How much is seen of a pixel, 0 to 255, whatever the key. */
  cover(luma: number, pair: number): number {
    // Samples and pairs of them are within the tables.
    return this.keyer.cover((this.lumaParts[luma] as number) + (this.squares[pair] as number));
  }

  /** The share of the key in a pixel. @param along how far it points the way of the key. @param luma, u, v samples. */
  spill(along: number, luma: number, u: number, v: number): number {
    return this.keyer.spill(along, (luma - 16) * LUMA, redOf(v), blueOf(u));
  }

  /** How far a pixel points the way of the key. */
  along(u: number, v: number): number {
    return this.alongs[(u << 8) | v] as number;
  }

  /** The bits of a pixel. @param cover 0 to 255. */
  kindOf(cover: number, pair: number): number {
    if (cover === 0) return GONE;
    const tinted = (this.alongs[pair] as number) > LEAST_TINT;
    return KEPT | (tinted ? TINTED : 0) | (cover < 255 ? SOFT : 0);
  }

  private fill(pair: number): void {
    const [red, blue] = [redOf(pair & 255), blueOf(pair >> 8)];
    const { x, y } = this.keyer.way(red, blue);
    const square = x ** 2 + y ** 2;
    this.hueX[pair] = x;
    this.hueY[pair] = y;
    this.squares[pair] = square;
    this.alongs[pair] = this.keyer.along(red, blue);
    const cover = this.keyer.cover(square);
    this.covers[pair] = (this.kindOf(cover, pair) << 8) | cover;
  }
}

/** Red less the luma. */
function redOf(v: number): number {
  return (v - 128) * RED_FROM_V * LUMA;
}

/** Blue less the luma. */
function blueOf(u: number): number {
  return (u - 128) * BLUE_FROM_U * LUMA;
}
