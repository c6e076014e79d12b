import { type Transition, transitionTimes } from '../../edit/model.ts';
import type { TransitionDirection, VisualClip, TransitionStep } from './timeline.ts';

type Kind = TransitionStep['kind'];
type Name = NonNullable<Transition['in']>;

const TRANSITION_NAME =
  /^(fade|reveal|wipe|slide|carousel|zoom|shuffle)((?:Left|Right|Up|Down|Top|Bottom)*)(?:Slow|Fast)?$/;
const DIRECTION_WORD = /[A-Z][a-z]+/g;

/**
 * How a clip comes and goes. A clip that is shorter than its transitions gives each its length, or half of it where there
 * are two.
 *
 * @param length of the clip in seconds.
 */
export function resolveTransitions(
  transition: Transition | undefined,
  length: number,
): VisualClip['transition'] {
  const entry = stepOf(transition?.in);
  const exit = stepOf(transition?.out);
  const seconds = transitionTimes(transition, length);
  return {
    ...(entry && { in: { ...entry, seconds: seconds.in } }),
    ...(exit && { out: { ...exit, seconds: seconds.out } }),
  };
}

function stepOf(name: Name = 'none'): Omit<TransitionStep, 'seconds'> | undefined {
  const found = TRANSITION_NAME.exec(name);
  if (!found) return undefined;
  // The expression lets no other words through.
  const [, kind, words] = found as unknown as [string, Kind, string];
  const directions = [...words.matchAll(DIRECTION_WORD)].map(([word]) => word as TransitionDirection);
  return { kind, directions };
}
