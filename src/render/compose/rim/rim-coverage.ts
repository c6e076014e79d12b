import { mapPoint } from '../../scene/matrix.ts';
import {
  boundingBoxOf,
  expandRect,
  intersect,
  type PixelSize,
  type Rect,
  roundOut,
} from '../../scene/placement.ts';
import { coverageOfRound } from '../../scene/rim.ts';
import type { RimGeometry } from '../../scene/rim-geometry.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';
import { SHADOW_REACH } from './blur-shadow.ts';

/** Returns the rectangle that a layer with its rim changes. @param picture the pixels that its picture changes. */
export function areaOfRim(
  { rim, bounds, density, border }: RimGeometry,
  picture: Rect,
  surface: PixelSize,
  grid: 1 | 2,
): PixelRect {
  const whole = boundingBoxOf([picture, bounds]);
  const shadows = rim.shadows.map(({ x, y, sigma }) => {
    const moved = { ...whole, x: whole.x + density * x, y: whole.y + density * y };
    return expandRect(moved, SHADOW_REACH * density * sigma + 1);
  });
  const all = roundOut(boundingBoxOf([border ? whole : picture, ...shadows]));
  const { x, y, width, height } = intersect(all, { x: 0, y: 0, ...surface });
  const left = Math.floor(x / grid) * grid;
  const top = Math.floor(y / grid) * grid;
  return {
    x: left,
    y: top,
    width: Math.max(0, Math.ceil((x + width) / grid) * grid - left),
    height: Math.max(0, Math.ceil((y + height) / grid) * grid - top),
  };
}

/** Returns how much of the picture and of the border is seen at a place of the surface, each 0 to 1. */
export function coverageOfPicture(
  { picture, inverse, density, cutsEdges }: RimGeometry,
  x: number,
  y: number,
  block = 1,
  hasEdges = cutsEdges,
): number {
  const place = mapPoint(inverse, x, y);
  return coverageOfRound(picture, place.x, place.y, density / block, hasEdges);
}

/** Returns the coverage of the border at a place of the surface, 0 to 1. */
export function coverageOfBorder(
  { rim, border, inverse, density }: RimGeometry,
  x: number,
  y: number,
  block = 1,
): number {
  if (!border || !rim.border) return 0;
  const place = mapPoint(inverse, x, y);
  const outer = coverageOfRound(border.outer, place.x, place.y, density / block, true);
  const inner = coverageOfRound(border.inner, place.x, place.y, density / block, true);
  return rim.border.opacity * Math.max(0, outer - inner);
}
