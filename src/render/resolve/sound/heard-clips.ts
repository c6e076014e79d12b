import {
  type ClipLocation,
  clipPathOf,
  formatPath,
  shownAliasOf,
  type Warning,
} from '../../../edit/model.ts';
import type { AudioClip, Span } from '../timeline.ts';

/** Returns the fields of the clips whose sound a waveform shows. Undefined if it shows the mix. */
export function heardFieldsOf(
  { clip: { asset } }: ClipLocation,
  byAlias: ReadonlyMap<string, ClipLocation>,
): readonly string[] | undefined {
  const alias = shownAliasOf(asset);
  if (alias === undefined) return undefined;
  const found = byAlias.get(alias);
  return found ? [formatPath(clipPathOf(found))] : [];
}

/** Warns if nothing is heard while a waveform is shown. */
export function unheardWarnings(
  { location, span }: { readonly location: ClipLocation; readonly span: Span },
  audioClips: readonly AudioClip[],
  byAlias: ReadonlyMap<string, ClipLocation>,
): Warning[] {
  if (location.clip.asset.type !== 'waveform') return [];
  const fields = heardFieldsOf(location, byAlias);
  const isHeard = audioClips.some(
    ({ field, from, to, volume }) =>
      volume !== 0 && from < span.to && to > span.from && (!fields || fields.includes(field)),
  );
  if (isHeard) return [];
  const advice = fields
    ? 'Show it while the clip that "source" names is heard, or set "source" to "mix"'
    : 'Add a sound, or show it while one is heard';
  const text = `Nothing is heard while this waveform is shown, so it stays flat. ${advice}.`;
  return [{ field: formatPath([...clipPathOf(location), 'asset', 'source']), text }];
}
