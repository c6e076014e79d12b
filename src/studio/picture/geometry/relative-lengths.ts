import type { PixelSize } from '../../../render/scene/placement.ts';

const FORM = /^(?<number>-?[\d.]{1,14})(?<unit>vw|vh|vmin|vmax)$/;

/** Returns a length in pixels. Undefined if it is neither a number nor a length such as `80vw`. */
export function readPixels(value: unknown, canvas: PixelSize): number | undefined {
  if (typeof value === 'number') return value;
  const percent = percentOf(value, canvas);
  return percent && percent.number * percent.pixels;
}

/** Writes a length in the unit of the one that was there: pixels, or a hundredth of a side of the output. */
export function writePixels(pixels: number, before: unknown, canvas: PixelSize): number | string {
  const percent = percentOf(before, canvas);
  return percent ? `${Math.round((100 * pixels) / percent.pixels) / 100}${percent.unit}` : Math.round(pixels);
}

/** Reads a relative length: its number, its unit, and the pixels of one of the unit. */
function percentOf(
  value: unknown,
  { width, height }: PixelSize,
): { readonly number: number; readonly unit: string; readonly pixels: number } | undefined {
  const { number, unit } = (typeof value === 'string' && FORM.exec(value)?.groups) || {};
  if (number === undefined || unit === undefined) return undefined;
  const sides = new Map([
    ['vw', width],
    ['vh', height],
    ['vmin', Math.min(width, height)],
    ['vmax', Math.max(width, height)],
  ]);
  return { number: Number(number), unit, pixels: (sides.get(unit) ?? 0) / 100 };
}
