import type { Seconds } from '../../base/time.ts';
import { type AnimatedNumber, valueRangeOf } from '../resolve/animated-number.ts';
import { insideAt } from '../resolve/tween.ts';
import type { VisualClip } from '../resolve/timeline.ts';
import type { Rect } from './placement.ts';

/** The border of a layer. */
interface LayerBorder {
  /** Pixels of the canvas before the matrix applies, more than 0. */
  readonly width: number;
  /** `#RGB` or `#RRGGBB`. */
  readonly color: string;
  /** More than 0, at most 1. */
  readonly opacity: number;
  readonly isCentred: boolean;
}

/** A shadow of a layer. Lengths are pixels of the canvas before the matrix applies. */
interface LayerShadow {
  /** To the right and downwards, whatever the matrix turns. */
  readonly x: number;
  readonly y: number;
  /** Standard deviation of its blur. */
  readonly sigma: number;
  readonly color: string;
  /** More than 0, at most 1. */
  readonly opacity: number;
}

/** What surrounds the picture of a layer, in final numbers. */
export interface LayerRim {
  /** Radii clockwise from the top left, in pixels of the canvas before the matrix applies. */
  readonly corners: Radii;
  readonly border?: LayerBorder;
  /** The first one is on top. */
  readonly shadows: readonly LayerShadow[];
}

/** The radii of four corners, clockwise from the top left. */
export type Radii = readonly [number, number, number, number];

/** Standard deviation of a shadow per pixel of its blur, as in CSS. */
const SIGMA_PER_BLUR = 0.5;

/** Returns the rim of a clip at one moment. Undefined if it changes nothing. @param scale of the clip at that moment. */
export function rimAt({ rim, ...clip }: VisualClip, time: Seconds, scale: number): LayerRim | undefined {
  if (!rim) return undefined;
  const { greatest } = valueRangeOf(clip.scale);
  const unit = greatest > 0 ? scale / greatest : 0;
  const [one, two, three, four] = rim.corners;
  const border = rim.border && {
    ...rim.border,
    width: unit * insideAt(rim.border.width, time),
    opacity: insideAt(rim.border.opacity, time),
  };
  const at = {
    corners: [
      unit * insideAt(one, time),
      unit * insideAt(two, time),
      unit * insideAt(three, time),
      unit * insideAt(four, time),
    ] as const,
    ...(border && border.width > 0 && border.opacity > 0 && { border }),
    shadows: rim.shadows
      .map(({ offsetX, offsetY, blur, color, opacity }) => ({
        x: unit * insideAt(offsetX, time),
        y: unit * insideAt(offsetY, time),
        sigma: SIGMA_PER_BLUR * unit * insideAt(blur, time),
        color,
        opacity: insideAt(opacity, time),
      }))
      .filter(({ opacity }) => opacity > 0),
  };
  const isNeutral = at.corners.every((radius) => radius === 0) && !at.border && at.shadows.length === 0;
  return isNeutral ? undefined : at;
}

/**
 * Returns how far a rim reaches out of its picture at most, in pixels of the canvas at the largest `scale` of the clip.
 *
 * @param deviations standard deviations at which a blur ends.
 */
export function reachOfRim({ border, shadows }: NonNullable<VisualClip['rim']>, deviations: number): number {
  const over = border?.isCentred === true ? valueRangeOf(border.width).greatest / 2 : 0;
  const farthest = (offset: AnimatedNumber): number => {
    const { least, greatest } = valueRangeOf(offset);
    return Math.max(-least, greatest);
  };
  const reaches = shadows.map(
    ({ offsetX, offsetY, blur }) =>
      Math.max(farthest(offsetX), farthest(offsetY)) +
      deviations * SIGMA_PER_BLUR * valueRangeOf(blur).greatest,
  );
  return over + Math.max(0, ...reaches);
}

/** Returns a rim in other pixels. @param factor their number per pixel. */
export function scaleRim({ corners, border, shadows }: LayerRim, factor: number): LayerRim {
  const [one, two, three, four] = corners;
  return {
    corners: [factor * one, factor * two, factor * three, factor * four],
    ...(border && { border: { ...border, width: factor * border.width } }),
    shadows: shadows.map((shadow) => ({
      ...shadow,
      x: factor * shadow.x,
      y: factor * shadow.y,
      sigma: factor * shadow.sigma,
    })),
  };
}

/** A rectangle with round corners. */
export interface RoundRect extends Rect {
  readonly radii: Radii;
}

/** Rounds the corners of a rectangle. Radii that do not fit shrink together, as in CSS. */
export function roundCorners(rect: Rect, [one, two, three, four]: Radii): RoundRect {
  const { width, height } = rect;
  const room = (length: number, sum: number): number => (sum > length ? length / sum : 1);
  const share = Math.min(
    room(width, one + two),
    room(height, two + three),
    room(width, three + four),
    room(height, four + one),
  );
  return { ...rect, radii: [share * one, share * two, share * three, share * four] };
}

/** Moves the edge of a rectangle outwards. Sharp corners stay sharp. @param by pixels, less than 0 for inwards. */
export function growRect({ x, y, width, height, radii }: RoundRect, by: number): RoundRect {
  const grow = (radius: number): number => (radius > 0 ? Math.max(0, radius + by) : 0);
  const [one, two, three, four] = radii;
  return {
    x: x - by,
    y: y - by,
    width: Math.max(0, width + 2 * by),
    height: Math.max(0, height + 2 * by),
    radii: [grow(one), grow(two), grow(three), grow(four)],
  };
}

/**
 * Returns how much of a pixel lies within a rectangle with round corners, 0 to 1.
 *
 * @param x, y middle of the pixel.
 * @param density pixels per unit of the rectangle.
 * @param hasEdges false if only the corners count, because the picture ends at the edges itself.
 */
export function coverageOfRound(
  { x: left, y: top, width, height, radii }: RoundRect,
  x: number,
  y: number,
  density: number,
  hasEdges: boolean,
): number {
  if (width <= 0 || height <= 0) return 0;
  const fromLeft = x - left;
  const fromTop = y - top;
  const fromRight = width - fromLeft;
  const fromBottom = height - fromTop;
  const [one, two, three, four] = radii;
  if (fromLeft < one && fromTop < one) return cornerCoverage(one, fromLeft, fromTop, density);
  if (fromRight < two && fromTop < two) return cornerCoverage(two, fromRight, fromTop, density);
  if (fromRight < three && fromBottom < three) return cornerCoverage(three, fromRight, fromBottom, density);
  if (fromLeft < four && fromBottom < four) return cornerCoverage(four, fromLeft, fromBottom, density);
  if (!hasEdges) return 1;
  return (
    edgeCoverage(Math.min(fromLeft, fromRight), density) *
    edgeCoverage(Math.min(fromTop, fromBottom), density)
  );
}

function cornerCoverage(radius: number, across: number, down: number, density: number): number {
  const [x, y] = [radius - across, radius - down];
  return edgeCoverage(radius - Math.sqrt(x * x + y * y), density);
}

/** @param inside distance to the edge, more than 0 inside. */
function edgeCoverage(inside: number, density: number): number {
  return Math.min(1, Math.max(0, inside * density + 0.5));
}
