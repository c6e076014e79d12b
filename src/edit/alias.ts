import type { Asset } from './schema/asset.ts';

const PREFIX = 'alias://';

/** The alias that a value refers to (`alias://NAME`), when it refers to one. */
export function aliasIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith(PREFIX) ? value.slice(PREFIX.length) : undefined;
}

/** The alias of the clip whose voice an asset follows, as captions may. */
export function voiceIn(asset: Asset): string | undefined {
  return asset.type === 'caption' || asset.type === 'rich-caption' ? aliasIn(asset.src) : undefined;
}
