import { seconds } from '../../base/time.ts';
import type { Tween as EditTween } from '../../edit/edit.ts';
import type { Animated, Tween } from './timeline.ts';

/** Numbers beyond this are this: one pixel of any source then covers every output, and sums stay exact enough. */
const MOST = 1e6;

/** A number of an edit, its tweens in the order of their times. @param usual what it is where the edit says nothing. */
export function animated(value: number | readonly EditTween[] | undefined, usual: number): Animated {
  if (value === undefined) return usual;
  if (typeof value === 'number') return bounded(value);
  if (value.length === 0) return usual;
  return value.map(tweenOf).sort((one, other) => one.start.compare(other.start));
}

function tweenOf({ from = 0, to = 0, start = 0, length = 0, interpolation, easing }: EditTween): Tween {
  const begins = seconds(start);
  return {
    from: bounded(from),
    to: bounded(to),
    start: begins,
    end: begins.add(seconds(length)),
    curve: interpolation === 'bezier' ? (easing ?? 'ease') : (interpolation ?? 'linear'),
  };
}

function bounded(value: number): number {
  return Math.min(MOST, Math.max(-MOST, value));
}
