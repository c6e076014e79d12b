/** What red, green and blue add to the luma (ITU-R BT.709-6, item 3.2). */
export const [RED, GREEN, BLUE] = [0.2126, 0.7152, 0.0722] as const;

/** Y of white in limited range, above that of black. */
export const WHITE = 219;

/** A step of Y in steps of red, green and blue, which are bytes. */
export const RGB_PER_LUMA = 255 / WHITE;

/** The step of U and V, which have 224 from end to end, in steps of Y (item 4.6). */
const CHROMA = WHITE / 224;

// What a step of U and V away from 128 adds to red, green and blue, all of them in steps of Y, from 0 for black to WHITE: items 3.2
// and 3.3, solved for red, green and blue.
export const BLUE_FROM_U = 1.8556 * CHROMA;
export const RED_FROM_V = 1.5748 * CHROMA;
export const GREEN_FROM_U = (-BLUE / GREEN) * BLUE_FROM_U;
export const GREEN_FROM_V = (-RED / GREEN) * RED_FROM_V;

/** The luma of gamma-coded red, green and blue, on the scale of these. */
export function lumaOf(red: number, green: number, blue: number): number {
  return RED * red + GREEN * green + BLUE * blue;
}

/**
 * BT.709 in limited range (ITU-R BT.709-6, items 3.2 to 3.4 and 4.6), not rounded.
 *
 * @param red, green, blue gamma-coded, 0 to 255.
 */
export function rgbToYuv(red: number, green: number, blue: number): [number, number, number] {
  const luma = lumaOf(red, green, blue);
  return [
    16 + (219 / 255) * luma,
    128 + (224 / 255) * ((blue - luma) / 1.8556),
    128 + (224 / 255) * ((red - luma) / 1.5748),
  ];
}
