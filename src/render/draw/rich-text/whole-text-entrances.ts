import { clampToUnit, easeOutCubic, easeOutQuad } from '../easing-curves.ts';
import {
  type AnimationDirection,
  AT_REST,
  type Entrance,
  type EntranceInput,
  HIDDEN,
  ORIGINS,
} from './entrance.ts';

/** Distance that the whole text slides, and maximum distance that a wave moves letters, in font sizes. */
const SLIDE_DISTANCE = 2;
const WAVE_HEIGHT = 0.3;
/**
 * The wave: the length in letters, the frequency in waves per second, and the duration of the fade-in in
 * seconds.
 */
const WAVE_LENGTH = 10;
const WAVES_PER_SECOND = 1;
const WAVE_FADE = 0.5;
/** Distances between units at the start of a gather entrance, relative to their final distances. */
const GATHERED_SCALE = 0.95;

/**
 * Creates an entrance that fades in the whole text while the units move slightly apart, away from the centre
 * of the text.
 */
export function createGatherEntrance(duration: number, { unitCentres }: EntranceInput): Entrance {
  const middle = { x: meanOf(unitCentres.map(({ x }) => x)), y: meanOf(unitCentres.map(({ y }) => y)) };
  return {
    duration,
    maxDistance: 0,
    movesBands: true,
    stateAt(time) {
      const alpha = easeOutQuad(clampToUnit(time / duration));
      const contraction = (GATHERED_SCALE - 1) * (1 - alpha);
      return {
        block: { ...AT_REST, alpha },
        shiftOf(index) {
          const { x, y } = unitCentres[index] ?? middle;
          return { x: contraction * (x - middle.x), y: contraction * (y - middle.y), alpha: 1 };
        },
      };
    },
  };
}

/**
 * Creates an entrance that fades in the whole text while it slides. As in the public service, "left" and
 * "right" name the side that the text comes from.
 */
export function createSlideEntrance(
  duration: number,
  direction: AnimationDirection,
  { size }: EntranceInput,
): Entrance {
  const from = { ...ORIGINS, left: ORIGINS.right, right: ORIGINS.left }[direction];
  return {
    duration,
    maxDistance: SLIDE_DISTANCE * size,
    movesBands: true,
    stateAt(time) {
      const done = clampToUnit(time / duration);
      const distance = SLIDE_DISTANCE * size * (1 - easeOutCubic(done));
      return {
        block: { x: from.x * distance, y: from.y * distance, alpha: easeOutQuad(done) },
        shiftOf: () => AT_REST,
      };
    },
  };
}

/** Creates an entrance that shows one unit after the other, without movement. */
export function createTypewriterEntrance(duration: number, { unitCentres }: EntranceInput): Entrance {
  return {
    duration,
    maxDistance: 0,
    movesBands: true,
    stateAt(time) {
      const typedCount = countTypedUnits(time, duration, unitCentres.length);
      return { block: AT_REST, shiftOf: (index) => (index < typedCount ? AT_REST : HIDDEN), typedCount };
    },
  };
}

/** Returns the number of units that are typed at a time, in seconds. */
export function countTypedUnits(time: number, duration: number, units: number): number {
  return Math.floor(clampToUnit(time / duration) * units);
}

/** Creates an entrance with an endless wave. */
export function createWaveEntrance(direction: AnimationDirection, { size }: EntranceInput): Entrance {
  const distance = ORIGINS[direction];
  return {
    duration: Infinity,
    maxDistance: WAVE_HEIGHT * size,
    movesBands: false,
    stateAt: (time) => ({
      block: { ...AT_REST, alpha: clampToUnit(time / WAVE_FADE) },
      shiftOf(index) {
        const phase = Math.sin(2 * Math.PI * (index / WAVE_LENGTH + WAVES_PER_SECOND * time));
        // A unit first moves in the direction of the animation.
        const offset = -WAVE_HEIGHT * size * phase;
        return { x: distance.x * offset, y: distance.y * offset, alpha: 1 };
      },
    }),
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
