import type { Transition } from '../schema/clip.ts';

type Given = NonNullable<Transition['in']>;
type Kind = 'fade' | 'reveal' | 'wipe' | 'shuffle' | 'slide' | 'carousel' | 'push' | 'zoom';

/** Duration in seconds by speed (contract 2.9). */
const LONG = { normal: 1, Slow: 2, Fast: 0.5 };
const SHORT = { normal: 0.5, Slow: 2, Fast: 0.25 };
const SECONDS: Readonly<Record<Kind, typeof LONG>> = {
  fade: LONG,
  reveal: LONG,
  wipe: LONG,
  shuffle: LONG,
  slide: SHORT,
  carousel: SHORT,
  push: SHORT,
  // Zoom has only one speed.
  zoom: { normal: 0.4, Slow: 0.4, Fast: 0.4 },
};
const KIND = /^[a-z]+/;
const SPEED = /(?:Slow|Fast)$/;

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
export function readTransition(given: Given = 'none'): Exclude<Given, string> {
  return typeof given === 'string' ? { name: given } : given;
}

function transitionSecondsOf(given: Given | undefined): number {
  const { name, duration } = readTransition(given);
  if (name === 'none') return 0;
  // Every name starts with a kind and may end with a speed.
  const [kind] = KIND.exec(name) as unknown as [Kind];
  const [speed] = (SPEED.exec(name) ?? ['normal']) as ['Slow' | 'Fast' | 'normal'];
  return duration ?? SECONDS[kind][speed];
}
