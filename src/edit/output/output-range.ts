import {
  type FrameIndex,
  sampleAtFrame,
  timeAtFrame,
  nearestFrame,
  toRate,
  type Rate,
  SAMPLE_RATE,
  type SampleIndex,
  toSeconds,
  type Seconds,
  roundSeconds,
  type Span,
} from '../../base/time.ts';
import { hasPictures, isStill } from './output-format.ts';
import { createProblem, type Problem } from '../problems/problem.ts';
import type { Output } from '../schema/output.ts';
import { frameRateOf } from './frame-rate.ts';
import type { MaybeSeconds } from '../times/resolve-times.ts';

/** The range of a timeline that an output shows, at least one frame. */
export interface OutputRange extends Span {
  /**
   * Samples of the range, at least one, `to` exclusive. The samples last as long as the frames of the range,
   * except in a file of sound, which is cut at exact samples.
   */
  readonly samples: { readonly from: SampleIndex; readonly to: SampleIndex };
}

/** The sample rate as a {@link Rate}, to round the edges of a sound to whole samples. */
const SAMPLES_PER_SECOND: Rate = toRate(SAMPLE_RATE);

/**
 * Counts the frames of a timeline. The end is rounded to the nearest frame, so a timeline shorter than half a
 * frame has no frames. For sound alone, the last frame may be incomplete, because the sound is cut at the exact
 * end.
 */
export function countFrames(duration: Seconds, output: Output): number {
  const rate = frameRateOf(output);
  if (hasPictures(output)) return nearestFrame(duration, rate);
  return nearestFrame(duration, SAMPLES_PER_SECOND) < 1 ? 0 : duration.mul(rate).ceil().valueOf();
}

/**
 * Resolves the range of a timeline that an output shows (contract 2.2). Rounds the edges of the range to the
 * nearest frames, or to the nearest samples for sound alone. Cuts the range at the end of the timeline. A still
 * shows the first frame of the range, or the last frame of the timeline if the range starts after that frame.
 *
 * @param output an output for which {@link checkRange} finds no problems.
 * @param duration length of the timeline, at least one frame.
 */
export function resolveRange(output: Output, duration: Seconds): OutputRange {
  const rate = frameRateOf(output);
  const frames = countFrames(duration, output);
  if (!hasPictures(output)) return resolveSoundRange(output, duration, frames);
  const { start, end } = rangeEdgesOf(output, duration);
  const from = Math.min(nearestFrame(start, rate), frames - 1) as FrameIndex;
  const to = (isStill(output) ? from + 1 : Math.min(nearestFrame(end, rate), frames)) as FrameIndex;
  return { from, to, samples: { from: sampleAtFrame(from, rate), to: sampleAtFrame(to, rate) } };
}

function resolveSoundRange(output: Output, duration: Seconds, frames: number): OutputRange {
  const rate = frameRateOf(output);
  const { start, end } = rangeEdgesOf(output, duration);
  const sample = (time: Seconds) => sampleAtFrame(nearestFrame(time, SAMPLES_PER_SECOND), SAMPLES_PER_SECOND);
  const to = Math.min(end.mul(rate).ceil().valueOf(), frames) as FrameIndex;
  const samples = { from: sample(start), to: sample(end.gt(duration) ? duration : end) };
  return { from: start.mul(rate).floor().valueOf() as FrameIndex, to, samples };
}

function rangeEdgesOf({ range: { start = 0, length } = {} }: Output, duration: Seconds) {
  return { start: toSeconds(start), end: length === undefined ? duration : toSeconds(start).add(length) };
}

/**
 * Reports a range without any frame. Skips a length of 0, which `checkFieldRules` reports.
 *
 * @param duration length of the timeline. If it is unknown, the start of the range is not checked.
 */
export function checkRange(output: Output, duration: MaybeSeconds): Problem[] {
  const { start = 0, length } = output.range ?? {};
  const problem = (field: string, phrase: string) => [
    createProblem(['output', 'range', field], 'out_of_range', phrase, 'number'),
  ];
  const { rate, name } = rangeUnitOf(output);
  if (!isStill(output) && length && isEmpty(start, length, rate)) {
    const minimum = `One ${name} lasts ${roundSeconds(timeAtFrame(1, rate))} s`;
    return problem('length', `is too short: ${length} s from ${start} s contains no ${name}. ${minimum}`);
  }
  if (start === 0 || duration === undefined) return [];
  if (toSeconds(start).gte(duration)) {
    const phrase = `must be before the end of the timeline at ${roundSeconds(duration)} s, not ${start}`;
    return problem('start', phrase);
  }
  const steps = nearestFrame(duration, rate);
  if (isStill(output) || steps < 1 || nearestFrame(toSeconds(start), rate) < steps) return [];
  const last = roundSeconds(timeAtFrame(steps - 1, rate));
  return problem('start', `is too late at ${start} s. The last ${name} of the timeline starts at ${last} s`);
}

/** Returns the rate and the name of the unit to which the edges of an output are rounded. */
function rangeUnitOf(output: Output): { rate: Rate; name: string } {
  return hasPictures(output)
    ? { rate: frameRateOf(output), name: 'frame' }
    : { rate: SAMPLES_PER_SECOND, name: 'sample' };
}

function isEmpty(start: number, length: number, rate: Rate): boolean {
  return nearestFrame(toSeconds(start).add(toSeconds(length)), rate) <= nearestFrame(toSeconds(start), rate);
}
