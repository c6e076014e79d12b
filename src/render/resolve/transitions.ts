import { LUMA_PATTERNS, SHAPED_TRANSITIONS } from '../../base/vocabulary/shaped-transitions.ts';
import type { Transition } from '../../edit/model.ts';
// The page of Kinora loads this without the rest of the edit.
import { readTransition, transitionTimes } from '../../edit/times/transition-times.ts';
import { type Media, pictureAlone } from '../media/media.ts';
import type { LumaPicture, TransitionDirection, VisualClip, TransitionStep } from './timeline.ts';

type Kind = TransitionStep['kind'];

const TRANSITION_NAME =
  /^(fade|reveal|wipe|slide|carousel|push|zoom|shuffle|iris|split|zoomThrough|whip|luma|glitch|lightLeak|filmBurn|pageTurn)((?:Left|Right|Up|Down|Top|Bottom)*)(?:Slow|Fast)?$/;
/** The directions of the transitions that have the same one at both ends of a clip. */
const DEFAULT_WAYS = new Map<string, TransitionStep['way']>([
  ['zoomThrough', SHAPED_TRANSITIONS.zoomThrough[0]],
  ['whip', SHAPED_TRANSITIONS.whip[0]],
  ['glitch', SHAPED_TRANSITIONS.glitch[0]],
  ['lightLeak', SHAPED_TRANSITIONS.lightLeak[0]],
  ['filmBurn', SHAPED_TRANSITIONS.filmBurn[0]],
  ['pageTurn', SHAPED_TRANSITIONS.pageTurn[0]],
]);
const DIRECTION_WORD = /[A-Z][a-z]+/g;

/**
 * Resolves the transitions of a clip. A single transition is at most as long as the clip. If there are two,
 * each is at most half as long as the clip.
 *
 * @param length Length of the clip in seconds.
 * @param media the known media by URL.
 */
export function resolveTransitions(
  transition: Transition | undefined,
  length: number,
  media: ReadonlyMap<string, Media> = new Map(),
): VisualClip['transition'] {
  const seconds = transitionTimes(transition, length);
  const [entry, exit] = [stepOf(transition?.in, media), stepOf(transition?.out, media)];
  return {
    ...(entry && seconds.in > 0 && { in: { ...entry, seconds: seconds.in } }),
    ...(exit && seconds.out > 0 && { out: { ...exit, seconds: seconds.out } }),
  };
}

/** Reads a transition. Returns undefined for none. How long it lasts depends on its clip. */
export function stepOf(
  given: Transition['in'],
  media: ReadonlyMap<string, Media> = new Map(),
): Omit<TransitionStep, 'seconds'> | undefined {
  const step = readTransition(given);
  const { name, easing } = step;
  const found = TRANSITION_NAME.exec(name);
  if (!found) return undefined;
  // The cast is safe, because the expression matches no other words.
  const [, kind, words] = found as unknown as [string, Kind, string];
  const directions = [...words.matchAll(DIRECTION_WORD)].map(([word]) => word as TransitionDirection);
  const way = ('direction' in step ? step.direction : undefined) ?? DEFAULT_WAYS.get(kind);
  return {
    kind,
    directions,
    ...(easing && { easing }),
    ...(way && { way }),
    ...('shape' in step && { shape: step.shape }),
    ...('softness' in step && { softness: step.softness }),
    ...('amount' in step && { amount: step.amount }),
    ...('seed' in step && { seed: step.seed }),
    ...(step.name === 'luma' && { luma: lumaOf(step, media) }),
  };
}

/** The fields that only a wipe by brightness has. */
type LumaFields = Partial<Omit<Extract<Transition['in'], { readonly name: 'luma' }>, 'name'>>;

function lumaOf(
  { src, pattern = LUMA_PATTERNS[0], inverted = false }: LumaFields,
  media: ReadonlyMap<string, Media>,
): LumaPicture {
  const file = src === undefined ? undefined : media.get(src);
  return { ...(file?.kind === 'still' ? { media: pictureAlone(file) } : { pattern }), isInverted: inverted };
}
