import { type ClipPlace, type ClipSpan, findClip } from './clip-spans.ts';
import { parseAlias, writeAlias } from '../../base/vocabulary/alias-reference.ts';
import { readAt } from '../schema/walk-schema.ts';
import { pathOf } from './clip-path.ts';
import { insertClip } from './commands.ts';
import { aliasOf, listAliases, takeName } from './references.ts';
import type { Change, DraftAsset, DraftClip, DraftEdit } from './edit-text.ts';

/** Names for clips whose speech is captioned, by the types of their assets. */
const NAMES: Readonly<Record<string, string>> = {
  'text-to-speech': 'speech',
  video: 'film',
  audio: 'sound',
};

/** True for an asset whose words captions can show. */
export function hasSpeech(asset: DraftAsset | undefined): boolean {
  return NAMES[asset?.type ?? ''] !== undefined && asset?.['speed'] !== 0;
}

/** True for an asset that shows captions. */
export function showsCaptions(asset: DraftAsset | undefined): boolean {
  return asset?.type === 'caption' || asset?.type === 'rich-caption';
}

/** Finds the clip with a name. */
export function findByAlias(edit: DraftEdit, alias: string | undefined): DraftClip | undefined {
  if (alias === undefined) return undefined;
  return listAll(edit).find((clip) => clip['alias'] === alias);
}

/** Returns the clips with speech, the most likely one first: a selected one, then those at a second, then the others. */
export function listSpeechClips(
  edit: DraftEdit,
  spans: readonly ClipSpan[],
  selected: readonly ClipSpan[],
  at: number,
): ClipSpan[] {
  const isAt = ({ start, length }: ClipSpan): boolean => start <= at && at < start + length;
  const rank = (span: ClipSpan): number => {
    const isSpoken = findClip(edit, span)?.asset?.type === 'text-to-speech';
    return (selected.includes(span) ? 4 : 0) + (isAt(span) ? 2 : 0) + (isSpoken ? 1 : 0);
  };
  const found = spans.filter((span) => hasSpeech(findClip(edit, span)?.asset));
  return found.sort((one, other) => rank(other) - rank(one));
}

/** Gives a clip a name that others can refer to, unless it has one. @param taken names that it cannot get. */
function nameForOthers(
  edit: DraftEdit,
  place: ClipPlace,
  taken = listAliases(edit),
): { readonly alias: string; readonly changes: Change[] } {
  const clip = findClip(edit, place);
  const given = aliasOf(clip);
  if (given !== undefined) return { alias: given, changes: [] };
  const alias = takeName(NAMES[clip?.asset?.type ?? ''] ?? 'clip', taken);
  return { alias, changes: [{ path: [...pathOf(place), 'alias'], value: alias }] };
}

/** Returns a name that no clip has: the given one, or with a number behind it. */
export function findFreeAlias(edit: DraftEdit, base: string): string {
  return takeName(base, listAliases(edit));
}

/**
 * Adds captions of the words of a clip, word by word, on a track of their own in front. They begin and end with the
 * clip, also when it is moved.
 *
 * @param isFirstInFront true if the first track is drawn last.
 */
export function addCaptions(
  edit: DraftEdit,
  place: ClipPlace,
  isFirstInFront: boolean,
): ReturnType<typeof insertClip> {
  const { alias, changes: named } = nameForOthers(edit, place);
  const src = writeAlias(alias);
  const clip = { asset: { ...CAPTION_LOOK, src }, start: src, length: src, ...CAPTION_PLACE };
  const added = insertClip(edit, clip, 'front', isFirstInFront);
  return { ...added, changes: [...named, ...added.changes] };
}

/** Lets captions show the words of another clip. */
export function followClip(edit: DraftEdit, captions: ClipPlace, place: ClipPlace): Change[] {
  const { alias, changes } = nameForOthers(edit, place);
  const src = writeAlias(alias);
  const path = pathOf(captions);
  return [
    ...changes,
    { path: [...path, 'asset', 'src'], value: src },
    { path: [...path, 'start'], value: src },
    { path: [...path, 'length'], value: src },
  ];
}

/** True for a sound that goes down under all speech of an edit. */
export function isDucked(edit: DraftEdit, asset: DraftAsset | undefined): boolean {
  const duck = asset?.['duck'];
  const under = readAt(duck, ['under']);
  if (duck === undefined || under === undefined) return duck !== undefined;
  const names = [under].flat().map(parseAlias);
  return listAll(edit).every((clip) => !isSpeech(clip) || names.includes(aliasOf(clip)));
}

/** Lowers a sound while the speech of an edit is heard, or no longer. Without speech, it goes down under all voices. */
export function toggleDuck(edit: DraftEdit, spans: readonly ClipSpan[], place: ClipPlace): Change[] {
  const path = [...pathOf(place), 'asset', 'duck'];
  if (isDucked(edit, findClip(edit, place)?.asset)) return [{ path, value: undefined }];
  const taken = listAliases(edit);
  const voices = spans
    .filter((span) => isSpeech(findClip(edit, span)))
    .map((span) => nameForOthers(edit, span, taken));
  const under = voices.map(({ alias }) => writeAlias(alias));
  const duck = under.length === 0 ? {} : { under: under.length === 1 ? under[0] : under };
  return [...voices.flatMap(({ changes }) => changes), { path, value: duck }];
}

function isSpeech(clip: DraftClip | undefined): boolean {
  return clip?.asset?.type === 'text-to-speech';
}

/** The look of new captions: two lines near the lower edge, the spoken word in colour. */
const CAPTION_LOOK = {
  type: 'rich-caption',
  font: { family: 'Montserrat', size: '7vmin', weight: 800, color: '#ffffff' },
  stroke: { width: '0.6vmin', color: '#000000' },
  active: { font: { color: '#ffe100' } },
  animation: { style: 'highlight' },
  align: { vertical: 'middle' },
};

const CAPTION_PLACE = { width: '86vw', height: '24vmin', position: 'bottom', offset: { y: 0.08 } };

/** Returns the words that are spoken in an edit, with their voices, as a text. */
export function listSpeeches(edit: DraftEdit): string {
  return JSON.stringify(
    listAll(edit).flatMap(({ asset }) => (asset?.type === 'text-to-speech' ? asset : [])),
  );
}

function listAll(edit: DraftEdit): readonly DraftClip[] {
  return (edit.timeline?.tracks ?? []).flatMap(({ clips }) => clips ?? []);
}
