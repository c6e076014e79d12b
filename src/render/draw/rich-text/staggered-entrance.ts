import { easeOutCubic } from '../easing-curves.ts';
import {
  type AnimationDirection,
  AT_REST,
  type Entrance,
  type EntranceInput,
  HIDDEN,
  MAX_CLIP_SHARE,
  ORIGINS,
} from './entrance.ts';

/** Of the duration: the last unit begins after it. */
const STAGGER_SHARE = 0.7;
/** Seconds in which a unit comes in; of the duration where they begin at even times. */
const UNIT_DURATION = 0.3;

/** When units come in. */
interface EntranceSchedule {
  readonly duration: number;
  /** How much of its way a unit has behind it at a second; below 0 it has not begun, from 1 on it is there. */
  readonly progressAt: (time: number, index: number) => number;
}

/** Each takes 0.3 s; the last begins when 0.7 of the duration is over. */
export function createStaggeredSchedule(duration: number, { unitCentres }: EntranceInput): EntranceSchedule {
  const last = Math.max(0, unitCentres.length - 1);
  const interval = last === 0 ? 0 : (STAGGER_SHARE * duration) / last;
  return {
    duration: last * interval + UNIT_DURATION,
    progressAt: (time, index) => (time - index * interval) / UNIT_DURATION,
  };
}

/** Each of n begins an n-th of the duration after that before it, and takes 0.3 of the duration. */
export function createEvenSchedule(duration: number, { unitCentres }: EntranceInput): EntranceSchedule {
  const units = Math.max(1, unitCentres.length);
  return {
    duration: duration * ((units - 1) / units + UNIT_DURATION),
    progressAt: (time, index) => (time / duration - index / units) / UNIT_DURATION,
  };
}

/** How units come in. */
export interface StaggeredMotion extends EntranceSchedule {
  /** From how far away, in sizes. */
  readonly distance: number;
  readonly direction: AnimationDirection;
  /** How it is faded in. */
  readonly ease: (progress: number) => number;
}

/** Units that come in one by one, faded and from a distance. */
export function createStaggeredEntrance(
  motion: StaggeredMotion,
  { size, clipDuration }: EntranceInput,
): Entrance {
  const { distance, direction, ease, duration, progressAt } = motion;
  // What would take longer than the clip has for it goes faster.
  const hurry = Math.max(1, duration / (MAX_CLIP_SHARE * clipDuration));
  const from = ORIGINS[direction];
  return {
    duration: duration / hurry,
    maxDistance: distance * size,
    movesBands: true,
    stateAt: (time) => ({
      block: AT_REST,
      shiftOf(index) {
        const done = progressAt(time * hurry, index);
        if (done <= 0) return HIDDEN;
        if (done >= 1) return AT_REST;
        const remaining = distance * size * (1 - easeOutCubic(done));
        return { x: from.x * remaining, y: from.y * remaining, alpha: ease(done) };
      },
    }),
  };
}
