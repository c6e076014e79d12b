import { type ClipPlace, type ClipSpan, findClip, keyOf } from '../clip-spans.ts';
import { removeClips } from '../commands.ts';
import type { Change, DraftEdit } from '../edit-text.ts';
import { nearestFrameAt, secondsOfFrames } from '../frame-grid.ts';
import { startAt } from './set-times.ts';
import { type ClipEdge, type CutFacts, limitTrim, trimClip } from './trim-clip.ts';

/** Seconds that are as good as none. */
const TINY = 0.0005;

/** Removes clips, and moves what comes later on their tracks forward by as much. */
export function removeWithGap(
  edit: DraftEdit,
  spans: readonly ClipSpan[],
  places: readonly ClipPlace[],
): Change[] {
  const gone = new Set(places.map(keyOf));
  const removed = spans.filter((span) => gone.has(keyOf(span)));
  const overlapOf = (place: ClipPlace): number => Number(findClip(edit, place)?.['overlap'] ?? 0);
  // The time that no other clip shares.
  const ownLength = (span: ClipSpan): number => {
    const next = { ...span, clip: span.clip + 1 };
    return span.length - overlapOf(span) - (gone.has(keyOf(next)) ? 0 : overlapOf(next));
  };
  const shiftOf = (span: ClipSpan): number => {
    const before = removed.filter(({ track, start }) => track === span.track && start < span.start - TINY);
    return Math.min(
      span.start,
      before.reduce((sum, each) => sum + ownLength(each), 0),
    );
  };
  const moves = spans
    .filter((span) => span.hasStart && !gone.has(keyOf(span)) && shiftOf(span) > 0)
    .flatMap((span) => startAt(edit, span, span.start - shiftOf(span)));
  return [...moves, ...removeClips(edit, spans, places, shiftOf)];
}

/** How an edge of a clip is moved to a second. */
export interface EdgeMove extends CutFacts {
  readonly edge: ClipEdge;
  /** True to move what comes later on the track by as much. The clip then stays where it begins. */
  readonly closesGap: boolean;
}

/** Moves an edge of a clip to a second of the timeline. Changes nothing if nothing of the clip would be left. */
export function trimTo(
  edit: DraftEdit,
  spans: readonly ClipSpan[],
  span: ClipSpan,
  second: number,
  { edge, closesGap, ...facts }: EdgeMove,
): Change[] {
  const at = secondsOfFrames(nearestFrameAt(second, facts.rate), facts.rate);
  const end = span.start + span.length;
  const isLeft = edge === 'start' ? at < end - TINY : at > span.start + TINY;
  const clip = findClip(edit, span);
  if (!isLeft || !clip) return [];
  const by = limitTrim(clip, span, edge, at - (edge === 'start' ? span.start : end), facts);
  if (Math.abs(by) < TINY) return [];
  const trimmed = trimClip(edit, span, edge, by, facts);
  const shift = edge === 'start' ? by : -by;
  if (!closesGap || shift <= 0) return trimmed;
  const later = spans.filter(
    (other) =>
      other.track === span.track &&
      other.hasStart &&
      other.start >= end - TINY &&
      keyOf(other) !== keyOf(span),
  );
  return [
    ...trimmed,
    ...(edge === 'start' && span.hasStart ? startAt(edit, span, span.start) : []),
    ...later.flatMap((other) => startAt(edit, other, other.start - shift)),
  ];
}
