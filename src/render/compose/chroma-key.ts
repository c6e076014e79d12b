import type { ColourKey } from '../resolve/colour-key.ts';
import { BLUE, GREEN, RED } from './bt709.ts';

/** How far from a key with a hue all greys are, from black to white. */
const GREY = 300;
/** The red, green and blue of a key with a hue lie so far apart, or about. */
const LEAST_HUE = 32;
/** At most so much of a pixel is taken for spill: what is left would be noise. */
const MOST_SPILL = 0.9;
/** The height of a triangle with sides of 1. */
const ROOT = Math.sqrt(3) / 2;

/**
 * Tells how much of a colour is seen, and how much of the key's is mixed into it.
 *
 * A colour is given by its luma (BT.709, of gamma-coded red, green and blue), and by its red and its blue less that luma; all
 * of them from 0 to 255, and not rounded.
 *
 * The distance of contract 2.11 is measured between hues: in the plane across the greys, with red, green and blue a third of a
 * turn apart, scaled so that the key lies {@link GREY} from the greys. So nothing grey, black or white is lost, however bright, and shadows on the key
 * are. From a key that is grey itself it is measured as between points in the cube of red, green and blue.
 */
export class ChromaKeyer {
  /** The key. */
  readonly luma: number;
  readonly red: number;
  readonly blue: number;
  private readonly threshold: number;
  private readonly halo: number;
  /** The weights of the squares of both parts of a distance. */
  private readonly lumaWeight: number;
  private readonly hueWeight: number;
  /** Where the key lies in the plane of hues, and the square of its way from grey; 0 where that is next to nothing. */
  private readonly hue: { readonly x: number; readonly y: number };
  private readonly size: number;

  constructor({ red, green, blue, threshold, halo }: ColourKey) {
    this.luma = RED * red + GREEN * green + BLUE * blue;
    this.red = red - this.luma;
    this.blue = blue - this.luma;
    this.threshold = threshold;
    this.halo = halo;
    this.hue = hueOf(this.red, this.blue);
    const size = this.hue.x ** 2 + this.hue.y ** 2;
    this.size = size < LEAST_HUE ** 2 ? 0 : size;
    // A distance in the cube is made of three of one way along the greys, and two thirds of the one across.
    this.lumaWeight = this.size > 0 ? 0 : 3;
    this.hueWeight = this.size > 0 ? GREY ** 2 / size : 2 / 3;
  }

  /** What a luma adds to the square of a distance. */
  lumaPart(luma: number): number {
    return this.lumaWeight * (luma - this.luma) ** 2;
  }

  /** What the hue adds to the square of a distance. */
  huePart(red: number, blue: number): number {
    const { x, y } = hueOf(red, blue);
    return this.hueWeight * ((x - this.hue.x) ** 2 + (y - this.hue.y) ** 2);
  }

  /**
   * How much is seen, 0 to 255: nothing up to the threshold, from there in a straight line to all.
   *
   * @param square of the distance: both parts together.
   */
  cover(square: number): number {
    const beyond = Math.sqrt(square) - this.threshold;
    if (beyond <= 0) return 0;
    return beyond >= this.halo ? 255 : Math.round((beyond / this.halo) * 255);
  }

  /** How far a colour points the way of the key: 1 for the key, 0 for greys and all of them for a key that is grey. */
  along(red: number, blue: number): number {
    if (this.size === 0) return 0;
    const { x, y } = hueOf(red, blue);
    return (x * this.hue.x + y * this.hue.y) / this.size;
  }

  /**
   * The share of the key that is mixed into a colour, 0 to below 1: as much as makes it point the way of the key, but no more
   * than leaves a colour that there is.
   */
  spill(luma: number, red: number, blue: number): number {
    const along = this.along(red, blue);
    if (along <= 0) return 0;
    const most = Math.min(
      MOST_SPILL,
      shareOf(luma + red, this.luma + this.red),
      shareOf(luma + blue, this.luma + this.blue),
      shareOf(luma + greenOf(red, blue), this.luma + greenOf(this.red, this.blue)),
    );
    return Math.max(0, Math.min(along, most));
  }
}

/** The largest share of one number in a mixture with another of 0 to 255. */
function shareOf(value: number, key: number): number {
  return Math.min(value / Math.max(key, 1), (255 - value) / Math.max(255 - key, 1));
}

/** What was mixed with the key to make a colour, one of its numbers. @param key the same one of the key, @param spill its share. */
export function unmixed(value: number, key: number, spill: number): number {
  return (value - spill * key) / (1 - spill);
}

/** Where a colour lies in the plane of hues: red along x, greys at 0. @param red, blue less the luma. */
function hueOf(red: number, blue: number): { x: number; y: number } {
  const green = greenOf(red, blue);
  return { x: red - (green + blue) / 2, y: ROOT * (green - blue) };
}

/** Green less the luma. */
function greenOf(red: number, blue: number): number {
  return -(RED * red + BLUE * blue) / GREEN;
}
