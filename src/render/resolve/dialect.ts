import { NATURAL_SPEED, toSeconds, toSpeed } from '../../base/time.ts';
import {
  type Clip,
  type ClipLocation,
  listClips,
  type Dialect,
  type Edit,
  type Tween,
} from '../../edit/model.ts';
import { toAnimatedNumber } from './animated-number.ts';
import { NATURAL_PLAYBACK, type Playback } from './playback.ts';
import { isTimed } from './timed-asset.ts';

/**
 * An edit after its dialect is applied. The rest of the renderer uses these facts and does not know the
 * dialect.
 */
export interface NormalizedEdit {
  /** All clips, the lowest first (contract C1, contract C27). */
  readonly stack: readonly ClipLocation[];
  /** True if black in a luma matte shows the clip and white hides it (contract C2). */
  readonly hasInvertedMattes: boolean;
  /** Returns how the file of a clip plays (contract C5). */
  readonly playbackOf: (clip: Clip) => Playback;
}

/** Applies everything that depends on the dialect of an edit (section 0 of the contract). Pure. */
export function normalizeEdit(edit: Edit, dialect: Dialect): NormalizedEdit {
  return {
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
 * Works out how a file plays. The given `trim` is in seconds of the source. In the dialect of the public
 * service, the given `trim` is in seconds of playback, unless the speed is 0 or changes (contract C5, contract C22,
 * contract C66).
 */
export function toPlayback(
  {
    trim = 0,
    speed: given = 1,
  }: { readonly trim?: number | undefined; readonly speed?: number | readonly Tween[] | undefined },
  dialect: Dialect,
): Playback {
  const from = toSeconds(trim);
  const speed = toAnimatedNumber(given, 1);
  if (typeof speed === 'object') return { trim: from, speed: NATURAL_SPEED, ramp: speed };
  const exactSpeed = toSpeed(speed);
  return { trim: dialect === 'shotstack' && speed !== 0 ? from.mul(exactSpeed) : from, speed: exactSpeed };
}
