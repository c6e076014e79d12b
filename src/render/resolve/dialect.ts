import { toSeconds, toSpeed } from '../../base/time.ts';
import { type Clip, type ClipLocation, listClips, type Dialect, type Edit } from '../../edit/model.ts';
import { NATURAL_PLAYBACK, type Playback } from './playback.ts';
import { isTimed } from './timed-asset.ts';

/** An edit whose dialect is settled. The rest of the engine works with these facts and does not know the dialect. */
export interface NormalizedEdit {
  readonly edit: Edit;
  /** All clips, the lowest first (contract C1 and C27). */
  readonly stack: readonly ClipLocation[];
  /** True if luma mattes show what lies under their black, not under their white (contract C2). */
  readonly hasInvertedMattes: boolean;
  /** How the file of a clip plays (contract C5). */
  readonly playbackOf: (clip: Clip) => Playback;
}

/** Settles everything that depends on the dialect of an edit (contract, section 0). Pure. */
export function normalizeEdit(edit: Edit, dialect: Dialect): NormalizedEdit {
  return {
    edit,
    stack: stackClips(edit, dialect),
    hasInvertedMattes: dialect === 'shotstack',
    playbackOf: ({ asset }) => {
      // Rich captions have neither trim nor speed (contract C41).
      if (!isTimed(asset) || asset.type === 'rich-caption') return NATURAL_PLAYBACK;
      return toPlayback(asset, dialect);
    },
  };
}

function stackClips(edit: Edit, dialect: Dialect): ClipLocation[] {
  const locations = listClips(edit);
  return dialect === 'interface'
    ? locations
    : locations.sort((a, b) => b.track - a.track || a.index - b.index);
}

/**
 * Works out how a file plays. `trim` counts seconds of the source. In the dialect of the public service it counts seconds as
 * they are played, unless the speed is 0 (contract C5 and C22).
 */
export function toPlayback(
  { trim = 0, speed = 1 }: { readonly trim?: number | undefined; readonly speed?: number | undefined },
  dialect: Dialect,
): Playback {
  const from = toSeconds(trim);
  const exactSpeed = toSpeed(speed);
  return { trim: dialect === 'shotstack' && speed !== 0 ? from.mul(exactSpeed) : from, speed: exactSpeed };
}
