/** Gamma-coded red, green and blue, 0 to 1. */
export type Rgb = [red: number, green: number, blue: number];

/** The weights of red, green and blue in the luma (ITU-R BT.709-6, item 3.2). */
export const LUMA_WEIGHTS = [0.2126, 0.7152, 0.0722] as const;

/** Clamps a channel to 0 to 1. */
export function clamp(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value;
}
