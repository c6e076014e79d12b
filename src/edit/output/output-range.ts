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

/** The part of a timeline that an output shows: its frames, at least one. */
export interface OutputRange extends Span {
  /** What is heard of it, at least one sample, `to` exclusive: as long as the frames, but for an mp3, which has none. */
  readonly samples: { readonly from: SampleIndex; readonly to: SampleIndex };
}

/** Samples in a second, which the edges of a file of sound lie on. */
const SAMPLES_PER_SECOND: Rate = toRate(SAMPLE_RATE);

/**
 * How many frames a timeline has: its end lies on the frame nearest to it, 0 when it is shorter than half of one. A file of sound has no
 * frames: its last one is begun, and heard up to the exact end.
 */
export function countFrames(duration: Seconds, output: Output): number {
  const rate = frameRateOf(output);
  if (hasPictures(output)) return nearestFrame(duration, rate);
  return nearestFrame(duration, SAMPLES_PER_SECOND) < 1 ? 0 : duration.mul(rate).ceil().valueOf();
}

/**
 * The part of a timeline that an output shows (contract 2.2): its edges on the nearest frames (of a file of sound: samples), no further
 * than the timeline goes. A still picture is the first frame of it, or the last one of the timeline where none is near.
 *
 * @param output whose range has no problem, as {@link checkRange} finds them.
 * @param duration of the timeline; at least one frame.
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
 * What is wrong with the range of an output: that it has no frame. That a length is more than 0 is one of the rules of all edits.
 *
 * @param duration of the timeline; whether the range begins in time is judged only where it is known.
 */
export function checkRange(output: Output, duration: MaybeSeconds): Problem[] {
  const { start = 0, length } = output.range ?? {};
  const problem = (field: string, phrase: string) => [
    createProblem(['output', 'range', field], 'out_of_range', phrase, 'number'),
  ];
  const { rate, name } = rangeUnitOf(output);
  if (!isStill(output) && length && isEmpty(start, length, rate)) {
    const minimum = `a ${name} lasts ${roundSeconds(timeAtFrame(1, rate))} s`;
    return problem(
      'length',
      `is too short for a single ${name} from ${start} s on, at ${length} s: ${minimum}`,
    );
  }
  if (start === 0 || duration === undefined) return [];
  if (toSeconds(start).gte(duration)) {
    const phrase = `must be before the end of the timeline, which is at ${roundSeconds(duration)} s, not ${start}`;
    return problem('start', phrase);
  }
  const steps = nearestFrame(duration, rate);
  if (isStill(output) || steps < 1 || nearestFrame(toSeconds(start), rate) < steps) return [];
  const last = roundSeconds(timeAtFrame(steps - 1, rate));
  return problem('start', `is too late, at ${start} s: the last ${name} of the timeline begins at ${last} s`);
}

/** What the edges of an output lie on. */
function rangeUnitOf(output: Output): { rate: Rate; name: string } {
  return hasPictures(output)
    ? { rate: frameRateOf(output), name: 'frame' }
    : { rate: SAMPLES_PER_SECOND, name: 'sample' };
}

function isEmpty(start: number, length: number, rate: Rate): boolean {
  return nearestFrame(toSeconds(start).add(toSeconds(length)), rate) <= nearestFrame(toSeconds(start), rate);
}
