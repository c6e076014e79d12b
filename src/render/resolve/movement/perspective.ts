import type { Perspective } from '../../../edit/schema/perspective.ts';
import { type AnimatedNumber, toAnimatedNumber, valueRangeOf } from '../animated-number.ts';

/** A point in fractions of the width and the height of a clip. */
interface AnimatedPoint {
  readonly x: AnimatedNumber;
  readonly y: AnimatedNumber;
}

/** A look of a clip in space. */
export interface ResolvedPerspective {
  /** The places of the corners, from the upper left one clockwise. */
  readonly corners: readonly [AnimatedPoint, AnimatedPoint, AnimatedPoint, AnimatedPoint];
  /** Degrees about the horizontal axis. More than 0 moves the top away. */
  readonly tilt: AnimatedNumber;
  /** Degrees about the vertical axis. More than 0 moves the right side away. */
  readonly turn: AnimatedNumber;
  /** Degrees in which the height of the canvas is seen, 0 to 150. */
  readonly fieldOfView: AnimatedNumber;
}

/** Resolves the look of a clip in space. It has none if nothing ever changes. */
export function resolvePerspective(given: Perspective | undefined): {
  readonly perspective?: ResolvedPerspective;
} {
  if (!given) return {};
  const { topLeft, topRight, bottomRight, bottomLeft } = given.corners ?? {};
  const [tilt, turn] = [toAnimatedNumber(given.tilt, 0), toAnimatedNumber(given.turn, 0)];
  const corners = [
    pointOf(topLeft, 0, 0),
    pointOf(topRight, 1, 0),
    pointOf(bottomRight, 1, 1),
    pointOf(bottomLeft, 0, 1),
  ] as const;
  const isNeutral =
    isAlways(tilt, 0) &&
    isAlways(turn, 0) &&
    corners.every(
      ({ x, y }, index) => isAlways(x, index % 3 === 0 ? 0 : 1) && isAlways(y, index < 2 ? 0 : 1),
    );
  if (isNeutral) return {};
  return { perspective: { corners, tilt, turn, fieldOfView: toAnimatedNumber(given.fieldOfView, 50) } };
}

function pointOf(
  { x, y }: NonNullable<NonNullable<Perspective['corners']>['topLeft']> = {},
  usualX: number,
  usualY: number,
): AnimatedPoint {
  return { x: toAnimatedNumber(x, usualX), y: toAnimatedNumber(y, usualY) };
}

function isAlways(number: AnimatedNumber, value: number): boolean {
  const { least, greatest } = valueRangeOf(number);
  return least === value && greatest === value;
}
