import type { Rect } from '../../scene/placement.ts';

/** Room at each side of a box, in pixels, because baselines are rounded to whole rows of pixels. */
export const ROUNDING = 0.5;

/**
 * Returns the shortest way that moves the letters of a text into an area, in pixels. In a direction in which the
 * letters are larger than the area, they stay where they are.
 */
export function moveInside(ink: Rect, area: Rect): { readonly x: number; readonly y: number } {
  return {
    x: moveSpan(ink.x, ink.width, area.x, area.width),
    y: moveSpan(ink.y, ink.height, area.y, area.height),
  };
}

function moveSpan(from: number, length: number, start: number, room: number): number {
  if (length > room) return 0;
  return Math.max(start - from, Math.min(0, start + room - (from + length)));
}

/** Returns a box without a margin at each of its sides. */
export function insetBox(
  { width, height }: { readonly width: number; readonly height: number },
  { top, right, bottom, left }: Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>>,
): Rect {
  return { x: left, y: top, width: width - left - right, height: height - top - bottom };
}
