import { LUMA_WEIGHTS } from '../../grade/colour.ts';

export const [RED, GREEN, BLUE] = LUMA_WEIGHTS;

/** The range of Y in limited range: white minus black. */
export const WHITE = 219;

/** One step of Y, in steps of 8-bit red, green and blue. */
export const RGB_PER_LUMA = 255 / WHITE;

/** One step of U or V, in steps of Y (item 4.6). The range of U and V is 224. */
const CHROMA = WHITE / 224;

// The next values are what one step of U or V away from 128 adds to red, green and blue, in steps of Y. They
// result from solving items 3.2 and 3.3 for red, green and blue.

/** The contribution of one step of U to blue, in steps of Y. */
export const BLUE_FROM_U = 1.8556 * CHROMA;
/** The contribution of one step of V to red, in steps of Y. */
export const RED_FROM_V = 1.5748 * CHROMA;
/** The contribution of one step of U to green, in steps of Y. */
export const GREEN_FROM_U = (-BLUE / GREEN) * BLUE_FROM_U;
/** The contribution of one step of V to green, in steps of Y. */
export const GREEN_FROM_V = (-RED / GREEN) * RED_FROM_V;

/** Returns the luma of gamma-coded red, green and blue, in the unit of the parameters. */
export function lumaOf(red: number, green: number, blue: number): number {
  return RED * red + GREEN * green + BLUE * blue;
}

/**
 * Converts RGB to BT.709 in limited range (ITU-R BT.709-6, items 3.2 to 3.4 and 4.6).
 *
 * @param red, green, blue gamma-coded, 0 to 255.
 * @returns Y, U and V, not rounded.
 */
export function rgbToYuv(red: number, green: number, blue: number): [number, number, number] {
  const luma = lumaOf(red, green, blue);
  return [
    16 + (219 / 255) * luma,
    128 + (224 / 255) * ((blue - luma) / 1.8556),
    128 + (224 / 255) * ((red - luma) / 1.5748),
  ];
}
