import type { Path } from '../problems/problem.ts';
import type { Edit } from '../schema/edit.ts';
import type { SoundFilter } from '../schema/sound/sound-filter.ts';
import { type ClipLocation, clipPathOf, trackOf } from './clip-location.ts';

/** A sound with the filters that the edit gives it. */
export interface FilteredField {
  /** Path of the asset, track, soundtrack or timeline that has the filters. */
  readonly path: Path;
  readonly filters: readonly SoundFilter[];
  /** The clip whose file is filtered. Absent if sounds are filtered together, or all the time. */
  readonly location?: ClipLocation;
}

/** Lists the sounds that may have filters: those of files, tracks, groups and the whole mix. */
export function* listFilteredSounds(edit: Edit, clips: readonly ClipLocation[]): Generator<FilteredField> {
  const { sound: filters = [], soundtrack } = edit.timeline;
  yield { path: ['timeline'], filters };
  yield { path: ['timeline', 'soundtrack'], filters: soundtrack?.sound ?? [] };
  for (const location of clips) {
    const path = clipPathOf(location);
    const { asset } = location.clip;
    if ('sound' in asset)
      yield {
        path: [...path, 'asset'],
        filters: asset.sound ?? [],
        ...(asset.type !== 'group' && { location }),
      };
    if (location.index === 0)
      yield { path: path.slice(0, -2), filters: trackOf(location, edit)?.sound ?? [] };
  }
}
