import type { Direction, TransitionStep } from '../resolve/timeline.ts';
import { eased } from './easing.ts';
import { type Motion, STILL, type Wipe } from './motion.ts';

/** How far away a slide begins or ends, as a fraction of the output. */
const SLIDE = 0.025;
/** How far away a carousel begins and ends, across and down; from there nothing of a clip that fills the output is seen. */
const CAROUSEL = { enters: { x: 1, y: 1.05 }, leaves: { x: 1, y: 1.1 } };
/** How large a zoom begins or ends. */
const ZOOM = 10;
/** Where a shuffle begins or ends: this far to the side it is named after first, and this far to the other one. */
const SHUFFLE = { first: 1.1, second: 0.5 };
/** Degrees by which a shuffle is turned there. */
const LEAN = 25;
/** How steeply what is seen rises over the width of a wipe. */
const SLOPE = 1 / 0.85;

/** What each word points at, y upwards. */
const POINTS: Readonly<Record<Direction, { readonly x: number; readonly y: number }>> = {
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
export function entering({ kind, towards }: TransitionStep, progress: number): Motion {
  switch (kind) {
    case 'fade':
      return { ...STILL, opacity: eased('easeInOut', progress) };
    case 'reveal':
      return { ...STILL, reveal: eased('ease', progress) };
    case 'wipe':
      return { ...STILL, wipe: wipe(towards[0] === 'Left' ? 'right' : 'left', eased('easeInOut', progress)) };
    case 'slide':
      return { ...away(towards, progress - 1, { x: SLIDE, y: SLIDE }), opacity: eased('ease', progress) };
    case 'carousel':
      return away(towards, progress - 1, CAROUSEL.enters);
    case 'zoom':
      return { ...STILL, scale: ZOOM + (1 - ZOOM) * progress, opacity: eased('easeIn', progress) };
    case 'shuffle':
      return shuffled(towards, 1 - eased('ease', progress));
  }
}

/** What a transition does to a clip that goes, as {@link entering}. */
export function leaving({ kind, towards }: TransitionStep, progress: number): Motion {
  const gone = eased('ease', progress);
  switch (kind) {
    case 'fade':
      return { ...STILL, opacity: 1 - eased('easeInOut', progress) };
    case 'reveal':
      return { ...STILL, reveal: 1 - gone };
    case 'wipe':
      return {
        ...STILL,
        wipe: wipe(towards[0] === 'Left' ? 'left' : 'right', 1 - eased('easeInOut', progress)),
      };
    case 'slide':
      return { ...away(towards, gone, { x: SLIDE, y: SLIDE }), opacity: 1 - gone };
    case 'carousel':
      return away(towards, gone, CAROUSEL.leaves);
    case 'zoom': {
      const far = eased('easeOut', progress);
      return { ...STILL, scale: 1 + (ZOOM - 1) * far, opacity: 1 - far };
    }
    case 'shuffle':
      return shuffled(towards, gone);
  }
}

/** A way along one direction. @param share of the distance that is left or gone, -1 (on the near side) to 1 (on the far one). */
function away(
  [direction]: readonly Direction[],
  share: number,
  distance: { readonly x: number; readonly y: number },
): Motion {
  const { x, y } = POINTS[direction ?? 'Right'];
  return { ...STILL, x: x * distance.x * share, y: y * distance.y * share };
}

/** A way to a corner, leaning there. @param away 0 (at rest) to 1 (where the shuffle begins or ends). */
function shuffled([first = 'Top', second = 'Right']: readonly Direction[], away: number): Motion {
  const [one, other] = [POINTS[first], POINTS[second]];
  const x = SHUFFLE.first * one.x + SHUFFLE.second * other.x;
  const y = SHUFFLE.first * one.y + SHUFFLE.second * other.y;
  // So that the corner that reaches in farthest is the one beside the output: nothing is seen of a clip that fills it.
  const lean = Math.sign(x * y) * (one.y === 0 ? -LEAN : LEAN);
  return { ...STILL, x: x * away, y: y * away, angle: lean * away };
}

/** A soft edge on its way. @param from the edge that is seen first. @param seen 0 (nothing) to 1 (all). */
function wipe(from: 'left' | 'right', seen: number): Wipe {
  const near = 0.5 + SLOPE * (2 * seen - 0.5);
  const far = near - SLOPE;
  return from === 'left' ? { left: near, right: far } : { left: far, right: near };
}
