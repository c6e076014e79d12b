import { pathOf } from './clip-path.ts';
import { type ClipPlace, type ClipSpan, findClip, keyOf } from './clip-spans.ts';
import type { Change, DraftClip, DraftEdit } from './edit-text.ts';
import { roundTime } from './frame-grid.ts';
import { aliasOf, changeDucks, freeLengths, freeStarts, withCaptions } from './references.ts';
import { setLength, startAt } from './cut/set-times.ts';

/** Moves clips by some seconds, at most to the beginning of the timeline. */
export function moveClips(edit: DraftEdit, spans: readonly ClipSpan[], by: number): Change[] {
  const least = Math.min(...spans.map(({ start }) => start));
  const allowed = Math.max(by, -least);
  const keys = new Set(spans.map(keyOf));
  // What overlaps a clip that moves, too, goes with it.
  return spans.flatMap((span) => (isTied(edit, span, keys) ? [] : startAt(edit, span, span.start + allowed)));
}

/** True if a clip overlaps the one before it on the list, which is one of some clips. */
function isTied(edit: DraftEdit, span: ClipSpan, keys: ReadonlySet<string>): boolean {
  return findClip(edit, span)?.['overlap'] !== undefined && keys.has(keyOf({ ...span, clip: span.clip - 1 }));
}

/** Puts a copy of each clip behind it on its track. */
export function duplicateClips(edit: DraftEdit, spans: readonly ClipSpan[]): Change[] {
  return byLastFirst(spans).flatMap((span) => {
    const clip = findClip(edit, span);
    if (!clip) return [];
    const copy = { ...withoutTies(clip), start: roundTime(span.start + span.length) };
    return [{ path: pathOf({ ...span, clip: span.clip + 1 }), value: copy, inserts: true }];
  });
}

/**
 * Removes clips with their captions, and the tracks that become empty. What has taken its times from them keeps its
 * times.
 *
 * @param shiftOf seconds by which a clip that has overlapped a removed one moves forward.
 */
export function removeClips(
  edit: DraftEdit,
  spans: readonly ClipSpan[],
  chosen: readonly ClipPlace[],
  shiftOf: (span: ClipSpan) => number = () => 0,
): Change[] {
  const places = withCaptions(edit, spans, chosen);
  const gone = new Set(places.map(keyOf));
  const left = spans.filter((span) => !gone.has(keyOf(span)));
  const names = new Set(places.flatMap((place) => aliasOf(findClip(edit, place)) ?? []));
  const tied = left.filter((span) => isTied(edit, span, gone));
  return [
    ...tied.flatMap((span) => startAt(edit, span, span.start - shiftOf(span))),
    ...freeStarts(edit, left, names),
    ...freeLengths(edit, left, names),
    ...changeDucks(edit, left, (name) => (names.has(name) ? [] : [name])),
    ...endByThemselves(edit, left),
    ...takeOut(edit, places),
  ];
}

/** Gives clips that end with the timeline a length if nothing else says where it ends. */
function endByThemselves(edit: DraftEdit, spans: readonly ClipSpan[]): Change[] {
  const isEndless = spans.every((span) => findClip(edit, span)?.length === 'end');
  if (!isEndless) return [];
  return spans.flatMap((span) => setLength(edit, span, span.length));
}

/** Removes clips, and the tracks that become empty. */
function takeOut(edit: DraftEdit, places: readonly ClipPlace[]): Change[] {
  const tracks = edit.timeline?.tracks ?? [];
  const isEmptied = (track: number): boolean =>
    tracks.length > 1 &&
    places.filter((place) => place.track === track).length === (tracks[track]?.clips ?? []).length;
  const emptied = [...new Set(places.map(({ track }) => track))].filter(isEmptied).sort((a, b) => b - a);
  const others = byLastFirst(places).filter(({ track }) => !emptied.includes(track));
  return [
    ...others.map((place) => ({ path: pathOf(place), value: undefined })),
    ...emptied.map((track) => ({ path: ['timeline', 'tracks', track], value: undefined })),
  ];
}

/** The place for a clip: a track, or a new one in front of or behind all others. */
export type TrackPlace = number | 'front' | 'behind';

/**
 * Adds a clip to a track, after the clips that are there, or to a new track. Returns the place that it gets, too.
 *
 * @param isFirstInFront true if the first track is drawn last.
 */
export function insertClip(
  edit: DraftEdit,
  clip: DraftClip,
  place: TrackPlace,
  isFirstInFront: boolean,
): { readonly changes: Change[]; readonly place: ClipPlace } {
  const tracks = edit.timeline?.tracks ?? [];
  const isFirst = (place === 'front') === isFirstInFront;
  const track = typeof place === 'number' ? Math.min(place, tracks.length) : isFirst ? 0 : tracks.length;
  const clips = typeof place === 'number' ? tracks[track]?.clips : undefined;
  if (clips) {
    const added = { track, clip: clips.length };
    return { changes: [{ path: pathOf(added), value: clip, inserts: true }], place: added };
  }
  const path = ['timeline', 'tracks', track];
  const changes = [{ path, value: { clips: [clip] }, inserts: tracks.length > 0 }];
  return { changes, place: { track, clip: 0 } };
}

/** Returns a clip without its name, which only one clip may have, and without what ties it to the one before. */
function withoutTies(clip: DraftClip): DraftClip {
  return without(clip, ['alias', 'overlap']);
}

function without(clip: DraftClip, names: readonly string[]): DraftClip {
  return Object.fromEntries(Object.entries(clip).filter(([field]) => !names.includes(field)));
}

/** Returns places in an order in which a change of one does not move the others. */
export function byLastFirst<Place extends ClipPlace>(places: readonly Place[]): Place[] {
  return [...places].sort((a, b) => b.track - a.track || b.clip - a.clip);
}
