import { type Rate, timeAtFrame } from '../../base/time.ts';
import { type Clip, type ClipLocation, clipPathOf, formatPath, trackKeyOf } from '../../edit/model.ts';
import type { Span, TransitionStep, VisualClip } from './timeline.ts';
import { stepOf } from './transitions.ts';

/** The kinds of transitions that two clips can share. */
const SHARED: ReadonlySet<TransitionStep['kind']> = new Set([
  'fade',
  'push',
  'zoomThrough',
  'whip',
  'glitch',
  'lightLeak',
  'filmBurn',
  'pageTurn',
]);
/** Those of them in which the next clip covers the one before, which is therefore seen to the end. */
const COVERED: ReadonlySet<TransitionStep['kind']> = new Set(
  [...SHARED].filter((kind) => kind !== 'fade' && kind !== 'push' && kind !== 'pageTurn'),
);

/** A clip with its frames. */
interface PlacedClip {
  readonly location: ClipLocation;
  readonly span: Span;
}

/** The transitions that a clip shares with its neighbours. */
export interface SharedTransitions {
  readonly in?: TransitionStep;
  /** `into` is the path of the clip that it dissolves into. Undefined if that clip pushes it away. */
  readonly out?: { readonly step: TransitionStep; readonly into: string | undefined };
}

/**
 * Finds the clips that go over into the next clip of their track: the next one has an `overlap`, and both fade
 * there, or both are pushed, whipped or zoomed through in the same direction. Both transitions last as long as the
 * overlap and follow one curve.
 *
 * @param clips all clips with at least one frame.
 */
export function findSharedTransitions(
  clips: readonly PlacedClip[],
  rate: Rate,
): ReadonlyMap<Clip, SharedTransitions> {
  const byPlace = new Map(clips.map((placed) => [placeOf(placed.location), placed]));
  const found = new Map<Clip, SharedTransitions>();
  for (const next of clips) {
    const { clip, index } = next.location;
    const before = byPlace.get(placeOf({ ...next.location, index: index - 1 }));
    const step = before && sharedStepOf(before.location.clip, clip);
    if (!step) continue;
    const frames = before.span.to - next.span.from;
    // A clip that ends within the overlap has nothing to go over into.
    if (frames <= 0 || next.span.to < before.span.to) continue;
    const shared = { ...step, seconds: timeAtFrame(frames, rate).valueOf() };
    const leaving = COVERED.has(step.kind) ? ({ ...shared, isCovered: true } as const) : shared;
    const into = step.kind === 'fade' ? formatPath(clipPathOf(next.location)) : undefined;
    found.set(before.location.clip, { ...found.get(before.location.clip), out: { step: leaving, into } });
    // The page of the earlier clip lies on the later one.
    const entering = step.kind === 'pageTurn' ? ({ ...shared, isCovered: true } as const) : shared;
    found.set(clip, { ...found.get(clip), in: entering });
  }
  return found;
}

function placeOf(location: ClipLocation): string {
  return `${trackKeyOf(location)} ${location.index}`;
}

/** Returns the transition that two clips share, or undefined if theirs differ. */
function sharedStepOf(before: Clip, next: Clip): Omit<TransitionStep, 'seconds'> | undefined {
  if ((next.overlap ?? 0) === 0) return undefined;
  const exit = stepOf(before.transition?.out);
  const entry = stepOf(next.transition?.in);
  if (!entry || !exit || !SHARED.has(entry.kind)) return undefined;
  const isSame =
    entry.kind === exit.kind && entry.directions.join() === exit.directions.join() && entry.way === exit.way;
  return isSame ? entry : undefined;
}

/** Gives a clip its shared transitions. @param length seconds of the clip. */
export function applySharedTransitions(
  clip: VisualClip,
  shared: SharedTransitions | undefined,
  length: number,
): VisualClip {
  if (!shared) return clip;
  const { transition } = clip;
  const { step, into } = shared.out ?? {};
  const entry = shared.in ?? shorten(transition.in, length - (step?.seconds ?? 0));
  const exit = step ?? shorten(transition.out, length - (entry?.seconds ?? 0));
  return {
    ...clip,
    transition: { ...(entry && { in: entry }), ...(exit && { out: exit }) },
    ...(into !== undefined && { dissolvesInto: into }),
  };
}

/** Returns a transition that lasts at most some seconds, or undefined if nothing of it is left. */
function shorten(step: TransitionStep | undefined, seconds: number): TransitionStep | undefined {
  return step && seconds > 0 ? { ...step, seconds: Math.min(step.seconds, seconds) } : undefined;
}
