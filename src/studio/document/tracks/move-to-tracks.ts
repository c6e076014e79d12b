import { pathOf } from '../clip-path.ts';
import { type ClipPlace, type ClipSpan, findClip, keyOf } from '../clip-spans.ts';
import { byLastFirst } from '../commands.ts';
import type { Change, DraftClip, DraftEdit } from '../edit-text.ts';
import { startAt } from '../cut/set-times.ts';
import { roundTime } from '../frame-grid.ts';

/** Where clips are moved: by some tracks down the list, or to new tracks before the track at a place of the list. */
export type TrackTarget = { readonly shift: number } | { readonly newAt: number };

/** A clip on a list that is being changed. */
interface Item {
  readonly start: number;
  /** True if it begins where the one before it ends. */
  readonly follows: boolean;
  /** The key of the moved clip. */
  readonly key?: string;
}

/**
 * Moves clips to other tracks and to another time. They come onto the lists in the order of their times. Tracks that
 * become empty are removed.
 *
 * @param by seconds.
 * @returns the changes, and the places of the moved clips.
 */
export function moveToTracks(
  edit: DraftEdit,
  spans: readonly ClipSpan[],
  moved: readonly ClipSpan[],
  by: number,
  target: TrackTarget,
): { readonly changes: Change[]; readonly places: readonly ClipPlace[] } {
  const tracks = edit.timeline?.tracks ?? [];
  const keys = new Set(moved.map(keyOf));
  const lists: Item[][] = tracks.map((_track, index) =>
    spans
      .filter((span) => span.track === index && !keys.has(keyOf(span)))
      .map((span) => ({ start: span.start, follows: follows(edit, span) && !keys.has(keyOf(before(span))) })),
  );
  const sorted = byLastFirst(moved).reverse();
  const sources = [...new Set(sorted.map(({ track }) => track))];
  const allowed = Math.max(by, -Math.min(...moved.map(({ start }) => start)));
  if ('newAt' in target) lists.splice(target.newAt, 0, ...sources.map(() => []));
  const inserts: Change[] = [];
  for (const span of sorted) {
    const track = 'newAt' in target ? target.newAt + sources.indexOf(span.track) : span.track + target.shift;
    const list = lists[track];
    const isTied = findClip(edit, span)?.['overlap'] !== undefined && keys.has(keyOf(before(span)));
    const start = span.start + allowed;
    if (!list) return { changes: [], places: [] };
    const clip = isTied
      ? list.findIndex(({ key }) => key === keyOf(before(span))) + 1
      : placeFor(list, start);
    list.splice(clip, 0, { start, follows: isTied, key: keyOf(span) });
    const value = isTied ? findClip(edit, span) : placeAt(findClip(edit, span), start);
    inserts.push({ path: pathOf({ track, clip }), value, inserts: true });
  }
  const emptied = lists.flatMap(({ length }, track) => (length === 0 ? [track] : [])).reverse();
  const left = lists.filter(({ length }) => length > 0);
  return {
    changes: [
      ...freeFollowers(edit, spans, keys),
      ...byLastFirst(moved).map((place) => ({ path: pathOf(place), value: undefined })),
      ...('newAt' in target
        ? sources.map(() => ({
            path: ['timeline', 'tracks', target.newAt],
            value: { clips: [] },
            inserts: true,
          }))
        : []),
      ...inserts,
      ...emptied.map((track) => ({ path: ['timeline', 'tracks', track], value: undefined })),
    ],
    places: left.flatMap((list, track) =>
      list.flatMap(({ key }, clip) => (key === undefined ? [] : [{ track, clip }])),
    ),
  };
}

function before(place: ClipPlace): ClipPlace {
  return { ...place, clip: place.clip - 1 };
}

function follows(edit: DraftEdit, place: ClipPlace): boolean {
  return findClip(edit, place)?.start === 'auto';
}

/** Writes the starts of clips that follow one that is moved. They stay where they are. */
function freeFollowers(edit: DraftEdit, spans: readonly ClipSpan[], moved: ReadonlySet<string>): Change[] {
  return spans
    .filter((span) => follows(edit, span) && !moved.has(keyOf(span)) && moved.has(keyOf(before(span))))
    .flatMap((span) => startAt(edit, span, span.start));
}

/** Returns the place on a list for a clip: before the first that begins later, unless that one follows another. */
function placeFor(list: readonly Item[], start: number): number {
  const place = list.findIndex((item) => item.start > start && !item.follows);
  return place < 0 ? list.length : place;
}

function placeAt(clip: DraftClip = {}, start: number): DraftClip {
  const { overlap: _overlap, ...rest } = clip;
  return { ...rest, start: roundTime(start) };
}
