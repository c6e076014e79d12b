import { toSeconds, type Seconds, roundRate, ZERO } from '../../base/time.ts';
import { findFiniteClips } from '../clips/length-owners.ts';
import { type ClipLocation, clipPathOf } from '../clips/clip-location.ts';
import { jsonTypeOf, createProblem, type Problem } from '../problems/problem.ts';
import { indexByAlias } from '../clips/aliases.ts';
import { findCanvasExcess } from './check-groups.ts';
import type { WellFormedParts } from './well-formed-parts.ts';
import type { Output } from '../schema/output.ts';
import { lengthWithoutMedia } from '../times/media-length.ts';
import { frameRateOf } from '../output/frame-rate.ts';
import { needsPictures } from '../output/output-format.ts';
import { countFrames, checkRange } from '../output/output-range.ts';
import { outputShape } from '../output/output-shape.ts';
import { type EditTimes, type MaybeSeconds, resolveClipTimes } from '../times/resolve-times.ts';

/**
 * Maximum length of a timeline in hours. A longer timeline is probably a typo, or an attempt to fill the
 * disk.
 */
export const MAX_TIMELINE_HOURS = 12;

/** Maximum length of a timeline in seconds. */
export const MAX_TIMELINE_LENGTH: Seconds = toSeconds(MAX_TIMELINE_HOURS * 3600);

/**
 * Checks the times of an edit as far as they are known without its media. Reports a timeline that is longer
 * than {@link MAX_TIMELINE_LENGTH} or shorter than one frame, and a range without a frame. A range that ends
 * after the timeline is valid, because the render cuts such a range at the end of the timeline.
 *
 * @param parts all clips of the edit. Their references must be valid.
 */
export function checkTimeline({ clips, output }: WellFormedParts): Problem[] {
  const times = resolveClipTimes(clips, lengthWithoutMedia);
  // These clips determine the length of the timeline.
  const finiteClips = findFiniteClips(clips, indexByAlias(clips)).get(undefined) ?? [];
  return [
    ...checkMaxLength(finiteClips, times),
    ...(output ? checkMinLength(finiteClips, times.duration, output) : []),
    ...(output ? checkRange(output, times.duration) : []),
    ...(output ? checkCanvases(clips, times, output) : []),
  ];
}

/** Reports groups that have too many pixels together, unless nothing is drawn. */
function checkCanvases(clips: readonly ClipLocation[], times: EditTimes, output: Output): Problem[] {
  const excess = needsPictures(output) ? findCanvasExcess(clips, times, outputShape(output)) : undefined;
  return excess ? [createProblem(excess.path, 'out_of_range', excess.phrase, 'object')] : [];
}

/**
 * Reports only the first clip that ends too late. Later clips may end too late only because they follow this
 * clip.
 */
function checkMaxLength(finiteClips: readonly ClipLocation[], times: EditTimes): Problem[] {
  if (times.duration?.lte(MAX_TIMELINE_LENGTH) === true) return [];
  // An unknown start or length counts as 0, which gives the earliest possible end of the clip.
  const endOf = (location: ClipLocation): Seconds => {
    const { start = ZERO, length = ZERO } = times.of(location);
    return start.add(length);
  };
  const first = finiteClips.find((location) => endOf(location).gt(MAX_TIMELINE_LENGTH));
  if (first === undefined) return [];
  const phrase = `ends at ${endOf(first).valueOf()} s, but a timeline can last at most ${MAX_TIMELINE_HOURS} hours (${MAX_TIMELINE_LENGTH.valueOf()} s)`;
  return [createProblem(clipPathOf(first), 'out_of_range', phrase, 'object')];
}

function checkMinLength([first]: readonly ClipLocation[], duration: MaybeSeconds, output: Output): Problem[] {
  if (first === undefined || duration === undefined || countFrames(duration, output) >= 1) return [];
  const phrase = `is too short: a timeline of ${duration.valueOf()} s has no frame at ${roundRate(frameRateOf(output))} frames per second`;
  return [
    createProblem([...clipPathOf(first), 'length'], 'no_length', phrase, jsonTypeOf(first.clip.length)),
  ];
}
