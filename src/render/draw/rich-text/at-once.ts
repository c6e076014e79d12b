import { clamped, easeOutCubic, easeOutQuad } from './curves.ts';
import { AT_REST, type Direction, type Entering, type Entrance, FROM, HIDDEN } from './moment.ts';

/** From where a whole text slides, and how far letters swing, in sizes. */
const SLIDE = 2;
const SWING = 0.3;
/** Letters from one crest of a wave to the next, its turns in a second, and the seconds in which it is faded in. */
const WAVE = 10;
const TURNS = 1;
const SWING_FADE = 0.5;
/** How large a text is, in itself, when it begins to gather. */
const GATHERED = 0.95;

/** All at once, faded, its letters a little closer to its middle at first. */
export function gathering(duration: number, { places }: Entering): Entrance {
  const middle = { x: mean(places.map(({ x }) => x)), y: mean(places.map(({ y }) => y)) };
  return {
    lasts: duration,
    reach: 0,
    carriesLines: true,
    at(time) {
      const alpha = easeOutQuad(clamped(time / duration));
      const nearer = (GATHERED - 1) * (1 - alpha);
      return {
        block: { ...AT_REST, alpha },
        unit(index) {
          const { x, y } = places[index] ?? middle;
          return { x: nearer * (x - middle.x), y: nearer * (y - middle.y), alpha: 1 };
        },
      };
    },
  };
}

/** All at once, faded, from a distance. "left" and "right" name the side that it comes from here, as the public service has it. */
export function sliding(duration: number, direction: Direction, { size }: Entering): Entrance {
  const from = { ...FROM, left: FROM.right, right: FROM.left }[direction];
  return {
    lasts: duration,
    reach: SLIDE * size,
    carriesLines: true,
    at(time) {
      const done = clamped(time / duration);
      const away = SLIDE * size * (1 - easeOutCubic(done));
      return { block: { x: from.x * away, y: from.y * away, alpha: easeOutQuad(done) }, unit: () => AT_REST };
    },
  };
}

/** One unit after the other is simply there. */
export function typing(duration: number, { places }: Entering): Entrance {
  return {
    lasts: duration,
    reach: 0,
    carriesLines: true,
    at(time) {
      const typed = typedAt(time, duration, places.length);
      return { block: AT_REST, unit: (index) => (index < typed ? AT_REST : HIDDEN), typed };
    },
  };
}

/** How many of a number of units are typed. */
export function typedAt(time: number, duration: number, units: number): number {
  return Math.floor(clamped(time / duration) * units);
}

/** A wave that goes on and on. */
export function swinging(direction: Direction, { size }: Entering): Entrance {
  const away = FROM[direction];
  return {
    lasts: Infinity,
    reach: SWING * size,
    carriesLines: false,
    at: (time) => ({
      block: { ...AT_REST, alpha: clamped(time / SWING_FADE) },
      unit(index) {
        const phase = Math.sin(2 * Math.PI * (index / WAVE + TURNS * time));
        // From its place in the direction first.
        const way = -SWING * size * phase;
        return { x: away.x * way, y: away.y * way, alpha: 1 };
      },
    }),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
