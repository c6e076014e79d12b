import { toSeconds, type Seconds, roundRate, ZERO } from '../../base/time.ts';
import { findLengthOwners } from '../clips/length-owners.ts';
import { type ClipLocation, clipPathOf } from '../clips/clip-location.ts';
import { jsonTypeOf, createProblem, type Problem } from '../problems/problem.ts';
import { indexByAlias } from '../clips/aliases.ts';
import type { WellFormedParts } from './well-formed-parts.ts';
import type { Output } from '../schema/output.ts';
import { lengthWithoutMedia } from '../times/media-length.ts';
import { frameRateOf } from '../output/frame-rate.ts';
import { countFrames, checkRange } from '../output/output-range.ts';
import { type EditTimes, type MaybeSeconds, resolveClipTimes } from '../times/resolve-times.ts';

/** A timeline may be this long, in hours: beyond lies a slip of the pen, or somebody who wants to fill the disk. */
export const MAX_TIMELINE_HOURS = 12;

/** The longest timeline. */
export const MAX_TIMELINE_LENGTH: Seconds = toSeconds(MAX_TIMELINE_HOURS * 3600);

/**
 * What is wrong with the times of an edit as far as they are known without a look at any media: a timeline that is longer than
 * {@link MAX_TIMELINE_LENGTH} or shorter than one frame, and a range without a frame. A range that only ends later is no problem: it goes
 * to the end.
 *
 * @param parts with all clips, and without problems of their references.
 */
export function checkTimeline({ clips, output }: WellFormedParts): Problem[] {
  const times = resolveClipTimes(clips, lengthWithoutMedia);
  const finiteClips = listFiniteClips(clips);
  return [
    ...checkMaxLength(finiteClips, times),
    ...(output ? checkMinLength(finiteClips, times.duration, output) : []),
    ...(output ? checkRange(output, times.duration) : []),
  ];
}

/** Lists the clips that determine how long the timeline is: all whose length is not "end". */
function listFiniteClips(clips: readonly ClipLocation[]): readonly ClipLocation[] {
  const owners = findLengthOwners(clips, indexByAlias(clips));
  return clips.filter((location) => owners.get(location)?.clip.length !== 'end');
}

/** One problem, for the first clip that goes too far: those that wait for it may only follow it. */
function checkMaxLength(finiteClips: readonly ClipLocation[], times: EditTimes): Problem[] {
  if (times.duration?.lte(MAX_TIMELINE_LENGTH) === true) return [];
  // A clip that starts nobody knows when ends after its own length at least.
  const endOf = (location: ClipLocation): Seconds => {
    const { start = ZERO, length = ZERO } = times.of(location);
    return start.add(length);
  };
  const first = finiteClips.find((location) => endOf(location).gt(MAX_TIMELINE_LENGTH));
  if (first === undefined) return [];
  const phrase = `ends at ${endOf(first).valueOf()} s; a timeline may last ${MAX_TIMELINE_HOURS} hours, ${MAX_TIMELINE_LENGTH.valueOf()} s, at the most`;
  return [createProblem(clipPathOf(first), 'out_of_range', phrase, 'object')];
}

function checkMinLength([first]: readonly ClipLocation[], duration: MaybeSeconds, output: Output): Problem[] {
  if (first === undefined || duration === undefined || countFrames(duration, output) >= 1) return [];
  const phrase = `must be more, or the timeline is shorter than one frame: it lasts ${duration.valueOf()} s, at ${roundRate(frameRateOf(output))} frames a second`;
  return [
    createProblem([...clipPathOf(first), 'length'], 'no_length', phrase, jsonTypeOf(first.clip.length)),
  ];
}
