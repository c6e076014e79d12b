import type { Edit } from '../schema/edit.ts';
import type { MaybeSeconds } from '../times/resolve-times.ts';
import { findUnusedEasing } from './tweens.ts';
import { formatNumber, type Warning } from './warning.ts';

const FIELD = 'timeline.soundtrack';

/** Warns about a soundtrack. @param duration length of the timeline, if known. */
export function warnAboutSoundtrack({ timeline: { soundtrack } }: Edit, duration: MaybeSeconds): Warning[] {
  if (!soundtrack) return [];
  const { start = 0, volume = 1, effect } = soundtrack;
  const found: Warning[] = [];
  if (duration && start > 0 && start >= duration.valueOf()) {
    const text = `The soundtrack starts at ${formatNumber(start)} s, but the timeline ends at ${formatNumber(duration.valueOf())} s, so it is not heard.`;
    found.push({ field: `${FIELD}.start`, text });
  }
  if (typeof volume === 'number' || volume.length === 0) return found;
  if (effect !== undefined) {
    const text = `The fade "${effect}" has no effect on a volume with tweens. Use the tweens to fade.`;
    found.push({ field: `${FIELD}.effect`, text });
  }
  const unused = findUnusedEasing(volume);
  if (unused) found.push({ field: `${FIELD}.volume[${unused.index}].easing`, text: unused.text });
  return found;
}
