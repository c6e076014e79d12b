import { pathOf } from '../clip-path.ts';
import { type ClipSpan, findClip } from '../clip-spans.ts';
import type { Change, DraftEdit } from '../edit-text.ts';
import { roundTime } from '../frame-grid.ts';
import type { Neighbours } from './neighbours.ts';
import { startAt } from './set-times.ts';

/** The clips of a track in another order. */
interface Ordered<Pair> {
  readonly changes: Change[];
  readonly spans: readonly ClipSpan[];
  readonly pair: Pair;
}

/** Puts the later one of two clips behind the earlier one on the list of its track, so that it can follow it. Nothing moves. */
export function putTogether<Pair extends Neighbours>(
  edit: DraftEdit,
  spans: readonly ClipSpan[],
  pair: Pair,
): Ordered<Pair> {
  const { before, after } = pair;
  const { track } = before;
  const indexes = spans.filter((span) => span.track === track).map(({ clip }) => clip);
  const rest = indexes.filter((index) => index !== after.clip);
  const place = rest.indexOf(before.clip) + 1;
  const order = rest.toSpliced(place, 0, after.clip);
  // A clip that follows the one before it on the list would follow another one now.
  const freed = spans.filter(
    (span) =>
      span.track === track &&
      findClip(edit, span)?.start === 'auto' &&
      order[order.indexOf(span.clip) - 1] !== (span.clip === 0 ? undefined : span.clip - 1),
  );
  const moveTo = <Span extends ClipSpan>(span: Span): Span =>
    span.track === track ? { ...span, clip: order.indexOf(span.clip) } : span;
  const { overlap: _overlap, ...clip } = findClip(edit, after) ?? {};
  return {
    changes: [
      ...freed.flatMap((span) => startAt(edit, span, span.start)),
      { path: pathOf(after), value: undefined },
      {
        path: pathOf({ track, clip: place }),
        value: { ...clip, start: roundTime(after.start) },
        inserts: true,
      },
    ],
    spans: spans
      .map((span) => ({ ...moveTo(span), hasStart: span.hasStart || freed.includes(span) }))
      .sort((one, other) => one.track - other.track || one.clip - other.clip),
    pair: { ...pair, before: moveTo(before), after: moveTo(after) },
  };
}
