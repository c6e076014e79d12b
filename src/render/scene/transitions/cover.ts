import type { IRIS_SHAPES } from '../../../base/vocabulary/shaped-transitions.ts';
import type { VisualClip } from '../../resolve/timeline.ts';
import type { Rect } from '../placement.ts';

/** A shape around the centre of the visible rectangle of a clip at one moment, which shows or hides what is in it. */
export interface Cover {
  readonly form: (typeof IRIS_SHAPES)[number] | 'horizontal' | 'vertical';
  /** Size of the shape, from 0 (nothing) to 1 (it covers the whole rectangle). */
  readonly open: number;
  /** True if the clip is seen outside of the shape. */
  readonly isOutside: boolean;
  /** Width of the soft edge as a fraction of the way of the edge, 0 to 1. */
  readonly softness: number;
}

/** A cover on the rectangle of a layer, in numbers for the engine and for the page. */
export interface CoverRaster {
  /** The rectangle. A side is negative if the clip is mirrored. */
  readonly rect: Rect;
  /** Distance of the edge from the centre, in {@link coverDistance}. */
  readonly edge: number;
  /** Coverage per distance, negative if the clip is seen outside of the shape. */
  readonly slope: number;
}

/** The smallest soft edge. It is one to three pixels wide, so that the edge has no steps. */
const SHARPEST = 0.004;
/** Radius of the inner corners of the star. Its outer corners are at 1. */
const STAR = 0.45;
/** The shape of a star: half the angle between two corners, and the slope of its sides. */
export const STAR_SIDES = {
  angle: Math.PI / 5,
  slope: (1 - STAR * Math.cos(Math.PI / 5)) / (STAR * Math.sin(Math.PI / 5)),
};
/** Points along each side of the rectangle at which the distance of the farthest one is looked for. */
const BORDER_POINTS = 32;

/** Places a cover on a layer. @param visible the visible rectangle of the layer, before its matrix applies. */
export function placeCover(
  { form, open, isOutside, softness }: Cover,
  { flip }: Pick<VisualClip, 'flip'>,
  visible: Rect,
): CoverRaster {
  const { x, y, width, height } = visible;
  const rect = {
    x: flip.horizontal ? x + width : x,
    y: flip.vertical ? y + height : y,
    width: flip.horizontal ? -width : width,
    height: flip.vertical ? -height : height,
  };
  const reach = farthestOf(form, width / height);
  const soft = reach * Math.max(SHARPEST, softness);
  return { rect, edge: open * (reach + soft), slope: (isOutside ? -1 : 1) / soft };
}

/** Returns how much of a clip is seen, 0 to 1. @param distance the {@link coverDistance} of the place. */
export function coverageAt({ edge, slope }: CoverRaster, distance: number): number {
  const inside = (edge - distance) * slope;
  return Math.min(1, Math.max(0, slope < 0 ? 1 + inside : inside));
}

/**
 * Returns the size of a shape that has a place on its edge, 0 in the centre. The program of the graphics card has the
 * same formulas.
 *
 * @param across place in the rectangle, from -1 at its left to 1 at its right edge.
 * @param down place in the rectangle, from -1 at its top to 1 at its bottom edge.
 * @param aspect width by height of the rectangle.
 */
export function coverDistance(form: Cover['form'], across: number, down: number, aspect: number): number {
  const x = Math.abs(across) * aspect;
  const y = Math.abs(down);
  switch (form) {
    case 'circle':
      return Math.sqrt(x * x + y * y);
    case 'ellipse':
      return Math.sqrt(across * across + down * down);
    case 'rectangle':
      return Math.max(Math.abs(across), y);
    case 'diamond':
      return x + y;
    case 'heart':
      // Half circles on the upper sides of a square that stands on a corner.
      return down > 0 || x + y === 0 ? x + y : (x * x + y * y) / (x + y);
    case 'star': {
      const turn = Math.atan2(x, -down);
      const folded = Math.abs(turn - 2 * STAR_SIDES.angle * Math.floor(turn / (2 * STAR_SIDES.angle) + 0.5));
      return Math.sqrt(x * x + y * y) * (Math.cos(folded) + STAR_SIDES.slope * Math.sin(folded));
    }
    case 'horizontal':
      return Math.abs(across);
    case 'vertical':
      return y;
  }
}

/** Returns the largest distance in a rectangle. It is on its border, because every shape grows from the centre. */
function farthestOf(form: Cover['form'], aspect: number): number {
  let farthest = 0;
  for (let index = 0; index <= BORDER_POINTS; index++) {
    const along = index / BORDER_POINTS;
    for (const down of [-along, along])
      farthest = Math.max(
        farthest,
        coverDistance(form, 1, down, aspect),
        coverDistance(form, along, Math.sign(down) || 1, aspect),
      );
  }
  return farthest;
}
