import type { PixelChange } from './pixel-change.ts';
import type { PixelSize } from '../placement.ts';

/** A page: the angle by which a corner is ahead, and the radius of its curl as a fraction of the way. */
const PAGE = { lean: 0.24, radius: 0.085 };
/** Radii beyond the page at which it is out of sight, with its shadow. */
const BEYOND = 3;

/** A page that curls around a cylinder which rolls over it. All lengths are in pixels of the page. */
export interface PageCurl {
  /** The direction from what still lies to what is lifted, of length 1. */
  readonly across: number;
  readonly down: number;
  /** Where the page leaves the ground: the distance along the direction from the top left corner. */
  readonly fold: number;
  readonly radius: number;
  /** Strength of the shadows, 0 to 1. */
  readonly shadow: number;
}

/** Returns the curl of a page at its moment: at 0, it lies, at 1, it is out of sight. @param size of the page in pixels. */
export function pageCurlAt({ way, along }: PixelChange, { width, height }: PixelSize): PageCurl {
  const isAcross = way === 'left' || way === 'right';
  // A page that turns to the left is lifted at its right edge, first at its lower corner.
  const sign = way === 'left' || way === 'up' ? 1 : -1;
  const [ahead, aside] = [sign * Math.cos(PAGE.lean), Math.sin(PAGE.lean)];
  const [across, down] = isAcross ? [ahead, aside] : [aside, ahead];
  const corners = [0, across * width, down * height, across * width + down * height];
  const [first, last] = [Math.max(...corners), Math.min(...corners)];
  const radius = PAGE.radius * (first - last);
  return {
    across,
    down,
    fold: first + along * (last - BEYOND * radius - first),
    radius,
    shadow: Math.min(1, 8 * along, 8 * (1 - along)),
  };
}
