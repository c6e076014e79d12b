import { seconds } from '../../base/time.ts';
import { problemAt, type Problem } from '../problem.ts';
import type { Asset } from '../schema/asset.ts';
import type { Edit } from '../schema/edit.ts';
import { type MediaLength, resolveTimes, STILL_LENGTH } from './times.ts';

/** The types of assets whose length only their media know. */
const WITH_MEDIA_LENGTH: readonly Asset['type'][] = [
  'video',
  'audio',
  'luma',
  'caption',
  'rich-caption',
  'image-to-video',
  'text-to-speech',
];

/** What `length: auto` is for a clip as far as it is known without a look at any media. */
export const lengthWithoutMedia: MediaLength = ({ clip }) =>
  WITH_MEDIA_LENGTH.includes(clip.asset.type) ? undefined : STILL_LENGTH;

/**
 * The problem of a range that begins where the timeline is over, if its end is known without a look at any media. A range that
 * only ends later is none: it goes to the end.
 *
 * @param edit without problems of its references.
 */
export function rangeProblems(edit: Edit): Problem[] {
  const start = edit.output.range?.start ?? 0;
  if (start === 0) return [];
  const { duration } = resolveTimes(edit, lengthWithoutMedia);
  if (duration === undefined || seconds(start).lt(duration)) return [];
  const phrase = `must be before the end of the timeline, which is at ${duration.valueOf()} s, not ${start}`;
  return [problemAt(['output', 'range', 'start'], 'out_of_range', phrase, 'number')];
}
