import type { Planes } from '../../av/video/video-frame.ts';
import { clamp, type Rgb } from '../../grade/colour.ts';
import type { ColourPlanes } from '../layers/colour-filter.ts';
import type { PlaneFilter } from '../layers/filtered-source.ts';
import { BLUE_FROM_U, GREEN_FROM_U, GREEN_FROM_V, RED_FROM_V, rgbToYuv, WHITE } from '../planes/bt709.ts';

/** Colours that are remembered. A power of 2. */
const PLACES = 2 ** 18;
/** Spreads similar colours over the places (Knuth's multiplicative hashing). */
const SPREAD = 2_654_435_769;
const PLACE_SHIFT = 32 - 18;

/** Remembers results for colours: one that comes again is not computed again. Both are three bytes in one number. */
class ColourMemory {
  private readonly compute: (colour: number) => number;
  /** The colour at each place plus 1, and 0 for none. */
  private readonly known = new Uint32Array(PLACES);
  private readonly results = new Uint32Array(PLACES);

  constructor(compute: (colour: number) => number) {
    this.compute = compute;
  }

  resultOf(colour: number): number {
    const place = Math.imul(colour, SPREAD) >>> PLACE_SHIFT;
    if (this.known[place] !== colour + 1) {
      this.known[place] = colour + 1;
      this.results[place] = this.compute(colour);
    }
    return this.results[place] as number; // Inside the table.
  }
}

/** Applies a grade to each pixel by its exact formula. */
export class ExactGrade implements PlaneFilter {
  private readonly rgb: ColourMemory;
  private readonly yuv: ColourMemory;

  /** @param grade changes a gamma-coded colour in place. */
  constructor(grade: (colour: Rgb) => void) {
    const gradeRgb = (red: number, green: number, blue: number): Rgb => {
      const colour: Rgb = [clamp(red), clamp(green), clamp(blue)];
      grade(colour);
      return [255 * colour[0], 255 * colour[1], 255 * colour[2]];
    };
    this.rgb = new ColourMemory((colour) =>
      pack(gradeRgb((colour >> 16) / 255, ((colour >> 8) & 255) / 255, (colour & 255) / 255)),
    );
    this.yuv = new ColourMemory((colour) => {
      const [luma, u, v] = [(colour >> 16) - 16, ((colour >> 8) & 255) - 128, (colour & 255) - 128];
      return pack(
        rgbToYuv(
          ...gradeRgb(
            (luma + RED_FROM_V * v) / WHITE,
            (luma + GREEN_FROM_U * u + GREEN_FROM_V * v) / WHITE,
            (luma + BLUE_FROM_U * u) / WHITE,
          ),
        ),
      );
    });
  }

  apply(from: Planes, to: ColourPlanes): void {
    if (from.fullColour) this.gradeColours(from, to);
    else for (let row = 0; row < from.height / 2; row++) this.gradeRowPair(from, to, row);
  }

  // The casts below are safe because all indexes are inside the planes.

  private gradeColours({ width, height, y: green, u: blue, v: red }: Planes, to: ColourPlanes): void {
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        const r = red.data[row * red.stride + column] as number;
        const g = green.data[row * green.stride + column] as number;
        const b = blue.data[row * blue.stride + column] as number;
        const result = this.rgb.resultOf((r << 16) | (g << 8) | b);
        const at = row * to.y.stride + column;
        to.v.data[at] = result >> 16;
        to.y.data[at] = result >> 8;
        to.u.data[at] = result;
      }
    }
  }

  /** Grades two rows of pixels. The row of chroma that they share becomes the mean of their results. */
  private gradeRowPair({ width, y, u, v }: Planes, to: ColourPlanes, row: number): void {
    for (let column = 0; column < width >> 1; column++) {
      const chroma =
        ((u.data[row * u.stride + column] as number) << 8) | (v.data[row * v.stride + column] as number);
      let [blues, reds] = [2, 2];
      for (let pixel = 0; pixel < 4; pixel++) {
        const [line, at] = [2 * row + (pixel >> 1), 2 * column + (pixel & 1)];
        const result = this.yuv.resultOf(((y.data[line * y.stride + at] as number) << 16) | chroma);
        to.y.data[line * to.y.stride + at] = result >> 16;
        blues += (result >> 8) & 255;
        reds += result & 255;
      }
      to.u.data[row * to.u.stride + column] = blues >> 2;
      to.v.data[row * to.v.stride + column] = reds >> 2;
    }
  }
}

function pack([first, second, third]: readonly [number, number, number]): number {
  return (Math.round(first) << 16) | (Math.round(second) << 8) | Math.round(third);
}
