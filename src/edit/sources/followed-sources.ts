import { listClips } from '../clips/clip-location.ts';
import { listOutputs } from '../output/output-list.ts';
import type { Asset, Clip } from '../schema/clip.ts';
import type { Edit } from '../schema/edit.ts';

/** Returns the asset of a clip that follows a subject in its own picture. Undefined if it does not. */
export function followedAssetOf({
  asset,
  fit,
}: Clip): Extract<Asset, { type: 'video' | 'image' }> | undefined {
  return fit === 'follow' && (asset.type === 'video' || asset.type === 'image') ? asset : undefined;
}

/** Lists the URLs of the sources whose subject a clip follows in any output of an edit. */
export function listFollowedSources(edit: Edit): ReadonlySet<string> {
  return new Set(
    listOutputs(edit).flatMap((each) =>
      listClips(each).flatMap(({ clip }) => followedAssetOf(clip)?.src ?? []),
    ),
  );
}
