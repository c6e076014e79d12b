import {
  clipPathOf,
  type Duck,
  duckAliasesOf,
  type Edit,
  formatPath,
  indexByAlias,
  listClips,
} from '../../edit/model.ts';
import type { AudioClip } from './timeline.ts';

/** Decibels by which a sound goes down if the edit does not say it. */
const DEFAULT_DECIBELS = 12;
const SOUNDTRACK = 'timeline.soundtrack';

/**
 * Adds to each audio clip the clips under which it goes down. By default, a sound goes down under all clips
 * that do not go down themselves (decision 59). The soundtrack is never a voice.
 */
export function attachDucks(audioClips: readonly AudioClip[], edit: Edit): readonly AudioClip[] {
  const ducks = listDucks(edit);
  if (ducks.size === 0) return audioClips;
  const byAlias = indexByAlias(listClips(edit));
  const voices = audioClips
    .map(({ field }) => field)
    .filter((field) => field !== SOUNDTRACK && !ducks.has(field));
  return audioClips.map((clip) => {
    const duck = ducks.get(clip.field);
    if (!duck) return clip;
    const named = duckAliasesOf(duck)?.flatMap((alias) => {
      const location = byAlias.get(alias);
      return location ? [formatPath(clipPathOf(location))] : [];
    });
    return {
      ...clip,
      duck: { under: named ? [...new Set(named)] : voices, by: duck.by ?? DEFAULT_DECIBELS },
    };
  });
}

/** Lists the ducks of an edit by the field of their audio clip. */
function listDucks(edit: Edit): Map<string, Duck> {
  const ducks = new Map<string, Duck>();
  const { soundtrack } = edit.timeline;
  if (soundtrack?.duck) ducks.set(SOUNDTRACK, soundtrack.duck);
  for (const location of listClips(edit)) {
    const { asset } = location.clip;
    if ('duck' in asset && asset.duck) ducks.set(formatPath(clipPathOf(location)), asset.duck);
  }
  return ducks;
}
