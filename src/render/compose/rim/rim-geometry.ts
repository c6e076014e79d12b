import { invertMatrix, mapPoint, type Matrix } from '../../scene/matrix.ts';
import {
  boundingBoxOf,
  expandRect,
  intersect,
  type PixelSize,
  type Rect,
  roundOut,
} from '../../scene/placement.ts';
import { coverageOfRound, growRect, type LayerRim, roundCorners, type RoundRect } from '../../scene/rim.ts';
import type { Layer } from '../../scene/scene.ts';
import { settlePlacement } from '../../scene/settle-placement.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';
import { SHADOW_REACH } from './blur-shadow.ts';

/** The rim of a layer on the surface, without the picture. */
export interface RimGeometry {
  readonly rim: LayerRim;
  /** From the surface to the layer. */
  readonly inverse: Matrix;
  /** Pixels of the surface per pixel of the layer, in the mean. */
  readonly density: number;
  /** The picture. It is a bit smaller than its border, which hides its edge. */
  readonly picture: RoundRect;
  /** False if the picture ends at its edges itself. */
  readonly cutsEdges: boolean;
  /** The outer and the inner edge of the border. */
  readonly border?: { readonly outer: RoundRect; readonly inner: RoundRect };
  /** Everything but the shadows, in pixels of the surface. */
  readonly bounds: Rect;
}

/** Pixels by which an opaque border reaches over the edge of the picture, so that the edge does not shine through. */
const HIDDEN_EDGE = 1;

/** Returns the geometry of the rim of a layer. Undefined if the layer is squeezed to a line. */
export function placeRim({ clip, matrix, placement }: Layer, rim: LayerRim): RimGeometry | undefined {
  const inverse = invertMatrix(matrix);
  if (!inverse) return undefined;
  const { visible } = settlePlacement(clip, placement);
  const edge = roundCorners(visible, rim.corners);
  const density = Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c));
  const { border } = rim;
  const isHidden = border?.opacity === 1;
  const hidden = isHidden ? Math.min(border.width / 2, HIDDEN_EDGE / density) : 0;
  const over = border?.isCentred === true ? border.width / 2 : 0;
  const outer = growRect(edge, over);
  const points = [0, outer.width].flatMap((across) =>
    [0, outer.height].map((down) => ({
      ...mapPoint(matrix, outer.x + across, outer.y + down),
      width: 0,
      height: 0,
    })),
  );
  return {
    rim,
    inverse,
    density,
    picture: border?.isCentred === false ? growRect(edge, -hidden) : edge,
    cutsEdges: border?.isCentred === false && hidden > 0,
    ...(border && { border: { outer, inner: growRect(edge, over - border.width) } }),
    bounds: boundingBoxOf(points),
  };
}

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
