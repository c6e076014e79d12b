import type { Rect } from '../../scene/placement.ts';

/** A rectangle of whole pixels. */
export type PixelRect = Rect;

/** Returns true if two rectangles are equal. */
export function isSameRect(one: Rect, other: Rect): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}
