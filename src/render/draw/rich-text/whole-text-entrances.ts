import { clampToUnit, easeOutCubic, easeOutQuad } from '../easing-curves.ts';
import {
  type AnimationDirection,
  AT_REST,
  type Entrance,
  type EntranceInput,
  HIDDEN,
  ORIGINS,
} from './entrance.ts';

/** From where a whole text slides, and how far letters swing, in sizes. */
const SLIDE_DISTANCE = 2;
const WAVE_HEIGHT = 0.3;
/** Letters from one crest of a wave to the next, its turns in a second, and the seconds in which it is faded in. */
const WAVE_LENGTH = 10;
const WAVES_PER_SECOND = 1;
const WAVE_FADE = 0.5;
/** How large a text is, in itself, when it begins to gather. */
const GATHERED_SCALE = 0.95;

/** All at once, faded, its letters a little closer to its middle at first. */
export function createGatherEntrance(duration: number, { unitCentres }: EntranceInput): Entrance {
  const middle = { x: meanOf(unitCentres.map(({ x }) => x)), y: meanOf(unitCentres.map(({ y }) => y)) };
  return {
    duration,
    maxDistance: 0,
    movesBands: true,
    stateAt(time) {
      const alpha = easeOutQuad(clampToUnit(time / duration));
      const nearer = (GATHERED_SCALE - 1) * (1 - alpha);
      return {
        block: { ...AT_REST, alpha },
        shiftOf(index) {
          const { x, y } = unitCentres[index] ?? middle;
          return { x: nearer * (x - middle.x), y: nearer * (y - middle.y), alpha: 1 };
        },
      };
    },
  };
}

/** All at once, faded, from a distance. "left" and "right" name the side that it comes from here, as the public service has it. */
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

/** One unit after the other is simply there. */
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

/** How many of a number of units are typed. */
export function countTypedUnits(time: number, duration: number, units: number): number {
  return Math.floor(clampToUnit(time / duration) * units);
}

/** A wave that goes on and on. */
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
        // From its place in the direction first.
        const offset = -WAVE_HEIGHT * size * phase;
        return { x: distance.x * offset, y: distance.y * offset, alpha: 1 };
      },
    }),
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
