import type { Transition } from '../schema/clip.ts';

type Name = NonNullable<Transition['in']>;
type Kind = 'fade' | 'reveal' | 'wipe' | 'shuffle' | 'slide' | 'carousel' | 'zoom';

/** Seconds of each speed (contract 2.9). */
const LONG = { normal: 1, Slow: 2, Fast: 0.5 };
const SHORT = { normal: 0.5, Slow: 2, Fast: 0.25 };
const SECONDS: Readonly<Record<Kind, typeof LONG>> = {
  fade: LONG,
  reveal: LONG,
  wipe: LONG,
  shuffle: LONG,
  slide: SHORT,
  carousel: SHORT,
  // It has one speed only.
  zoom: { normal: 0.4, Slow: 0.4, Fast: 0.4 },
};
const NAME = /^([a-z]+).*?(Slow|Fast)?$/;

/**
 * How long a clip takes to come and to go, in seconds; 0 without a transition. One that is shorter than its transitions gives
 * each its length, or half of it where there are two.
 *
 * @param length of the clip in seconds.
 */
export function transitionTimes(
  transition: Transition | undefined,
  length: number,
): { readonly in: number; readonly out: number } {
  const [comes, goes] = [transitionSecondsOf(transition?.in), transitionSecondsOf(transition?.out)];
  const share = comes > 0 && goes > 0 ? length / 2 : length;
  return { in: Math.min(comes, share), out: Math.min(goes, share) };
}

function transitionSecondsOf(name: Name = 'none'): number {
  if (name === 'none') return 0;
  // Every name begins with a kind and may end with a speed.
  const [, kind, speed] = NAME.exec(name) as unknown as [string, Kind, 'Slow' | 'Fast' | undefined];
  return SECONDS[kind][speed ?? 'normal'];
}
