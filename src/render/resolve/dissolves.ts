import { type Rate, timeAtFrame } from '../../base/time.ts';
import { type Clip, type ClipLocation, clipPathOf, formatPath } from '../../edit/model.ts';
import type { Span, TransitionStep, VisualClip } from './timeline.ts';

/** A clip with its frames. */
interface PlacedClip {
  readonly location: ClipLocation;
  readonly span: Span;
}

/** How a clip dissolves. All times are seconds. */
export interface Dissolve {
  /** For how long the clip before it dissolves into this one. */
  readonly in?: number;
  /** For how long it dissolves into the clip `into`, a path in the edit. */
  readonly out?: { readonly seconds: number; readonly into: string };
}

/**
 * Finds the clips that dissolve into the next clip of their track: the next one has an `overlap`, and both fade
 * there. Both fades last as long as the overlap.
 *
 * @param clips all clips with at least one frame.
 */
export function findDissolves(clips: readonly PlacedClip[], rate: Rate): ReadonlyMap<Clip, Dissolve> {
  const byPlace = new Map(clips.map((placed) => [placeOf(placed.location), placed]));
  const found = new Map<Clip, Dissolve>();
  for (const next of clips) {
    const { clip, track, index } = next.location;
    const before = byPlace.get(placeOf({ track, index: index - 1 }));
    if (!before || !fadesBetween(before.location.clip, clip)) continue;
    const frames = before.span.to - next.span.from;
    // A clip that ends within the overlap has nothing to dissolve into.
    if (frames <= 0 || next.span.to < before.span.to) continue;
    const seconds = timeAtFrame(frames, rate).valueOf();
    const into = formatPath(clipPathOf(next.location));
    found.set(before.location.clip, { ...found.get(before.location.clip), out: { seconds, into } });
    found.set(clip, { ...found.get(clip), in: seconds });
  }
  return found;
}

function placeOf({ track, index }: Pick<ClipLocation, 'track' | 'index'>): string {
  return `${track} ${index}`;
}

function fadesBetween(before: Clip, next: Clip): boolean {
  const isFade = (name = 'none'): boolean => name.startsWith('fade');
  return (next.overlap ?? 0) > 0 && isFade(before.transition?.out) && isFade(next.transition?.in);
}

/** Gives the fades of a clip the length of its overlaps. @param length seconds of the clip. */
export function applyDissolve(clip: VisualClip, dissolve: Dissolve | undefined, length: number): VisualClip {
  if (!dissolve) return clip;
  const entry = dissolve.in === undefined ? undefined : fadeOf(dissolve.in);
  const exit = dissolve.out && fadeOf(dissolve.out.seconds);
  const { transition } = clip;
  const steps = {
    in: entry ?? shorten(transition.in, length - (exit?.seconds ?? 0)),
    out: exit ?? shorten(transition.out, length - (entry?.seconds ?? 0)),
  };
  return {
    ...clip,
    transition: { ...(steps.in && { in: steps.in }), ...(steps.out && { out: steps.out }) },
    ...(dissolve.out && { dissolvesInto: dissolve.out.into }),
  };
}

function fadeOf(seconds: number): TransitionStep {
  return { kind: 'fade', directions: [], seconds };
}

/** Returns a transition that lasts at most some seconds, or undefined if nothing of it is left. */
function shorten(step: TransitionStep | undefined, seconds: number): TransitionStep | undefined {
  return step && seconds > 0 ? { ...step, seconds: Math.min(step.seconds, seconds) } : undefined;
}
