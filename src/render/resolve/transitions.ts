import type { Transition } from '../../edit/model.ts';
// The page of Kinora loads this without the rest of the edit.
import { readTransition, transitionTimes } from '../../edit/times/transition-times.ts';
import type { TransitionDirection, VisualClip, TransitionStep } from './timeline.ts';

type Kind = TransitionStep['kind'];

const TRANSITION_NAME =
  /^(fade|reveal|wipe|slide|carousel|push|zoom|shuffle|iris|split|zoomThrough|whip)((?:Left|Right|Up|Down|Top|Bottom)*)(?:Slow|Fast)?$/;
const DIRECTION_WORD = /[A-Z][a-z]+/g;

/**
 * Resolves the transitions of a clip. A single transition is at most as long as the clip. If there are two,
 * each is at most half as long as the clip.
 *
 * @param length Length of the clip in seconds.
 */
export function resolveTransitions(
  transition: Transition | undefined,
  length: number,
): VisualClip['transition'] {
  const seconds = transitionTimes(transition, length);
  const [entry, exit] = [stepOf(transition?.in), stepOf(transition?.out)];
  return {
    ...(entry && seconds.in > 0 && { in: { ...entry, seconds: seconds.in } }),
    ...(exit && seconds.out > 0 && { out: { ...exit, seconds: seconds.out } }),
  };
}

/** Reads a transition. Returns undefined for none. How long it lasts depends on its clip. */
export function stepOf(given: Transition['in']): Omit<TransitionStep, 'seconds'> | undefined {
  const step = readTransition(given);
  const { name, easing } = step;
  const found = TRANSITION_NAME.exec(name);
  if (!found) return undefined;
  // The cast is safe, because the expression matches no other words.
  const [, kind, words] = found as unknown as [string, Kind, string];
  const directions = [...words.matchAll(DIRECTION_WORD)].map(([word]) => word as TransitionDirection);
  return {
    kind,
    directions,
    ...(easing && { easing }),
    ...('direction' in step && { way: step.direction }),
    ...('shape' in step && { shape: step.shape }),
    ...('softness' in step && { softness: step.softness }),
  };
}
