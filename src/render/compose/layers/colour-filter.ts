import type { Plane, Planes } from '../../av/video/video-frame.ts';
import type { ColourAdjustment } from '../../scene/filters.ts';
import {
  BLUE,
  BLUE_FROM_U,
  GREEN,
  GREEN_FROM_U,
  GREEN_FROM_V,
  lumaOf,
  RED,
  RED_FROM_V,
  WHITE,
} from '../planes/bt709.ts';

/** The colour planes that a filter writes. */
export type ColourPlanes = Pick<Planes, 'y' | 'u' | 'v'>;

/**
 * Number of parts in one step of Y. The tables count in parts, because integers are compared faster than
 * floats.
 */
const PARTS = 256;

/**
 * Changes the colours of planes with tables for luma and chroma. If a result is outside the range of red,
 * green and blue, it is calculated and clamped in RGB. Without the clamping, darkening a dark blue would
 * yield a blue without luma instead of black.
 */
export class ColourFilter {
  private readonly adjustment: ColourAdjustment;
  /** New luma for each sample of Y, in parts above black. */
  private readonly lumas = new Int32Array(256);
  /** New sample for each sample of Y. */
  private readonly y = new Uint8Array(256);
  /** New sample for each sample of U or V. */
  private readonly chroma = new Uint8Array(256);
  // The contributions of each sample of U or V to red, green and blue, in parts.
  private readonly red = new Int32Array(256);
  private readonly greenU = new Int32Array(256);
  private readonly greenV = new Int32Array(256);
  private readonly blue = new Int32Array(256);

  constructor(adjustment: ColourAdjustment) {
    const { gain, lift, chroma: colour } = adjustment;
    this.adjustment = adjustment;
    for (let sample = 0; sample < 256; sample++) {
      const luma = gain * (sample - 16) + lift * WHITE;
      const chroma = colour * (sample - 128);
      this.lumas[sample] = Math.round(PARTS * luma);
      this.y[sample] = Math.round(16 + Math.min(WHITE, Math.max(0, luma)));
      this.chroma[sample] = Math.round(128 + Math.min(112, Math.max(-112, chroma)));
      this.red[sample] = Math.round(PARTS * RED_FROM_V * chroma);
      this.greenU[sample] = Math.round(PARTS * GREEN_FROM_U * chroma);
      this.greenV[sample] = Math.round(PARTS * GREEN_FROM_V * chroma);
      this.blue[sample] = Math.round(PARTS * BLUE_FROM_U * chroma);
    }
  }

  /**
   * Filters a picture.
   *
   * @param from planes of even width and height, or in full colour.
   * @param to planes of at least that size for the result.
   */
  apply(from: Planes, to: ColourPlanes): void {
    if (from.fullColour) this.adjustColours(from, to);
    else for (let row = 0; row < from.height / 2; row++) this.filterRowPair(from, to, row);
  }

  // The casts below are safe because all indexes are inside the planes and the tables. The code is inlined,
  // because a function call per pixel would take twice as long.

  /** Filters a picture in full colour: the adjustment itself, without tables. */
  private adjustColours({ width, height, y: green, u: blue, v: red }: Planes, to: ColourPlanes): void {
    const { gain, lift, chroma } = this.adjustment;
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        const r = red.data[row * red.stride + column] as number;
        const g = green.data[row * green.stride + column] as number;
        const b = blue.data[row * blue.stride + column] as number;
        const luma = lumaOf(r, g, b);
        const base = (gain - chroma) * luma + 255 * lift;
        const at = row * to.y.stride + column;
        to.y.data[at] = toByte(base + chroma * g);
        to.u.data[at] = toByte(base + chroma * b);
        to.v.data[at] = toByte(base + chroma * r);
      }
    }
  }

  /** Filters two rows of pixels and the row of chroma that they share. */
  private filterRowPair({ width, y, u, v }: Planes, to: ColourPlanes, row: number): void {
    const { lumas, y: ys, chroma, red, greenU, greenV, blue } = this;
    const [data, us, vs] = [y.data, u.data, v.data];
    const [toY, toU, toV] = [to.y.data, to.u.data, to.v.data];
    const [stride, toStride] = [y.stride, to.y.stride];
    for (let column = 0; column < width >> 1; column++) {
      const cb = us[row * u.stride + column] as number;
      const cr = vs[row * v.stride + column] as number;
      const toRed = red[cr] as number;
      const toGreen = (greenU[cb] as number) + (greenV[cr] as number);
      const toBlue = blue[cb] as number;
      const min = -Math.min(toRed, toGreen, toBlue);
      const max = PARTS * WHITE - Math.max(toRed, toGreen, toBlue);
      const at = 2 * (row * stride + column);
      const first = data[at] as number;
      const second = data[at + 1] as number;
      const third = data[at + stride] as number;
      const fourth = data[at + stride + 1] as number;
      const one = lumas[first] as number;
      const two = lumas[second] as number;
      const three = lumas[third] as number;
      const four = lumas[fourth] as number;
      const isBelow = one < min || two < min || three < min || four < min;
      if (isBelow || one > max || two > max || three > max || four > max) {
        this.clampBlock(y, to, row, column, { red: toRed, green: toGreen, blue: toBlue });
        continue;
      }
      const write = 2 * (row * toStride + column);
      toY[write] = ys[first] as number;
      toY[write + 1] = ys[second] as number;
      toY[write + toStride] = ys[third] as number;
      toY[write + toStride + 1] = ys[fourth] as number;
      toU[row * to.u.stride + column] = chroma[cb] as number;
      toV[row * to.v.stride + column] = chroma[cr] as number;
    }
  }

  /**
   * Filters the four pixels of a chroma sample if any of them leaves the range of red, green and blue.
   *
   * @param adds the contributions of the chroma to red, green and blue, in parts.
   */
  private clampBlock(
    { data, stride }: Plane,
    to: ColourPlanes,
    row: number,
    column: number,
    adds: RgbOffsets,
  ): void {
    let [sum, reds, blues] = [0, 0, 0];
    for (let pixel = 0; pixel < 4; pixel++) {
      const fromRow = 2 * row + (pixel >> 1);
      const fromColumn = 2 * column + (pixel & 1);
      const luma = this.lumas[data[fromRow * stride + fromColumn] as number] as number;
      const red = clampParts(luma + adds.red);
      const blue = clampParts(luma + adds.blue);
      const cut = RED * red + GREEN * clampParts(luma + adds.green) + BLUE * blue;
      // The 0.5 rounds to the nearest.
      to.y.data[fromRow * to.y.stride + fromColumn] = cut / PARTS + 16.5;
      sum += cut;
      reds += red;
      blues += blue;
    }
    to.u.data[row * to.u.stride + column] = (blues - sum) / (4 * PARTS * BLUE_FROM_U) + 128.5;
    to.v.data[row * to.v.stride + column] = (reds - sum) / (4 * PARTS * RED_FROM_V) + 128.5;
  }
}

type RgbOffsets = Readonly<Record<'red' | 'green' | 'blue', number>>;

function clampParts(parts: number): number {
  return parts < 0 ? 0 : parts > PARTS * WHITE ? PARTS * WHITE : parts;
}

/** Rounds to the nearest whole number from 0 to 255. */
function toByte(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value + 0.5;
}
