import type { TransitionDirection, TransitionStep } from '../resolve/timeline.ts';
import { ease } from './easing.ts';
import { type Motion, NO_MOTION, type Wipe } from './motion.ts';

/** How far away a slide begins or ends, as a fraction of the output. */
const SLIDE = 0.025;
/** How far away a carousel begins and ends, across and down; from there nothing of a clip that fills the output is seen. */
const CAROUSEL = { enters: { x: 1, y: 1.05 }, leaves: { x: 1, y: 1.1 } };
/** How large a zoom begins or ends. */
const ZOOM = 10;
/** Where a shuffle begins or ends: this far to the side it is named after first, and this far to the other one. */
const SHUFFLE = { first: 1.1, second: 0.5 };
/** Degrees by which a shuffle is turned there. */
const SHUFFLE_DEGREES = 25;
/** How steeply what is seen rises over the width of a wipe. */
const WIPE_SLOPE = 1 / 0.85;

/** What each word points at, y upwards. */
const POINTS: Readonly<Record<TransitionDirection, { readonly x: number; readonly y: number }>> = {
  Left: { x: -1, y: 0 },
  Right: { x: 1, y: 0 },
  Up: { x: 0, y: 1 },
  Down: { x: 0, y: -1 },
  Top: { x: 0, y: 1 },
  Bottom: { x: 0, y: -1 },
};

/**
 * What a transition does to a clip that comes (contract 2.9).
 *
 * @param progress share of the transition that is over, 0 to 1.
 */
export function transitionIn({ kind, directions }: TransitionStep, progress: number): Motion {
  switch (kind) {
    case 'fade':
      return { ...NO_MOTION, opacity: ease('easeInOut', progress) };
    case 'reveal':
      return { ...NO_MOTION, reveal: ease('ease', progress) };
    case 'wipe':
      return {
        ...NO_MOTION,
        wipe: wipe(directions[0] === 'Left' ? 'right' : 'left', ease('easeInOut', progress)),
      };
    case 'slide':
      return {
        ...moveAway(directions, progress - 1, { x: SLIDE, y: SLIDE }),
        opacity: ease('ease', progress),
      };
    case 'carousel':
      return moveAway(directions, progress - 1, CAROUSEL.enters);
    case 'zoom':
      return { ...NO_MOTION, scale: ZOOM + (1 - ZOOM) * progress, opacity: ease('easeIn', progress) };
    case 'shuffle':
      return moveToCorner(directions, 1 - ease('ease', progress));
  }
}

/** What a transition does to a clip that goes, as {@link transitionIn}. */
export function transitionOut({ kind, directions }: TransitionStep, progress: number): Motion {
  const gone = ease('ease', progress);
  switch (kind) {
    case 'fade':
      return { ...NO_MOTION, opacity: 1 - ease('easeInOut', progress) };
    case 'reveal':
      return { ...NO_MOTION, reveal: 1 - gone };
    case 'wipe':
      return {
        ...NO_MOTION,
        wipe: wipe(directions[0] === 'Left' ? 'left' : 'right', 1 - ease('easeInOut', progress)),
      };
    case 'slide':
      return { ...moveAway(directions, gone, { x: SLIDE, y: SLIDE }), opacity: 1 - gone };
    case 'carousel':
      return moveAway(directions, gone, CAROUSEL.leaves);
    case 'zoom': {
      const far = ease('easeOut', progress);
      return { ...NO_MOTION, scale: 1 + (ZOOM - 1) * far, opacity: 1 - far };
    }
    case 'shuffle':
      return moveToCorner(directions, gone);
  }
}

/** A way along one direction. @param share of the distance that is left or gone, -1 (on the near side) to 1 (on the far one). */
function moveAway(
  [direction]: readonly TransitionDirection[],
  share: number,
  distance: { readonly x: number; readonly y: number },
): Motion {
  const { x, y } = POINTS[direction ?? 'Right'];
  return { ...NO_MOTION, x: x * distance.x * share, y: y * distance.y * share };
}

/** A way to a corner, leaning there. @param away 0 (at rest) to 1 (where the shuffle begins or ends). */
function moveToCorner(
  [first = 'Top', second = 'Right']: readonly TransitionDirection[],
  away: number,
): Motion {
  const [one, other] = [POINTS[first], POINTS[second]];
  const x = SHUFFLE.first * one.x + SHUFFLE.second * other.x;
  const y = SHUFFLE.first * one.y + SHUFFLE.second * other.y;
  // So that the corner that reaches in farthest is the one beside the output: nothing is seen of a clip that fills it.
  const lean = Math.sign(x * y) * (one.y === 0 ? -SHUFFLE_DEGREES : SHUFFLE_DEGREES);
  return { ...NO_MOTION, x: x * away, y: y * away, angle: lean * away };
}

/** A soft edge on its way. @param from the edge that is seen first. @param seen 0 (nothing) to 1 (all). */
function wipe(from: 'left' | 'right', seen: number): Wipe {
  const near = 0.5 + WIPE_SLOPE * (2 * seen - 0.5);
  const far = near - WIPE_SLOPE;
  return from === 'left' ? { left: near, right: far } : { left: far, right: near };
}
