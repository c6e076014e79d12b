import { parseAlias } from '../../base/vocabulary/alias-reference.ts';
import type { ClipLocation } from './clip-location.ts';
import type { Asset } from '../schema/clip.ts';
import type { Duck } from '../schema/duck.ts';

/** Returns the alias of the clip that a caption asset transcribes, or undefined. */
export function speechAliasOf(asset: Asset): string | undefined {
  return asset.type === 'caption' || asset.type === 'rich-caption' ? parseAlias(asset.src) : undefined;
}

/** Returns the alias of the clip whose sound a waveform shows, or undefined. */
export function shownAliasOf(asset: Asset): string | undefined {
  return asset.type === 'waveform' ? parseAlias(asset.source) : undefined;
}

/** Returns the aliases under which a sound goes down. Undefined if it goes down under all voices. */
export function duckAliasesOf({ under }: Duck): string[] | undefined {
  return under === undefined ? undefined : [under].flat().flatMap((reference) => parseAlias(reference) ?? []);
}

/** Indexes clips by their alias. If an alias is used twice, the first clip wins. */
export function indexByAlias(clips: readonly ClipLocation[]): ReadonlyMap<string, ClipLocation> {
  const found = new Map<string, ClipLocation>();
  for (const location of clips) {
    const { alias } = location.clip;
    if (alias !== undefined && !found.has(alias)) found.set(alias, location);
  }
  return found;
}
