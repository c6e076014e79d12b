import type { FrameIndex } from '../../../base/time.ts';
import { mayHaveSound } from '../../../base/vocabulary/may-have-sound.ts';
import {
  type ClipLocation,
  clipPathOf,
  type Edit,
  formatPath,
  listClips,
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

/** Warns of the waveforms of an edit that has no clip which may have a sound, before its files are known. */
export function soundlessWarnings(edit: Edit): Warning[] {
  const clips = listClips(edit);
  const isMute = edit.output.mute === true;
  const hasSound = edit.timeline.soundtrack ?? clips.some(({ clip }) => mayHaveSound(clip.asset.type));
  if (hasSound && !isMute) return [];
  const times = { from: 0 as FrameIndex, to: 0 as FrameIndex };
  return clips.flatMap((location) => unheardWarnings({ location, span: times }, [], new Map()));
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
