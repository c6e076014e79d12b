import { parseNumber } from '../../../base/parse-number.ts';
import type { PixelSize } from '../../../render/scene/placement.ts';

const FORM = /^(?<number>-?[\d.]{1,14})(?<unit>vw|vh|vmin|vmax)$/;

/** Returns a number, also one that is written as a text, as some dialects and merge fields do. */
export function readWrittenNumber(value: unknown): number | undefined {
  if (typeof value === 'string') return parseNumber(value);
  return typeof value === 'number' ? value : undefined;
}

/** Returns a length in pixels. Undefined if it is neither a number nor a length such as `80vw`. */
export function readPixels(value: unknown, canvas: PixelSize): number | undefined {
  const percent = percentOf(value, canvas);
  return percent ? percent.number * percent.pixels : readWrittenNumber(value);
}

/** Writes a number in the unit of the one that was there: a hundredth of a side of the output, or none. */
export function writePixels(pixels: number, before: unknown, canvas: PixelSize): number | string {
  const percent = percentOf(before, canvas);
  return percent ? `${Math.round((100 * pixels) / percent.pixels) / 100}${percent.unit}` : pixels;
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
