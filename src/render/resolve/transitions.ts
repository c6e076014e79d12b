import type { Transition } from '../../edit/index.ts';
import type { Direction, SeenClip, TransitionStep } from './timeline.ts';

type Kind = TransitionStep['kind'];
type Name = NonNullable<Transition['in']>;

const NAME =
  /^(fade|reveal|wipe|slide|carousel|zoom|shuffle)((?:Left|Right|Up|Down|Top|Bottom)*)(Slow|Fast)?$/;
const WORD = /[A-Z][a-z]+/g;

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

/**
 * How a clip comes and goes. A clip that is shorter than its transitions gives each its length, or half of it where there
 * are two.
 *
 * @param length of the clip in seconds.
 */
export function transitionsOf(transition: Transition | undefined, length: number): SeenClip['transition'] {
  const comes = stepOf(transition?.in);
  const goes = stepOf(transition?.out);
  const share = comes && goes ? length / 2 : length;
  return {
    ...(comes && { in: { ...comes, seconds: Math.min(comes.seconds, share) } }),
    ...(goes && { out: { ...goes, seconds: Math.min(goes.seconds, share) } }),
  };
}

function stepOf(name: Name = 'none'): TransitionStep | undefined {
  const found = NAME.exec(name);
  if (!found) return undefined;
  // The expression lets no other words through.
  const [, kind, words, speed] = found as unknown as [string, Kind, string, 'Slow' | 'Fast' | undefined];
  const towards = [...words.matchAll(WORD)].map(([word]) => word as Direction);
  return { kind, towards, seconds: SECONDS[kind][speed ?? 'normal'] };
}
