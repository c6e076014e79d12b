import { readAt } from '../schema/walk-schema.ts';
import { parseAlias, writeAlias } from '../../base/vocabulary/alias-reference.ts';
import { pathOf } from './clip-path.ts';
import { type ClipPlace, type ClipSpan, findClip, keyOf } from './clip-spans.ts';
import type { Change, DraftClip, DraftEdit, JsonPath } from './edit-text.ts';
import { roundTime } from './frame-grid.ts';
import { setLength } from './cut/set-times.ts';
import type { FieldValue } from './motion/cut-motion.ts';

/** Returns the name by which other clips can refer to a clip. */
export function aliasOf(clip: DraftClip | undefined): string | undefined {
  return typeof clip?.['alias'] === 'string' ? clip['alias'] : undefined;
}

/** Returns a name that no clip has yet, and adds it to those: the given one, or one such as `talk-2`. */
export function takeName(alias: string, taken: Set<string>): string {
  const base = alias.replace(/-\d{1,4}$/, '');
  let name = alias;
  for (let number = 2; taken.has(name); number++) name = `${base}-${number}`;
  taken.add(name);
  return name;
}

/** Lists the names of all clips. */
export function listAliases({ timeline }: DraftEdit): Set<string> {
  const clips = (timeline?.tracks ?? []).flatMap((track) => track.clips ?? []);
  return new Set(clips.flatMap((clip) => aliasOf(clip) ?? []));
}

/** Returns the name of the clip whose words some captions show. */
export function speakerOf(clip: DraftClip | undefined): string | undefined {
  const isCaption = clip?.asset?.type === 'caption' || clip?.asset?.type === 'rich-caption';
  return isCaption ? parseAlias(clip.asset['src']) : undefined;
}

/** Writes the lengths of clips as numbers that were those of other clips. */
export function freeLengths(
  edit: DraftEdit,
  spans: readonly ClipSpan[],
  names: ReadonlySet<string>,
): Change[] {
  return spans
    .filter((span) => names.has(parseAlias(findClip(edit, span)?.length) ?? ''))
    .flatMap((span) => setLength(edit, span, span.length));
}

/** Writes the starts of clips as numbers that were those of other clips. */
export function freeStarts(
  edit: DraftEdit,
  spans: readonly ClipSpan[],
  names: ReadonlySet<string>,
): Change[] {
  return spans
    .filter((span) => names.has(parseAlias(findClip(edit, span)?.start) ?? ''))
    .map((span) => ({ path: [...pathOf(span), 'start'], value: roundTime(span.start) }));
}

/** Changes the names under which sounds go down. A sound that would be left with none no longer goes down. */
export function changeDucks(
  edit: DraftEdit,
  spans: readonly ClipSpan[],
  change: (name: string) => readonly string[],
): Change[] {
  const owners: JsonPath[] = [...spans.map((span) => [...pathOf(span), 'asset']), ['timeline', 'soundtrack']];
  return owners.flatMap((owner) =>
    changeDuck(readAt(edit, owner), change).map(({ path, value }) => ({ path: [...owner, ...path], value })),
  );
}

/** Does the same for one sound. The paths begin at the sound. */
export function changeDuck(sound: unknown, change: (name: string) => readonly string[]): FieldValue[] {
  const names = [readAt(sound, ['duck', 'under'])].flat().map(parseAlias);
  if (!names.every((name) => name !== undefined)) return [];
  const next = names.flatMap(change).map(writeAlias);
  if (next.join() === names.map(writeAlias).join()) return [];
  if (next.length === 0) return [{ path: ['duck'], value: undefined }];
  return [{ path: ['duck', 'under'], value: next.length === 1 ? next[0] : next }];
}

/** Returns clips together with the captions of their words, which mean nothing without them. */
export function withCaptions(
  edit: DraftEdit,
  spans: readonly ClipSpan[],
  places: readonly ClipPlace[],
): ClipPlace[] {
  const keys = new Set(places.map(keyOf));
  const names = new Set(places.flatMap((place) => aliasOf(findClip(edit, place)) ?? []));
  const captions = spans.filter(
    (span) => !keys.has(keyOf(span)) && names.has(speakerOf(findClip(edit, span)) ?? ''),
  );
  return [...places, ...captions];
}
