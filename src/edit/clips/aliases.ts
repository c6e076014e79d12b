import type { ClipLocation } from './clip-location.ts';
import type { Asset } from '../schema/asset.ts';

const PREFIX = 'alias://';

/** The alias that a value refers to (`alias://NAME`), when it refers to one. */
export function parseAlias(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith(PREFIX) ? value.slice(PREFIX.length) : undefined;
}

/** The alias of the clip whose speech an asset follows, as captions can. */
export function speechAliasOf(asset: Asset): string | undefined {
  return asset.type === 'caption' || asset.type === 'rich-caption' ? parseAlias(asset.src) : undefined;
}

/** The clip of every alias; of an alias that is used twice, the first. */
export function indexByAlias(clips: readonly ClipLocation[]): ReadonlyMap<string, ClipLocation> {
  const found = new Map<string, ClipLocation>();
  for (const location of clips) {
    const { alias } = location.clip;
    if (alias !== undefined && !found.has(alias)) found.set(alias, location);
  }
  return found;
}
