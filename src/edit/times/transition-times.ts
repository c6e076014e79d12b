import { usualTransitionSeconds } from '../../base/vocabulary/transition-seconds.ts';
import type { Transition } from '../schema/transition.ts';

type Given = NonNullable<Transition['in']>;
type Name = Extract<Given, string>;

/**
 * Returns the durations of a clip's transitions in seconds. A missing transition has the duration 0. A single
 * transition lasts at most as long as the clip, and each of two transitions at most half as long.
 *
 * @param length length of the clip in seconds.
 */
export function transitionTimes(
  transition: Transition | undefined,
  length: number,
): { readonly in: number; readonly out: number } {
  const [entry, exit] = [transitionSecondsOf(transition?.in), transitionSecondsOf(transition?.out)];
  const share = entry > 0 && exit > 0 ? length / 2 : length;
  return { in: Math.min(entry, share), out: Math.min(exit, share) };
}

/** Returns a transition as an object, whose duration and easing are undefined if the name decides. */
export function readTransition(
  given: Given = 'none',
):
  | Exclude<Given, string>
  | { readonly name: Name; readonly duration?: undefined; readonly easing?: undefined } {
  return typeof given === 'string' ? { name: given } : given;
}

function transitionSecondsOf(given: Given | undefined): number {
  const { name, duration } = readTransition(given);
  return name === 'none' ? 0 : (duration ?? usualTransitionSeconds(name) ?? 0);
}
