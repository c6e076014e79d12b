/** Converts a gamma-coded value to linear light, 0 to 1 (IEC 61966-2-1). */
export function toLinear(value: number): number {
  return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Converts linear light to a gamma-coded value. Values above 1 stay above it. */
export function toGamma(light: number): number {
  return light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}
