import type { UnitKind } from '../../text-layout/text-units.ts';
import {
  createGatherEntrance,
  createSlideEntrance,
  createTypewriterEntrance,
  createWaveEntrance,
} from './whole-text-entrances.ts';
import { easeOutCubic, easeOutQuad } from '../easing-curves.ts';
import {
  type AnimationDirection,
  AT_REST,
  type Entrance,
  type EntranceInput,
  HIDDEN,
  ORIGINS,
  type TextAnimation,
} from './entrance.ts';

/** Maximum duration of an entrance, as a fraction of the length of the clip. */
const MAX_CLIP_SHARE = 0.9;
const CHARACTERS_PER_SECOND = 30;
const MIN_DURATION = 0.3;
/** Distances that units travel when they enter, in font sizes. */
const SLIDE_DISTANCE = 2;
const SHIFT_DISTANCE = 0.6;
const ASCEND_DISTANCE = 0.4;

/** Start of the last unit, as a fraction of the duration of the animation. */
const STAGGER_SHARE = 0.7;
/**
 * Duration of the entrance of one unit. In a staggered schedule, it is in seconds. In an even schedule,
 * it is a fraction of the duration of the animation.
 */
const UNIT_DURATION = 0.3;

/** Returns the kind of unit that an animation moves. */
export function unitKindOf({ preset, style }: TextAnimation): UnitKind {
  switch (preset) {
    case 'fadeIn':
    case 'shift':
    case 'typewriter':
      return style ?? 'character';
    case 'slideIn':
      return style ?? 'line';
    case 'ascend':
      return 'word';
    case 'movingLetters':
      return 'character';
  }
}

/**
 * Returns the duration of an animation in seconds. The duration is limited to {@link MAX_CLIP_SHARE} of the
 * clip.
 *
 * @param input the duration in the edit. If undefined, the length of the text decides.
 */
export function entranceDurationOf(
  input: number | undefined,
  characterCount: number,
  clipDuration: number,
): number {
  return Math.min(
    input ?? Math.max(MIN_DURATION, characterCount / CHARACTERS_PER_SECOND),
    MAX_CLIP_SHARE * clipDuration,
  );
}

/** Creates the entrance of a text (the table of contract 2.15). */
export function createEntrance(animation: TextAnimation, input: EntranceInput): Entrance {
  const {
    preset,
    style,
    direction = preset === 'ascend' || preset === 'movingLetters' ? 'up' : 'left',
  } = animation;
  const duration = entranceDurationOf(animation.duration, input.characterCount, input.clipDuration);
  const staggered = createStaggeredSchedule(duration, input);
  const appear = (distance: number, ease: typeof easeOutQuad): Entrance =>
    createStaggeredEntrance({ ...staggered, distance, direction, ease }, input);
  switch (preset) {
    case 'fadeIn':
      return style ? appear(0, easeOutQuad) : createGatherEntrance(duration, input);
    case 'slideIn':
      return style ? appear(SLIDE_DISTANCE, easeOutQuad) : createSlideEntrance(duration, direction, input);
    case 'shift':
      return appear(SHIFT_DISTANCE, easeOutCubic);
    case 'ascend': {
      const upright = direction === 'down' ? 'down' : 'up';
      const even = createEvenSchedule(duration, input);
      return createStaggeredEntrance(
        { ...even, distance: ASCEND_DISTANCE, direction: upright, ease: easeOutCubic },
        input,
      );
    }
    case 'typewriter':
      return createTypewriterEntrance(duration, input);
    case 'movingLetters':
      return createWaveEntrance(direction, input);
  }
}

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
function createStaggeredSchedule(duration: number, { unitCentres }: EntranceInput): EntranceSchedule {
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
function createEvenSchedule(duration: number, { unitCentres }: EntranceInput): EntranceSchedule {
  const units = Math.max(1, unitCentres.length);
  return {
    duration: duration * ((units - 1) / units + UNIT_DURATION),
    progressAt: (time, index) => (time / duration - index / units) / UNIT_DURATION,
  };
}

/** The schedule and the movement of units that appear one by one. */
interface StaggeredMotion extends EntranceSchedule {
  /** Distance that the units travel, in font sizes. */
  readonly distance: number;
  readonly direction: AnimationDirection;
  /** Maps progress to opacity. */
  readonly ease: (progress: number) => number;
}

/** Creates an entrance in which units fade in from a distance, one by one. */
function createStaggeredEntrance(motion: StaggeredMotion, { size, clipDuration }: EntranceInput): Entrance {
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
