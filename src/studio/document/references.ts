import { readAt } from '../schema/walk-schema.ts';
import { parseAlias, writeAlias } from '../../base/vocabulary/alias-reference.ts';
import { pathOf } from './clip-path.ts';
import { type ClipPlace, type ClipSpan, findClip, keyOf } from './clip-spans.ts';
import type { Change, DraftClip, DraftEdit, JsonPath } from './edit-text.ts';
import { roundTime } from './frame-grid.ts';
import { setLength } from './cut/set-times.ts';

/** Returns the name by which other clips can refer to a clip. */
export function aliasOf(clip: DraftClip | undefined): string | undefined {
  return typeof clip?.['alias'] === 'string' ? clip['alias'] : undefined;
}

/** Returns a name that no clip has yet, such as `talk-2`. */
export function nameAnew(alias: string, taken: Set<string>): string {
  const base = alias.replace(/-\d{1,4}$/, '');
  let number = 2;
  while (taken.has(`${base}-${number}`)) number++;
  taken.add(`${base}-${number}`);
  return `${base}-${number}`;
}

/** Lists the names of all clips. */
export function listAliases(edit: DraftEdit, spans: readonly ClipSpan[]): Set<string> {
  return new Set(spans.flatMap((span) => aliasOf(findClip(edit, span)) ?? []));
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
  return owners.flatMap((owner) => {
    const path = [...owner, 'duck'];
    const under = readAt(edit, [...path, 'under']);
    const names = [under].flat().map(parseAlias);
    if (!names.every((name) => name !== undefined)) return [];
    const next = names.flatMap(change).map(writeAlias);
    if (next.join() === names.map(writeAlias).join()) return [];
    if (next.length === 0) return [{ path, value: undefined }];
    return [{ path: [...path, 'under'], value: next.length === 1 ? next[0] : next }];
  });
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
