import { type ClipSpan, findClip, keyOf } from '../clip-spans.ts';
import type { Change, DraftEdit } from '../edit-text.ts';
import { startAt } from './set-times.ts';

/** Seconds that are as good as none. */
const TINY = 0.0005;

/** Moves the clips of a track that begin at a second or later. */
export function shiftLater(
  edit: DraftEdit,
  spans: readonly ClipSpan[],
  track: number,
  from: number,
  by: number,
): Change[] {
  const later = spans.filter((span) => span.track === track && span.start > from - TINY);
  const keys = new Set(later.map(keyOf));
  // A clip that follows one of them moves with it.
  const isCarried = (span: ClipSpan): boolean =>
    findClip(edit, span)?.start === 'auto' && keys.has(keyOf({ ...span, clip: span.clip - 1 }));
  return later
    .filter((span) => !isCarried(span))
    .flatMap((span) => startAt(edit, span, Math.max(0, span.start + by)));
}

/** Closes the gap of a track at a second, if there is one: what comes later moves forward. */
export function closeGapAt(
  edit: DraftEdit,
  spans: readonly ClipSpan[],
  track: number,
  second: number,
): Change[] {
  const own = spans.filter((span) => span.track === track);
  const begin = Math.max(
    0,
    ...own.filter(({ start }) => start <= second).map((span) => span.start + span.length),
  );
  const end = Math.min(...own.filter(({ start }) => start > second).map(({ start }) => start));
  if (!Number.isFinite(end) || begin > second || end - begin < TINY) return [];
  return shiftLater(edit, spans, track, end, begin - end);
}
