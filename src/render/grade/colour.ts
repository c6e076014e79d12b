/** Gamma-coded red, green and blue, 0 to 1. */
export type Rgb = [red: number, green: number, blue: number];

/** Clamps a channel to 0 to 1. */
export function clamp(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value;
}
