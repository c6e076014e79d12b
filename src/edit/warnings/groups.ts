import type { ClipLocation } from '../clips/clip-location.ts';
import type { EditTimes } from '../times/resolve-times.ts';
import { createClipWarning, formatNumber, type Warning } from './warning.ts';

/** Maximum number of seconds that come from rounded numbers. */
const TOLERANCE_SECONDS = 0.001;

/** Warns about a clip with a length in seconds that its group cuts off. */
export function warnAboutCutClip(location: ClipLocation, times: EditTimes): Warning[] {
  const { group, clip } = location;
  if (!group || typeof clip.length !== 'number') return [];
  const { start, length } = times.of(location);
  const around = times.of(group);
  if (!start || !length || !around.start || !around.length) return [];
  if (clip.length - length.valueOf() <= TOLERANCE_SECONDS) return [];
  const shown = length.lte(0)
    ? 'is never visible or heard'
    : `ends after ${formatNumber(length.valueOf())} s instead of ${formatNumber(clip.length)} s`;
  const text = `The clip ${shown}, because its group ends at ${formatNumber(around.start.add(around.length).valueOf())} s. Make the group longer, or give it the length "auto".`;
  return [createClipWarning(location, ['length'], text)];
}
