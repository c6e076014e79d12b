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
  /** The contributions of one step of U and of V to x, and to y, in the hue plane, in units of distance. */
  readonly hueSteps: readonly [xOfU: number, xOfV: number, yOfU: number, yOfV: number];
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
    const grey = this.keyer.offsetFromKey(0, 0);
    const ofU = this.keyer.offsetFromKey(0, blueFromU(129));
    const ofV = this.keyer.offsetFromKey(redFromV(129), 0);
    this.hueSteps = [ofU.x - grey.x, ofV.x - grey.x, ofU.y - grey.y, ofV.y - grey.y];
  }

  /** The projections of a step of U and of V onto the key, in units of 1/4096, for the kernels. */
  get tint(): readonly [u: number, v: number] {
    return [Math.round(4096 * this.alongKey(129, 128)), Math.round(4096 * this.alongKey(128, 129))];
  }

  /** The numbers of the kernel `removeSpill`, in its order. */
  get spillSettings(): number[] {
    const alongs = [this.alongKey(129, 128), this.alongKey(128, 129)];
    return [...this.key, ...alongs, ...this.keyer.spillLimits];
  }

  /** True if the key has a hue. Then the coverage depends on U and V alone. */
  get hasHue(): boolean {
    return this.keyer.hasHue;
  }

  /** Distance from the key up to which a pixel is transparent. */
  get threshold(): number {
    return this.keyer.threshold;
  }

  /** Distance beyond the threshold from which on a pixel is opaque. */
  get halo(): number {
    return this.keyer.halo;
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

  /** Returns the projection of a pixel onto the key: 1 for the key itself, 0 for greys. */
  alongKey(u: number, v: number): number {
    return this.alongs[(u << 8) | v] as number;
  }

  /**
   * Returns the position of a pair in the hue plane, with the greys at 0, in units of distance.
   *
   * @param u, v samples, not rounded.
   */
  hueAt(u: number, v: number): [x: number, y: number] {
    const { hueSteps } = this;
    return [
      hueSteps[0] * (u - 128) + hueSteps[1] * (v - 128),
      hueSteps[2] * (u - 128) + hueSteps[3] * (v - 128),
    ];
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
    this.squares[pair] = x ** 2 + y ** 2;
    this.alongs[pair] = this.keyer.alongKey(red, blue);
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
