import type { ResolvedChromaKey } from '../../resolve/chroma-key.ts';
import { BLUE, GREEN, lumaOf, RED } from '../planes/bt709.ts';

/** How far from a key with a hue all greys are, from black to white. */
const GREY_DISTANCE = 300;
/** The red, green and blue of a key with a hue lie so far apart, or about. */
const MIN_HUE = 32;
/** At most so much of a pixel is taken for spill: what is left would be noise. */
const MAX_SPILL = 0.9;
/** The height of a triangle with sides of 1. */
const TRIANGLE_HEIGHT = Math.sqrt(3) / 2;

/**
 * Tells how much of a colour is seen, and how much of the key's is mixed into it.
 *
 * A colour is given by its luma (BT.709, of gamma-coded red, green and blue), and by its red and its blue less that luma; all
 * of them from 0 to 255, and not rounded.
 *
 * The distance of contract 2.11 is measured between hues: in the plane across the greys, with red, green and blue a third of a
 * turn apart, scaled so that the key lies {@link GREY_DISTANCE} from the greys. So nothing grey, black or white is lost, however bright, and shadows on the key
 * are. From a key that is grey itself it is measured as between points in the cube of red, green and blue.
 */
export class ChromaKeyer {
  /** The luma of the key. */
  private readonly luma: number;
  private readonly threshold: number;
  private readonly halo: number;
  /** The weight of the square of a luma in that of a distance, and what a way in the plane of hues is multiplied by. */
  private readonly lumaWeight: number;
  private readonly hueScale: number;
  /** Where the key lies in the plane of hues, and the square of its way from grey; 0 where that is next to nothing. */
  private readonly hue: { readonly x: number; readonly y: number };
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
    // A distance in the cube is made of three of one way along the greys, and two thirds of the one across.
    this.lumaWeight = this.hueLengthSquared > 0 ? 0 : 3;
    this.hueScale = this.hueLengthSquared > 0 ? GREY_DISTANCE / Math.sqrt(size) : Math.sqrt(2 / 3);
  }

  /** Whether the key has a hue: then brightness does not count. */
  get hasHue(): boolean {
    return this.hueLengthSquared > 0;
  }

  /** Whether there is nothing between what is transparent and what is opaque. */
  get isHard(): boolean {
    return this.halo === 0;
  }

  /** The way from the key to a hue in the plane of hues: as long as what it adds to a distance. */
  offsetFromKey(red: number, blue: number): { x: number; y: number } {
    const { x, y } = hueOf(red, blue);
    return { x: this.hueScale * (x - this.hue.x), y: this.hueScale * (y - this.hue.y) };
  }

  /** What a luma adds to the square of a distance. */
  lumaDistance(luma: number): number {
    return this.lumaWeight * (luma - this.luma) ** 2;
  }

  /**
   * How much is seen, 0 to 255: nothing up to the threshold, from there in a straight line to all.
   *
   * @param square of the distance: both parts together.
   */
  coverageAt(square: number): number {
    const beyond = Math.sqrt(square) - this.threshold;
    if (beyond <= 0) return 0;
    return beyond >= this.halo ? 255 : Math.round((beyond / this.halo) * 255);
  }

  /** How far a colour points the way of the key: 1 for the key, 0 for greys and all of them for a key that is grey. */
  alongKey(red: number, blue: number): number {
    if (this.hueLengthSquared === 0) return 0;
    const { x, y } = hueOf(red, blue);
    return (x * this.hue.x + y * this.hue.y) / this.hueLengthSquared;
  }

  /**
   * The share of the key that is mixed into a colour, 0 to below 1: as much as makes it point the way of the key, but no more
   * than leaves a colour that there is.
   *
   * @param along how far the colour points that way.
   */
  spillOf(along: number, luma: number, red: number, blue: number): number {
    if (along <= 0) return 0;
    const maxForRed = this.redLimit.at(luma + red);
    const maxForGreen = this.greenLimit.at(luma + greenOf(red, blue));
    const maxForBlue = this.blueLimit.at(luma + blue);
    return Math.max(0, Math.min(along, MAX_SPILL, maxForRed, maxForGreen, maxForBlue));
  }
}

/** How much of one number of the key, 0 to 255, a mixture can have. */
class ShareLimit {
  private readonly ofAll: number;
  private readonly ofRest: number;

  constructor(key: number) {
    this.ofAll = 1 / Math.max(key, 1);
    this.ofRest = 1 / Math.max(255 - key, 1);
  }

  /** The largest share of the key that leaves a number from 0 to 255. */
  at(value: number): number {
    return Math.min(value * this.ofAll, (255 - value) * this.ofRest);
  }
}

/** Where a colour lies in the plane of hues: red along x, greys at 0. @param red, blue less the luma. */
function hueOf(red: number, blue: number): { x: number; y: number } {
  const green = greenOf(red, blue);
  return { x: red - (green + blue) / 2, y: TRIANGLE_HEIGHT * (green - blue) };
}

/** Green less the luma. */
function greenOf(red: number, blue: number): number {
  return -(RED * red + BLUE * blue) / GREEN;
}
