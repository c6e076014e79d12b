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

/** Start of the last unit, as a fraction of the duration of the animation. */
const STAGGER_SHARE = 0.7;
/**
 * Duration of the entrance of one unit. In a staggered schedule, it is in seconds. In an even schedule,
 * it is a fraction of the duration of the animation.
 */
const UNIT_DURATION = 0.3;

/** The times at which units appear. */
interface EntranceSchedule {
  readonly duration: number;
  /**
   * Returns the progress of a unit at a time in seconds. The unit begins to appear at 0. Its entrance
   * is over at 1.
   */
  readonly progressAt: (time: number, index: number) => number;
}

/** Creates a schedule in which each unit takes 0.3 s and the last one begins at 0.7 of the duration. */
export function createStaggeredSchedule(duration: number, { unitCentres }: EntranceInput): EntranceSchedule {
  const last = Math.max(0, unitCentres.length - 1);
  const interval = last === 0 ? 0 : (STAGGER_SHARE * duration) / last;
  return {
    duration: last * interval + UNIT_DURATION,
    progressAt: (time, index) => (time - index * interval) / UNIT_DURATION,
  };
}

/**
 * Creates a schedule in which each of n units begins 1/n of the duration after the previous one and takes 0.3
 * of the duration.
 */
export function createEvenSchedule(duration: number, { unitCentres }: EntranceInput): EntranceSchedule {
  const units = Math.max(1, unitCentres.length);
  return {
    duration: duration * ((units - 1) / units + UNIT_DURATION),
    progressAt: (time, index) => (time / duration - index / units) / UNIT_DURATION,
  };
}

/** The schedule and the movement of units that appear one by one. */
export interface StaggeredMotion extends EntranceSchedule {
  /** Distance that the units travel, in font sizes. */
  readonly distance: number;
  readonly direction: AnimationDirection;
  /** Maps progress to opacity. */
  readonly ease: (progress: number) => number;
}

/** Creates an entrance in which units fade in from a distance, one by one. */
export function createStaggeredEntrance(
  motion: StaggeredMotion,
  { size, clipDuration }: EntranceInput,
): Entrance {
  const { distance, direction, ease, duration, progressAt } = motion;
  // Speed up an entrance that would exceed its maximum fraction of the clip.
  const speed = Math.max(1, duration / (MAX_CLIP_SHARE * clipDuration));
  const from = ORIGINS[direction];
  return {
    duration: duration / speed,
    maxDistance: distance * size,
    movesBands: true,
    stateAt: (time) => ({
      block: AT_REST,
      shiftOf(index) {
        const done = progressAt(time * speed, index);
        if (done <= 0) return HIDDEN;
        if (done >= 1) return AT_REST;
        const remaining = distance * size * (1 - easeOutCubic(done));
        return { x: from.x * remaining, y: from.y * remaining, alpha: ease(done) };
      },
    }),
  };
}
