import { easeOutCubic } from './curves.ts';
import {
  AT_REST,
  type Direction,
  type Entering,
  type Entrance,
  FROM,
  HIDDEN,
  MOST_OF_CLIP,
} from './moment.ts';

/** Of the duration: the last unit begins after it. */
const STAGGER = 0.7;
/** Seconds in which a unit comes in; of the duration where they begin at even times. */
const WINDOW = 0.3;

/** When units come in. */
interface Schedule {
  readonly lasts: number;
  /** How much of its way a unit has behind it at a second; below 0 it has not begun, from 1 on it is there. */
  readonly progress: (time: number, index: number) => number;
}

/** Each takes 0.3 s; the last begins when 0.7 of the duration is over. */
export function oneAfterOther(duration: number, { places }: Entering): Schedule {
  const last = Math.max(0, places.length - 1);
  const apart = last === 0 ? 0 : (STAGGER * duration) / last;
  return {
    lasts: last * apart + WINDOW,
    progress: (time, index) => (time - index * apart) / WINDOW,
  };
}

/** Each of n begins an n-th of the duration after that before it, and takes 0.3 of the duration. */
export function atEvenTimes(duration: number, { places }: Entering): Schedule {
  const units = Math.max(1, places.length);
  return {
    lasts: duration * ((units - 1) / units + WINDOW),
    progress: (time, index) => (time / duration - index / units) / WINDOW,
  };
}

/** How units come in. */
export interface Coming extends Schedule {
  /** From how far away, in sizes. */
  readonly distance: number;
  readonly direction: Direction;
  /** How it is faded in. */
  readonly ease: (progress: number) => number;
}

/** Units that come in one by one, faded and from a distance. */
export function oneByOne(coming: Coming, { size, clip }: Entering): Entrance {
  const { distance, direction, ease, lasts, progress } = coming;
  // What would take longer than the clip has for it goes faster.
  const hurry = Math.max(1, lasts / (MOST_OF_CLIP * clip));
  const from = FROM[direction];
  return {
    lasts: lasts / hurry,
    reach: distance * size,
    carriesLines: true,
    at: (time) => ({
      block: AT_REST,
      unit(index) {
        const done = progress(time * hurry, index);
        if (done <= 0) return HIDDEN;
        if (done >= 1) return AT_REST;
        const away = distance * size * (1 - easeOutCubic(done));
        return { x: from.x * away, y: from.y * away, alpha: ease(done) };
      },
    }),
  };
}
