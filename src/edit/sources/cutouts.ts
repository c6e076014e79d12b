import { listClips } from '../clips/clip-location.ts';
import type { Edit } from '../schema/edit.ts';
import type { ImageAsset } from '../schema/media-asset.ts';

/** Returns the width of the soft edge of a cutout in parts of a side of the picture, 0 to 0.1. */
export function featherOf({ feather = 0 }: NonNullable<ImageAsset['cutout']>): number {
  return feather;
}

/** Lists the widths of the edges with which people are cut out of each image of an edit, by its URL. */
export function listImageCutouts(edit: Edit): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>();
  for (const { clip } of listClips(edit)) {
    const { asset } = clip;
    if (asset.type !== 'image' || !asset.cutout) continue;
    found.set(asset.src, (found.get(asset.src) ?? new Set()).add(featherOf(asset.cutout)));
  }
  return found;
}
