import { type Transition, transitionTimes } from '../../edit/edit.ts';
import type { Direction, SeenClip, TransitionStep } from './timeline.ts';

type Kind = TransitionStep['kind'];
type Name = NonNullable<Transition['in']>;

const NAME =
  /^(fade|reveal|wipe|slide|carousel|zoom|shuffle)((?:Left|Right|Up|Down|Top|Bottom)*)(?:Slow|Fast)?$/;
const WORD = /[A-Z][a-z]+/g;

/**
 * How a clip comes and goes. A clip that is shorter than its transitions gives each its length, or half of it where there
 * are two.
 *
 * @param length of the clip in seconds.
 */
export function transitionsOf(transition: Transition | undefined, length: number): SeenClip['transition'] {
  const comes = stepOf(transition?.in);
  const goes = stepOf(transition?.out);
  const seconds = transitionTimes(transition, length);
  return {
    ...(comes && { in: { ...comes, seconds: seconds.in } }),
    ...(goes && { out: { ...goes, seconds: seconds.out } }),
  };
}

function stepOf(name: Name = 'none'): Omit<TransitionStep, 'seconds'> | undefined {
  const found = NAME.exec(name);
  if (!found) return undefined;
  // The expression lets no other words through.
  const [, kind, words] = found as unknown as [string, Kind, string];
  const towards = [...words.matchAll(WORD)].map(([word]) => word as Direction);
  return { kind, towards };
}
