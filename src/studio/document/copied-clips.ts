import { tryParseJson } from '../../base/try-parse-json.ts';
import { writeAlias } from '../../base/vocabulary/alias-reference.ts';
import { readAt } from '../schema/walk-schema.ts';
import { pathOf } from './clip-path.ts';
import { type ClipPlace, type ClipSpan, findClip, listSpans } from './clip-spans.ts';
import type { Change, DraftClip, DraftEdit } from './edit-text.ts';
import { roundTime } from './frame-grid.ts';
import { cutMotion, withFields } from './motion/cut-motion.ts';
import { aliasOf, changeDuck, listAliases, speakerOf, takeName } from './references.ts';

/**
 * Writes clips as JSON, track by track, as in a timeline. Their times are those that they have now, so that they mean
 * the same in another edit.
 */
export function copyClips(edit: DraftEdit, spans: readonly ClipSpan[]): string {
  const tracks = [...Map.groupBy(spans, ({ track }) => track)].sort(([one], [other]) => one - other);
  const copied = tracks.map(([, own]) => ({
    clips: own.flatMap((span) => {
      const clip = findClip(edit, span);
      return clip ? [withOwnTimes(clip, span)] : [];
    }),
  }));
  return JSON.stringify({ tracks: copied }, null, 2);
}

/** Writes the times of a clip as numbers, unless its length is that of its file. */
function withOwnTimes(clip: DraftClip, span: ClipSpan | undefined): DraftClip {
  const { start = 0, length = 0 } = span ?? {};
  const isOwn = typeof clip.length === 'number' || clip.length === 'auto';
  const motion = isOwn ? [] : (cutMotion(clip, { from: 0, to: roundTime(length) }) ?? []);
  return withFields(clip, [
    ...motion,
    { path: ['start'], value: roundTime(start) },
    { path: ['length'], value: isOwn ? clip.length : roundTime(length) },
    { path: ['overlap'], value: undefined },
  ]);
}

/** Where clips are pasted. */
export interface PasteTarget {
  /** Second at which the first of them begins. */
  readonly at: number;
  /** The track that they go to if they are of one track and there is room for them. Otherwise they get new tracks. */
  readonly track: number | undefined;
  /** True if the first track is in front of all others. */
  readonly isFirstInFront: boolean;
}

/** Pasted clips: the changes and their places, and how many had to be left out. */
export interface Pasted {
  readonly changes: Change[];
  readonly places: readonly ClipPlace[];
  /** Captions of a clip that is not in the edit. */
  readonly leftOut: number;
}

/** Pastes clips from a text. Undefined if the text has none. */
export function pasteClips(
  edit: DraftEdit,
  spans: readonly ClipSpan[],
  text: string,
  target: PasteTarget,
): Pasted | undefined {
  const copied = readTracks(text);
  const first = Math.min(...copied.flat().map(startOf));
  if (!Number.isFinite(first)) return undefined;
  const fitted = fitNames(edit, copied);
  const tracks = fitted
    .map((clips) => clips.map((clip) => ({ ...clip, start: roundTime(startOf(clip) - first + target.at) })))
    .filter(({ length }) => length > 0);
  const leftOut = copied.flat().length - tracks.flat().length;
  return { ...place(edit, spans, tracks, target), leftOut };
}

/** Reads clips: a list of them, one alone, or those of tracks, of a timeline or of an edit. */
function readTracks(text: string): DraftClip[][] {
  const value = tryParseJson(text);
  const tracks = readAt(value, ['timeline', 'tracks']) ??
    readAt(value, ['tracks']) ?? [{ clips: [value].flat() }];
  if (!Array.isArray(tracks)) return [];
  const given = tracks.map((track) => {
    const clips = readAt(track, ['clips']);
    return { clips: Array.isArray(clips) ? clips.filter(isClip) : [] };
  });
  const edit = { timeline: { tracks: given } };
  const spans = Map.groupBy(listSpans(edit), ({ track }) => track);
  return given.map(({ clips }, track) =>
    clips.map((clip, index) => withOwnTimes(clip, spans.get(track)?.[index])),
  );
}

function isClip(value: unknown): value is DraftClip {
  return typeof readAt(value, ['asset', 'type']) === 'string';
}

function startOf({ start }: DraftClip): number {
  return typeof start === 'number' ? start : 0;
}

/** Gives clips names that no other clip has, also where they refer to each other. */
function fitNames(edit: DraftEdit, tracks: readonly DraftClip[][]): DraftClip[][] {
  const known = listAliases(edit);
  const taken = new Set(known);
  const aliases = tracks.flat().flatMap((clip) => aliasOf(clip) ?? []);
  const names = new Map(aliases.map((alias) => [alias, takeName(alias, taken)]));
  const nameOf = (alias: string): string | undefined =>
    names.get(alias) ?? (known.has(alias) ? alias : undefined);
  return tracks.map((clips) => clips.flatMap((clip) => fitClip(clip, nameOf)));
}

/** Returns a clip with other names. Captions of a clip that is nowhere are left out. */
function fitClip(clip: DraftClip, nameOf: (alias: string) => string | undefined): DraftClip[] {
  const [alias, speaker] = [aliasOf(clip), speakerOf(clip)];
  const spoken = speaker === undefined ? undefined : nameOf(speaker);
  if (speaker !== undefined && spoken === undefined) return [];
  const duck = changeDuck(clip.asset, (name) => {
    const next = nameOf(name);
    return next === undefined ? [] : [next];
  });
  return [
    withFields(clip, [
      ...(alias === undefined ? [] : [{ path: ['alias'], value: nameOf(alias) }]),
      ...(spoken === undefined ? [] : [{ path: ['asset', 'src'], value: writeAlias(spoken) }]),
      ...duck.map(({ path, value }) => ({ path: ['asset', ...path], value })),
    ]),
  ];
}

/** Puts clips on the wanted track if they are of one and have room there, or else on new tracks in front. */
function place(
  edit: DraftEdit,
  spans: readonly ClipSpan[],
  tracks: readonly DraftClip[][],
  { track, isFirstInFront }: PasteTarget,
): Pick<Pasted, 'changes' | 'places'> {
  const [only, ...others] = tracks;
  const clips = track === undefined ? undefined : edit.timeline?.tracks?.[track]?.clips;
  if (track !== undefined && clips && only && others.length === 0 && hasRoom(spans, track, only)) {
    const places = only.map((_clip, index) => ({ track, clip: clips.length + index }));
    return { changes: only.map((value, index) => insertAt(places[index], value)), places };
  }
  const before = edit.timeline?.tracks?.length ?? 0;
  const front = isFirstInFront ? 0 : before;
  return {
    changes: tracks.map((own, index) => ({
      path: ['timeline', 'tracks', front + index],
      value: { clips: own },
      inserts: before > 0,
    })),
    places: tracks.flatMap((own, index) => own.map((_clip, clip) => ({ track: front + index, clip }))),
  };
}

function insertAt(at: ClipPlace | undefined, value: DraftClip): Change {
  return { path: at ? pathOf(at) : [], value, inserts: true };
}

/** True if no clip of a track is in the way. Clips without a length are taken for as long as the rest of the track. */
function hasRoom(spans: readonly ClipSpan[], track: number, clips: readonly DraftClip[]): boolean {
  const own = spans.filter((span) => span.track === track);
  return clips.every((clip) => {
    const start = startOf(clip);
    const end = typeof clip.length === 'number' ? start + clip.length : Infinity;
    return own.every((span) => span.start >= end || span.start + span.length <= start);
  });
}
