import type { ResolvedChromaKey } from '../../resolve/chroma-key.ts';
import { BLUE_FROM_U, RED_FROM_V, RGB_PER_LUMA, rgbToYuv } from '../planes/bt709.ts';
import { ChromaKeyer } from './chroma-keyer.ts';

/** What points less the way of the key has none of it: it would change by a step of U and V at most. */
const MIN_TINT = 1 / 64;

/** Pairs of U and V, as U * 256 + V. */
const PAIR_COUNT = 256 * 256;

// What there is among pixels: bits.
/** Some are transparent. */
export const TRANSPARENT = 1;
/** Some are not. */
export const VISIBLE = 2;
/** Some of those have some of the key's hue. */
export const TINTED = 4;
/** Some of those are not opaque. */
export const TRANSLUCENT = 8;
/** An edge is near. */
export const NEAR_EDGE = 16;

/** What a keyer says of samples of BT.709 in limited range, worked out once for each pair of U and V. */
export class KeyTables {
  private readonly keyer: ChromaKeyer;
  /** The key in samples, not rounded. */
  readonly key: readonly [y: number, u: number, v: number];
  /** How much is seen of each pair, 0 to 255, and 256 times the bits above that it sets: of a key that has a hue. */
  readonly coverages = new Uint16Array(PAIR_COUNT);
  /** The way of each pair from the key in the plane of hues, in the units of distances, and the square of that. */
  readonly hueX = new Float32Array(PAIR_COUNT);
  readonly hueY = new Float32Array(PAIR_COUNT);
  readonly squares = new Float32Array(PAIR_COUNT);
  /** What a sample of Y adds to the square of a distance. */
  private readonly lumaDistances = new Float64Array(256);
  private readonly alongs = new Float32Array(PAIR_COUNT);

  constructor(key: ResolvedChromaKey) {
    this.keyer = new ChromaKeyer(key);
    this.key = rgbToYuv(key.red, key.green, key.blue);
    for (let sample = 0; sample < 256; sample++) {
      this.lumaDistances[sample] = this.keyer.lumaDistance((sample - 16) * RGB_PER_LUMA);
    }
    for (let pair = 0; pair < PAIR_COUNT; pair++) this.fill(pair);
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
  coverageAt(luma: number, pair: number): number {
    // Samples and pairs of them are within the tables.
    return this.keyer.coverageAt((this.lumaDistances[luma] as number) + (this.squares[pair] as number));
  }

  /** The share of the key in a pixel. @param along how far it points the way of the key. @param luma, u, v samples. */
  spillOf(along: number, luma: number, u: number, v: number): number {
    return this.keyer.spillOf(along, (luma - 16) * RGB_PER_LUMA, redFromV(v), blueFromU(u));
  }

  /** How far a pixel points the way of the key. */
  alongKey(u: number, v: number): number {
    return this.alongs[(u << 8) | v] as number;
  }

  /** The bits of a pixel. @param cover 0 to 255. */
  flagsOf(cover: number, pair: number): number {
    if (cover === 0) return TRANSPARENT;
    const tinted = (this.alongs[pair] as number) > MIN_TINT;
    return VISIBLE | (tinted ? TINTED : 0) | (cover < 255 ? TRANSLUCENT : 0);
  }

  private fill(pair: number): void {
    const [red, blue] = [redFromV(pair & 255), blueFromU(pair >> 8)];
    const { x, y } = this.keyer.offsetFromKey(red, blue);
    const square = x ** 2 + y ** 2;
    this.hueX[pair] = x;
    this.hueY[pair] = y;
    this.squares[pair] = square;
    this.alongs[pair] = this.keyer.alongKey(red, blue);
    const cover = this.keyer.coverageAt(square);
    this.coverages[pair] = (this.flagsOf(cover, pair) << 8) | cover;
  }
}

/** Red less the luma. */
function redFromV(v: number): number {
  return (v - 128) * RED_FROM_V * RGB_PER_LUMA;
}

/** Blue less the luma. */
function blueFromU(u: number): number {
  return (u - 128) * BLUE_FROM_U * RGB_PER_LUMA;
}
