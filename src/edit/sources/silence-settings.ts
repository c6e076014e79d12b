import { listClips } from '../clips/clip-location.ts';
import type { Asset } from '../schema/clip.ts';
import type { Edit } from '../schema/edit.ts';

/** The definition of a silence of a file. */
export interface SilenceSettings {
  /** Level in dBFS below which a sound is silent. */
  readonly threshold: number;
  /** Seconds that a silence lasts at least. */
  readonly minLength: number;
}

/** The settings for cutting silences out of an asset. */
export interface SilenceCut extends SilenceSettings {
  /** Seconds of a silence to keep beside each sound. */
  readonly keep: number;
}

/** Returns how silences are cut out of an asset, with all defaults. Undefined if they are not. */
export function cutSilenceOf(asset: Asset): SilenceCut | undefined {
  if (!('cutSilence' in asset) || !asset.cutSilence) return undefined;
  const { threshold = -40, minLength = 0.5, keep = 0.1 } = asset.cutSilence;
  return { threshold, minLength, keep };
}

/** Lists the definitions of a silence of each source of an edit out of which silences are cut, by its URL. */
export function listSilenceSettings(edit: Edit): ReadonlyMap<string, readonly SilenceSettings[]> {
  const found = new Map<string, SilenceSettings[]>();
  for (const { clip } of listClips(edit)) {
    const { asset } = clip;
    const cut = cutSilenceOf(asset);
    if (!cut || !('src' in asset)) continue;
    const { threshold, minLength } = cut;
    const listed = found.get(asset.src) ?? [];
    const isKnown = listed.some((one) => one.threshold === threshold && one.minLength === minLength);
    if (!isKnown) found.set(asset.src, [...listed, { threshold, minLength }]);
  }
  return found;
}
