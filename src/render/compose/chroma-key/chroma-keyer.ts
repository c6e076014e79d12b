import type { ResolvedChromaKey } from '../../resolve/chroma-key.ts';
import { BLUE, BLUE_FROM_U, GREEN, lumaOf, RED, RED_FROM_V, RGB_PER_LUMA } from '../planes/bt709.ts';

/** Distance between a key with a hue and any grey, including black and white. */
const GREY_DISTANCE = 300;
/** Minimum distance of a key from the greys in the hue plane. A key that is closer counts as grey. */
const MIN_HUE = 32;
/** Maximum share of spill in a pixel. Above this share, the remaining colour would be noise. */
const MAX_SPILL = 0.75;
/**
 * A pixel loses the rest of the key's hue from the first projection onto the key on, even if that hue cannot be
 * spill, and completely from the second one on. This is for hair: the luma of a hair is sharp, but its chroma
 * comes from the surrounding key. The key cannot always be subtracted from such a pixel, because the pixel may
 * not be a mixture.
 */
const REST = [0.2, 0.4] as const;
/** Steps of red, green or blue by which the colour without the key may leave the range of 0 to 255. */
const TOLERANCE = 32;
/** Height of an equilateral triangle with sides of 1. */
const TRIANGLE_HEIGHT = Math.sqrt(3) / 2;

/**
 * Calculates the coverage of a colour, and the share of the key colour that is mixed into it.
 *
 * A colour is given by its luma (BT.709, of gamma-coded red, green and blue from 0 to 255), its red minus the
 * luma, and its blue minus the luma. None of these numbers is rounded.
 *
 * For a key with a hue, the distance of contract 2.11 is measured between hues, in the plane perpendicular to
 * the greys. In that plane, red, green and blue are a third of a turn apart. Distances are scaled so that the
 * key has the distance {@link GREY_DISTANCE} from the greys. As a result, grey, black and white stay, and
 * shadows on the key colour are removed. For a grey key, the distance is Euclidean in the cube of red, green
 * and blue.
 */
export class ChromaKeyer {
  /** The luma of the key. */
  private readonly luma: number;
  /** Distance from the key up to which a pixel is transparent. */
  readonly threshold: number;
  /** Distance beyond the threshold from which on a pixel is opaque. */
  readonly halo: number;
  /** Weight of the squared difference of luma in a squared distance. */
  private readonly lumaWeight: number;
  /** Factor from lengths in the hue plane to units of distance. */
  private readonly hueScale: number;
  /** Position of the key in the hue plane. */
  private readonly hue: { readonly x: number; readonly y: number };
  /**
   * Squared length of {@link hue}, which is the squared distance of the key from the greys; 0 if the key
   * counts as grey.
   */
  private readonly hueLengthSquared: number;
  private readonly redLimit: ShareLimit;
  private readonly greenLimit: ShareLimit;
  private readonly blueLimit: ShareLimit;

  constructor({ red, green, blue, threshold, halo }: ResolvedChromaKey) {
    this.luma = lumaOf(red, green, blue);
    this.threshold = threshold;
    this.halo = halo;
    this.redLimit = new ShareLimit(red);
    this.greenLimit = new ShareLimit(green);
    this.blueLimit = new ShareLimit(blue);
    this.hue = hueOf(red - this.luma, blue - this.luma);
    const size = this.hue.x ** 2 + this.hue.y ** 2;
    this.hueLengthSquared = size < MIN_HUE ** 2 ? 0 : size;
    // In the cube, a squared distance is 3 times the squared difference along the grey axis, plus 2/3 of the
    // squared difference in the hue plane.
    this.lumaWeight = this.hueLengthSquared > 0 ? 0 : 3;
    this.hueScale = this.hueLengthSquared > 0 ? GREY_DISTANCE / Math.sqrt(size) : Math.sqrt(2 / 3);
  }

