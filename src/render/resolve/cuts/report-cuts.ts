import { roundSeconds, ZERO } from '../../../base/time.ts';
import type { Clip } from '../../../edit/model.ts';
import { lengthOfParts, type Playback } from '../playback.ts';
import { areCutsKnown, type FileWithSilences } from './silence-cuts.ts';

/** The parts of the file of a clip that are left. All times are seconds. */
export interface CutSilenceReport {
  /** The first parts of the file that the clip plays, in its own seconds. */
  readonly kept: readonly { readonly from: number; readonly to: number }[];
  /** Number of all these parts. */
  readonly parts: number;
  /** Seconds of the file that are cut out after the trim. */
  readonly removed: number;
}

/** Maximum number of parts to list. */
const MAX_LISTED = 1000;

/** Reports the parts of the file of a clip that are left. Returns `null` if it is unknown. */
export function reportCuts(
  clip: Clip,
  playback: Playback,
  file: FileWithSilences | undefined,
): CutSilenceReport | null {
  const { trim, parts } = playback;
  if (!file?.duration || !areCutsKnown(clip, playback, file)) return null;
  const { duration } = file;
  const kept = parts ?? (duration.gt(trim) ? [{ from: trim, to: duration }] : []);
  const removed = parts ? duration.sub(trim).sub(lengthOfParts(parts)) : ZERO;
  return {
    kept: kept
      .slice(0, MAX_LISTED)
      .map(({ from, to }) => ({ from: roundSeconds(from), to: roundSeconds(to) })),
    parts: kept.length,
    removed: roundSeconds(removed),
  };
}
