import { type ClipPlace, type ClipSpan, findClip } from './clip-spans.ts';
import { type Change, type DraftClip, type DraftEdit, type JsonPath } from './edit-text.ts';

/** Shortest length of a clip in seconds that a drag can make. */
export const LEAST_LENGTH = 0.1;

/** Returns the place of a clip in the JSON. */
export function pathOf({ track, clip }: ClipPlace): JsonPath {
  return ['timeline', 'tracks', track, 'clips', clip];
}

/** Rounds seconds to a thousandth, so that a drag writes no endless numbers. */
export function roundTime(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** Moves clips by some seconds, at most to the beginning of the timeline. */
export function moveClips(spans: readonly ClipSpan[], by: number): Change[] {
  const least = Math.min(...spans.map(({ start }) => start));
  const allowed = Math.max(by, -least);
  return spans.map((span) => ({
    path: [...pathOf(span), 'start'],
    value: roundTime(span.start + allowed),
  }));
}

/** Moves the beginning of a clip, whose end stays. The part of a file that is left stays in place, too. */
export function trimStart(clip: DraftClip, span: ClipSpan, by: number): Change[] {
  const moved = Math.min(Math.max(by, -span.start), span.length - LEAST_LENGTH);
  const trim = readTrim(clip) + moved * readSpeed(clip);
  return [
    { path: [...pathOf(span), 'start'], value: roundTime(span.start + moved) },
    { path: [...pathOf(span), 'length'], value: roundTime(span.length - moved) },
    ...(isTrimmed(clip) && trim >= 0
      ? [{ path: [...pathOf(span), 'asset', 'trim'], value: roundTime(trim) }]
      : []),
  ];
}

/** Moves the end of a clip. */
export function trimEnd(span: ClipSpan, by: number): Change[] {
  const length = Math.max(span.length + by, LEAST_LENGTH);
  return [{ path: [...pathOf(span), 'length'], value: roundTime(length) }];
}

/** Splits a clip at a second of the timeline. Changes nothing if the clip is not visible there. */
export function splitClip(clip: DraftClip, span: ClipSpan, at: number): Change[] {
  const first = roundTime(at - span.start);
  const rest = roundTime(span.start + span.length - at);
  if (first < LEAST_LENGTH || rest < LEAST_LENGTH) return [];
  const { transition, ...shared } = withoutAlias(clip) as DraftClip & {
    readonly transition?: { readonly in?: unknown; readonly out?: unknown };
  };
  const { in: enter, out: leave } = transition ?? {};
  const second = {
    ...shared,
    ...(isTrimmed(clip) && {
      asset: { ...clip.asset, trim: roundTime(readTrim(clip) + first * readSpeed(clip)) },
    }),
    start: roundTime(at),
    length: rest,
    ...(leave !== undefined && { transition: { out: leave } }),
  };
  const path = pathOf(span);
  return [
    { path: [...path, 'start'], value: roundTime(span.start) },
    { path: [...path, 'length'], value: first },
    ...(transition === undefined
      ? []
      : [{ path: [...path, 'transition'], value: enter === undefined ? undefined : { in: enter } }]),
    { path: pathOf({ ...span, clip: span.clip + 1 }), value: second, inserts: true },
  ];
}

/** Puts a copy of each clip behind it on its track. */
export function duplicateClips(edit: DraftEdit, spans: readonly ClipSpan[]): Change[] {
  return byLastFirst(spans).flatMap((span) => {
    const clip = findClip(edit, span);
    if (!clip) return [];
    const copy = { ...withoutAlias(clip), start: roundTime(span.start + span.length) };
    return [{ path: pathOf({ ...span, clip: span.clip + 1 }), value: copy, inserts: true }];
  });
}

/** Removes clips, and the tracks that become empty. */
export function removeClips(edit: DraftEdit, places: readonly ClipPlace[]): Change[] {
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

/** Moves a clip to another track, behind the clips that are there. */
export function moveToTrack(edit: DraftEdit, place: ClipPlace, track: number, start: number): Change[] {
  const clip = findClip(edit, place);
  const target = edit.timeline?.tracks?.[track];
  if (!clip || !target || track === place.track) return [];
  const moved = { ...clip, start: roundTime(start) };
  return [
    {
      path: pathOf({ track, clip: target.clips?.length ?? 0 }),
      value: moved,
      inserts: true,
    },
    ...removeClips(edit, [place]),
  ];
}

/** Returns a clip without its name, which only one clip may have. */
function withoutAlias(clip: DraftClip): DraftClip {
  return Object.fromEntries(Object.entries(clip).filter(([field]) => field !== 'alias'));
}

function byLastFirst<Place extends ClipPlace>(places: readonly Place[]): Place[] {
  return [...places].sort((a, b) => b.track - a.track || b.clip - a.clip);
}

/** True for an asset that plays a file from a second of it. */
function isTrimmed({ asset }: DraftClip): boolean {
  return asset?.type === 'video' || asset?.type === 'audio';
}

/** Returns the seconds of the file that play in a second of the timeline. */
export function readSpeed({ asset }: DraftClip): number {
  return typeof asset?.['speed'] === 'number' ? asset['speed'] : 1;
}

/** Returns the second of the file at which a clip begins. */
export function readTrim({ asset }: DraftClip): number {
  return typeof asset?.['trim'] === 'number' ? asset['trim'] : 0;
}
