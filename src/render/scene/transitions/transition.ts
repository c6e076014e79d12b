import { SHAPED_TRANSITIONS } from '../../../base/vocabulary/shaped-transitions.ts';
import type { TransitionDirection, TransitionStep } from '../../resolve/timeline.ts';
import { ease } from '../../resolve/easing.ts';
import { type Motion, NO_MOTION } from '../motion.ts';
import { shapedTransitionAt } from './shaped-transition.ts';

/** Distance at which a slide begins or ends, as a fraction of the output. */
const SLIDE = 0.025;
/**
 * Distances at which a carousel begins and ends, as fractions of the output. At these distances, a clip that
 * fills the output is completely outside of the output.
 */
const CAROUSEL = { enters: { x: 1, y: 1.05 }, leaves: { x: 1, y: 1.1 } };
/** Scale at which a zoom begins or ends. */
const ZOOM = 10;
/** Distances at which a shuffle begins or ends, towards the first and the second direction in its name. */
const SHUFFLE = { first: 1.1, second: 0.5 };
/** Rotation in degrees at which a shuffle begins or ends. */
const SHUFFLE_DEGREES = 25;
/** Slope of the coverage over the width of a wipe. */
const WIPE_SLOPE = 1 / 0.85;

/** The unit vector of each direction. Positive y points up. */
const POINTS: Readonly<Record<TransitionDirection, { readonly x: number; readonly y: number }>> = {
  Left: { x: -1, y: 0 },
  Right: { x: 1, y: 0 },
  Up: { x: 0, y: 1 },
  Down: { x: 0, y: -1 },
  Top: { x: 0, y: 1 },
  Bottom: { x: 0, y: -1 },
};

/** Distance by which a push moves a clip, as a fraction of the output. Both clips then share an edge. */
const PUSH = { x: 1, y: 1 };

type Curve = NonNullable<TransitionStep['easing']>;

/**
 * Returns the motion of a transition at the beginning or at the end of a clip (contract 2.9).
 *
 * @param way `in` at the beginning of the clip, `out` at its end.
 * @param progress Elapsed fraction of the transition, 0 to 1.
 */
export function transitionAt(way: 'in' | 'out', step: TransitionStep, progress: number): Motion {
  const { kind, easing = 'easeInOut' } = step;
  const isOut = way === 'out';
  return isShaped(kind)
    ? shapedTransitionAt(step, isOut, follow(easing, progress), progress * step.seconds)
    : namedTransitionAt({ ...step, kind }, isOut, progress);
}

type ShapedKind = keyof typeof SHAPED_TRANSITIONS;

function isShaped(kind: TransitionStep['kind']): kind is ShapedKind {
  return kind in SHAPED_TRANSITIONS;
}

function namedTransitionAt(
  {
    kind,
    directions,
    easing,
  }: TransitionStep & { readonly kind: Exclude<TransitionStep['kind'], ShapedKind> },
  isOut: boolean,
  progress: number,
): Motion {
  /** Progress along the curve of the transition, else along that of its kind. */
  const along = (own: Curve): number => follow(easing ?? own, progress);
  /** The visible fraction, and the way from the place of the clip: -1 before the output, 1 beyond it. */
  const seen = (own: Curve): number => (isOut ? 1 - along(own) : along(own));
  const away = (own: Curve): number => (isOut ? along(own) : along(own) - 1);
  switch (kind) {
    case 'fade':
      return { ...NO_MOTION, opacity: toFraction(seen('easeInOut')) };
    case 'reveal':
      return { ...NO_MOTION, reveal: toFraction(seen('ease')) };
    case 'wipe':
      return wipe((directions[0] === 'Left') === isOut ? 'left' : 'right', seen('easeInOut'));
    case 'slide':
      return {
        ...moveAway(directions, away(isOut ? 'ease' : 'linear'), { x: SLIDE, y: SLIDE }),
        opacity: toFraction(seen('ease')),
      };
    case 'carousel':
      return isOut
        ? moveAway(directions, away('ease'), CAROUSEL.leaves)
        : moveAway(directions, away('linear'), CAROUSEL.enters);
    case 'push':
      return moveAway(directions, away('easeInOut'), PUSH);
    case 'zoom':
      return zoom(away(isOut ? 'easeOut' : 'linear'), seen(isOut ? 'easeOut' : 'easeIn'));
    case 'shuffle':
      return moveToCorner(directions, isOut ? along('ease') : 1 - along('ease'));
  }
}

function follow(curve: Curve, progress: number): number {
  return curve === 'linear' ? progress : ease(curve, progress);
}

/** The `Back` curves leave the range from 0 to 1. */
function toFraction(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Enlarges and fades a clip. @param away From 0 (in place) to 1 or -1 (where the zoom begins or ends). */
function zoom(away: number, seen: number): Motion {
  return { ...NO_MOTION, scale: Math.max(0, 1 + (ZOOM - 1) * Math.abs(away)), opacity: toFraction(seen) };
}

/**
 * Moves a clip along a direction.
 *
 * @param share Fraction of the distance, from -1 (before the output) to 1 (beyond it).
 */
function moveAway(
  [direction]: readonly TransitionDirection[],
  share: number,
  distance: { readonly x: number; readonly y: number },
): Motion {
  const { x, y } = POINTS[direction ?? 'Right'];
  return { ...NO_MOTION, x: x * distance.x * share, y: y * distance.y * share };
}

/**
 * Moves a clip towards a corner and rotates it.
 *
 * @param away From 0 (in place) to 1 (where the shuffle begins or ends).
 */
function moveToCorner(
  [first = 'Top', second = 'Right']: readonly TransitionDirection[],
  away: number,
): Motion {
  const [one, other] = [POINTS[first], POINTS[second]];
  const x = SHUFFLE.first * one.x + SHUFFLE.second * other.x;
  const y = SHUFFLE.first * one.y + SHUFFLE.second * other.y;
  // With this direction of rotation, even the nearest corner of the clip stays outside of the output. So a
  // clip that fills the output starts and ends completely outside of the output.
  const lean = Math.sign(x * y) * (one.y === 0 ? -SHUFFLE_DEGREES : SHUFFLE_DEGREES);
  return { ...NO_MOTION, x: x * away, y: y * away, angle: lean * away };
}

/**
 * Passes a soft edge over a clip.
 *
 * @param from The edge that becomes visible first.
 * @param seen Visible fraction, from 0 (nothing) to 1 (everything).
 */
function wipe(from: 'left' | 'right', seen: number): Motion {
  const near = 0.5 + WIPE_SLOPE * (2 * seen - 0.5);
  const far = near - WIPE_SLOPE;
  return { ...NO_MOTION, wipe: from === 'left' ? { left: near, right: far } : { left: far, right: near } };
}