  /** The limits of {@link ChromaKeyer.spillOf} as the kernel `removeSpill` takes them. */
  get spillLimits(): number[] {
    const blue = BLUE_FROM_U * RGB_PER_LUMA;
    const red = RED_FROM_V * RGB_PER_LUMA;
    return [
      MAX_SPILL,
      REST[0],
      1 / (REST[1] - REST[0]),
      RGB_PER_LUMA,
      TOLERANCE,
      ...[0, red, this.redLimit.ofAll, this.redLimit.ofRest],
      ...[greenOf(0, blue), greenOf(red, 0), this.greenLimit.ofAll, this.greenLimit.ofRest],
      ...[blue, 0, this.blueLimit.ofAll, this.blueLimit.ofRest],
    ];
  }

  /** True if the key has a hue. Then brightness does not affect the coverage. */
  get hasHue(): boolean {
    return this.hueLengthSquared > 0;
  }

  /** True if there is no halo: every pixel is either transparent or opaque. */
  get isHard(): boolean {
    return this.halo === 0;
  }

  /**
   * Returns the vector from the key to a hue, in units of distance.
   *
   * @param red, blue differences from the luma.
   */
  offsetFromKey(red: number, blue: number): { x: number; y: number } {
    const { x, y } = hueOf(red, blue);
    return { x: this.hueScale * (x - this.hue.x), y: this.hueScale * (y - this.hue.y) };
  }

  /** Returns the contribution of a luma to a squared distance. */
  lumaDistance(luma: number): number {
    return this.lumaWeight * (luma - this.luma) ** 2;
  }

  /**
   * Returns the coverage, 0 to 255. The coverage is 0 for distances up to the threshold. Over the halo, it
   * rises linearly.
   *
   * @param square the squared distance: the sum of the contributions of hue and luma.
   */
  coverageAt(square: number): number {
    const beyond = Math.sqrt(square) - this.threshold;
    if (beyond <= 0) return 0;
    return beyond >= this.halo ? 255 : Math.round((beyond / this.halo) * 255);
  }

  /**
   * Returns the projection of a hue onto the hue of the key: 1 for the key itself, 0 for greys. If the key is
   * grey, the result is always 0.
   *
   * @param red, blue differences from the luma.
   */
  alongKey(red: number, blue: number): number {
    if (this.hueLengthSquared === 0) return 0;
    const { x, y } = hueOf(red, blue);
    return (x * this.hue.x + y * this.hue.y) / this.hueLengthSquared;
  }

  /**
   * Returns the share of the key that is mixed into a colour, from 0 to below 1. The share is limited so that
   * a valid colour remains after the key is removed.
   *
   * @param along the result of {@link ChromaKeyer.alongKey} for the colour.
   * @param luma luma of the colour, 0 to 255.
   * @param red, blue differences from the luma.
   */
  spillOf(along: number, luma: number, red: number, blue: number): number {
    if (along <= 0) return 0;
    const maxForRed = this.redLimit.at(luma + red);
    const maxForGreen = this.greenLimit.at(luma + greenOf(red, blue));
    const maxForBlue = this.blueLimit.at(luma + blue);
    return Math.max(0, Math.min(along, MAX_SPILL, maxForRed, maxForGreen, maxForBlue));
  }
}

/**
 * The limit that one component (red, green or blue) sets on the share of the key in a mixture. It is a soft
 * one: the component may leave the range of 0 to 255 by {@link TOLERANCE}, and is clipped. A limit at exactly
 * 0 and 255 would jump from none to all of the key within one step of a component that the key has little of.
 */
class ShareLimit {
  readonly ofAll: number;
  readonly ofRest: number;

  constructor(key: number) {
    this.ofAll = 1 / Math.max(key, TOLERANCE);
    this.ofRest = 1 / Math.max(255 - key, TOLERANCE);
  }

  /** Returns the largest share of the key that can be removed from the component. */
  at(value: number): number {
    return Math.min((value + TOLERANCE) * this.ofAll, (255 + TOLERANCE - value) * this.ofRest);
  }
}

/**
 * Returns the position of a colour in the hue plane: red along x, greys at 0.
 *
 * @param red, blue minus the luma.
 */
function hueOf(red: number, blue: number): { x: number; y: number } {
  const green = greenOf(red, blue);
  return { x: red - (green + blue) / 2, y: TRIANGLE_HEIGHT * (green - blue) };
}

/** Returns green minus the luma. @param red, blue minus the luma. */
function greenOf(red: number, blue: number): number {
  return -(RED * red + BLUE * blue) / GREEN;
}
