import type { ResolvedChromaKey } from '../../resolve/chroma-key.ts';
import { BLUE_FROM_U, RED_FROM_V, RGB_PER_LUMA, rgbToYuv } from '../planes/bt709.ts';
import { ChromaKeyer } from './chroma-keyer.ts';

/**
 * A colour counts as untinted if its projection onto the key is at most this. The spill of such a colour
 * changes U and V by at most one step.
 */
const MIN_TINT = 1 / 64;

/** Number of pairs of U and V. The index of a pair is U * 256 + V. */
const PAIR_COUNT = 256 * 256;

// Flags of a pixel or a cell of 2x2 pixels.
/** Flag: some pixels are transparent. */
export const TRANSPARENT = 1;
/** Flag: some pixels are not transparent. */
export const VISIBLE = 2;
/** Flag: some visible pixels are tinted with the key's hue. */
export const TINTED = 4;
/** Flag: some visible pixels are not opaque. */
export const TRANSLUCENT = 8;
/** Flag: an edge is near. */
export const NEAR_EDGE = 16;

/**
 * The results of a {@link ChromaKeyer}, calculated once for every pair of U and V. Samples are BT.709 in
 * limited range.
 */
export class KeyTables {
  private readonly keyer: ChromaKeyer;
  /** Y, U and V of the key, not rounded. */
  readonly key: readonly [y: number, u: number, v: number];
  /**
   * Coverage of each pair, 0 to 255, plus 256 times the flags of the pair. Valid only for a key with a hue.
   */
  readonly coverages = new Uint16Array(PAIR_COUNT);
  /** Vector from the key to each pair in the hue plane, in units of distance. */
  readonly hueX = new Float32Array(PAIR_COUNT);
  readonly hueY = new Float32Array(PAIR_COUNT);
  /** Squared length of the vector from the key to each pair. */
  readonly squares = new Float32Array(PAIR_COUNT);
  /** Contribution of each sample of Y to a squared distance. */
  private readonly lumaDistances = new Float64Array(256);
  /** Projection of each pair onto the key. */
  private readonly alongs = new Float32Array(PAIR_COUNT);

  constructor(key: ResolvedChromaKey) {
    this.keyer = new ChromaKeyer(key);
    this.key = rgbToYuv(key.red, key.green, key.blue);
    for (let sample = 0; sample < 256; sample++) {
      this.lumaDistances[sample] = this.keyer.lumaDistance((sample - 16) * RGB_PER_LUMA);
    }
    for (let pair = 0; pair < PAIR_COUNT; pair++) this.fill(pair);
  }

  /** True if the key has a hue. Then the coverage depends on U and V alone. */
  get hasHue(): boolean {
    return this.keyer.hasHue;
  }

  /** True if there is no halo: every pixel is either transparent or opaque. */
  get isHard(): boolean {
    return this.keyer.isHard;
  }

  /**
   * Returns the coverage of a pixel, 0 to 255, for any key.
   *
   * @param luma sample of Y.
   * @param pair index of U and V.
   */
  coverageAt(luma: number, pair: number): number {
    // The casts are safe because the tables have an entry for every sample and every pair.
    return this.keyer.coverageAt((this.lumaDistances[luma] as number) + (this.squares[pair] as number));
  }

  /**
   * Returns the share of the key in a pixel, from 0 to below 1.
   *
   * @param along the result of {@link KeyTables.alongKey} for the pixel.
   * @param luma, u, v samples of the pixel.
   */
  spillOf(along: number, luma: number, u: number, v: number): number {
    return this.keyer.spillOf(along, (luma - 16) * RGB_PER_LUMA, redFromV(v), blueFromU(u));
  }

  /** Returns the projection of a pixel onto the key: 1 for the key itself, 0 for greys. */
  alongKey(u: number, v: number): number {
    return this.alongs[(u << 8) | v] as number;
  }

  /**
   * Returns the flags of a pixel.
   *
   * @param cover the coverage of the pixel, 0 to 255.
   * @param pair index of U and V.
   */
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

/** Returns red minus the luma. */
function redFromV(v: number): number {
  return (v - 128) * RED_FROM_V * RGB_PER_LUMA;
}

/** Returns blue minus the luma. */
function blueFromU(u: number): number {
  return (u - 128) * BLUE_FROM_U * RGB_PER_LUMA;
}
