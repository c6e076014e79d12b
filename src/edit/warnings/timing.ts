import { nearestFrame, timeAtFrame, toSeconds } from '../../base/time.ts';
import type { ClipLocation } from '../clips/clip-location.ts';
import { frameRateOf } from '../output/frame-rate.ts';
import { isStill, needsPictures } from '../output/output-format.ts';
import type { Edit } from '../schema/edit.ts';
import type { EditTimes } from '../times/resolve-times.ts';
import { listNumberFields } from './tweens.ts';
import { createClipWarning, formatNumber, type Warning } from './warning.ts';

/**
 * Warns about a clip that lasts, but falls between two frames, so that no frame shows it. Times that are not
 * known yet cause no warning.
 */
export function warnAboutShortClip(location: ClipLocation, { output }: Edit, times: EditTimes): Warning[] {
  const { start, length } = times.of(location);
  if (!start || !length || length.lte(0) || !needsPictures(output)) return [];
  const rate = frameRateOf(output);
  if (nearestFrame(start.add(length), rate) > nearestFrame(start, rate)) return [];
  const frame = Math.ceil(1000 * timeAtFrame(1, rate).valueOf()) / 1000;
  const text = `The clip lasts ${formatNumber(length.valueOf())} s and falls between two frames, so it never appears. One frame lasts ${formatNumber(frame)} s. Give the clip at least this length.`;
  return [createClipWarning(location, ['length'], text)];
}

/** Warns about the first tween of a clip that starts after the end of its clip, so that it never runs. */
export function warnAboutLateTween(location: ClipLocation, times: EditTimes): Warning[] {
  const { length } = times.of(location);
  if (!length || length.lte(0)) return [];
  // Exact times are slow to compare, so they decide only where rounding could matter.
  const safe = length.valueOf() - 0.001;
  for (const { path, value } of listNumberFields(location.clip)) {
    const tweens = typeof value === 'number' ? [] : value;
    const index = tweens.findIndex(({ start = 0 }) => start > safe && toSeconds(start).gte(length));
    const { start } = tweens[index] ?? {};
    if (start === undefined) continue;
    const text = `This tween starts at ${formatNumber(start)} s, but its clip lasts only ${formatNumber(length.valueOf())} s, so it never runs. Its times count from the start of the clip.`;
    return [createClipWarning(location, [...path, index], text)];
  }
  return [];
}

/**
 * Warns about a range in which no clip is visible, although the timeline has visible clips.
 *
 * @param clips the visible clips of the edit.
 */
export function warnAboutEmptyRange(
  { output }: Edit,
  clips: readonly ClipLocation[],
  times: EditTimes,
): Warning[] {
  const { range } = output;
  const { duration } = times;
  if (!range || !duration || clips.length === 0 || !needsPictures(output) || isStill(output)) return [];
  const rate = frameRateOf(output);
  const start = toSeconds(range.start ?? 0);
  const end = range.length === undefined ? duration : start.add(toSeconds(range.length));
  const shownEnd = end.lt(duration) ? end : duration;
  const [from, to] = [nearestFrame(start, rate), nearestFrame(shownEnd, rate)];
  if (to <= from) return [];
  const isOutside = (location: ClipLocation): boolean => {
    const { start: begin, length } = times.of(location);
    if (!begin || !length) return false;
    return nearestFrame(begin, rate) >= to || nearestFrame(begin.add(length), rate) <= from;
  };
  if (!clips.every(isOutside)) return [];
  const text = `No clip is visible in this range, from ${formatNumber(start.valueOf())} to ${formatNumber(shownEnd.valueOf())} s, so the output shows only the background.`;
  return [{ field: 'output.range', text }];
}
