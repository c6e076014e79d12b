import {
  type FrameIndex,
  frameSample,
  frameTime,
  nearestFrame,
  rate as rateOf,
  type Rate,
  SAMPLE_RATE,
  type SampleIndex,
  seconds,
  type Seconds,
  shownSeconds,
  type Span,
} from '../../base/time.ts';
import { hasPictures, isStill } from '../formats.ts';
import { problemAt, type Problem } from '../problem.ts';
import type { Output } from '../schema/output.ts';
import { frameRate } from './frame-rate.ts';
import type { MaybeSeconds } from './times.ts';

/** The part of a timeline that an output shows: its frames, at least one. */
export interface OutputRange extends Span {
  /** What is heard of it, at least one sample, `to` exclusive: as long as the frames, but for an mp3, which has none. */
  readonly samples: { readonly from: SampleIndex; readonly to: SampleIndex };
}

/** Samples in a second, which the edges of a file of sound lie on. */
const SAMPLES: Rate = rateOf(SAMPLE_RATE);

/**
 * How many frames a timeline has: its end lies on the frame nearest to it, 0 when it is shorter than half of one. A file of sound has no
 * frames: its last one is begun, and heard up to the exact end.
 */
export function framesIn(duration: Seconds, output: Output): number {
  const rate = frameRate(output);
  if (hasPictures(output)) return nearestFrame(duration, rate);
  return nearestFrame(duration, SAMPLES) < 1 ? 0 : duration.mul(rate).ceil().valueOf();
}

/**
 * The part of a timeline that an output shows (contract 2.2): its edges on the nearest frames (of a file of sound: samples), no further
 * than the timeline goes. A still picture is the first frame of it, or the last one of the timeline where none is near.
 *
 * @param output whose range has no problem, as {@link rangeProblems} finds them.
 * @param duration of the timeline; at least one frame.
 */
export function rangeOf(output: Output, duration: Seconds): OutputRange {
  const rate = frameRate(output);
  const frames = framesIn(duration, output);
  if (!hasPictures(output)) return soundRange(output, duration, frames);
  const { start, end } = edgesOf(output, duration);
  const from = Math.min(nearestFrame(start, rate), frames - 1) as FrameIndex;
  const to = (isStill(output) ? from + 1 : Math.min(nearestFrame(end, rate), frames)) as FrameIndex;
  return { from, to, samples: { from: frameSample(from, rate), to: frameSample(to, rate) } };
}

function soundRange(output: Output, duration: Seconds, frames: number): OutputRange {
  const rate = frameRate(output);
  const { start, end } = edgesOf(output, duration);
  const sample = (time: Seconds) => frameSample(nearestFrame(time, SAMPLES), SAMPLES);
  const to = Math.min(end.mul(rate).ceil().valueOf(), frames) as FrameIndex;
  const samples = { from: sample(start), to: sample(end.gt(duration) ? duration : end) };
  return { from: start.mul(rate).floor().valueOf() as FrameIndex, to, samples };
}

function edgesOf({ range: { start = 0, length } = {} }: Output, duration: Seconds) {
  return { start: seconds(start), end: length === undefined ? duration : seconds(start).add(length) };
}

/**
 * What is wrong with the range of an output: that it has no frame. That a length is more than 0 is one of the rules of all edits.
 *
 * @param duration of the timeline; whether the range begins in time is judged only where it is known.
 */
export function rangeProblems(output: Output, duration: MaybeSeconds): Problem[] {
  const { start = 0, length } = output.range ?? {};
  const problem = (field: string, phrase: string) => [
    problemAt(['output', 'range', field], 'out_of_range', phrase, 'number'),
  ];
  const { rate, name } = stepsOf(output);
  if (!isStill(output) && length && isEmpty(start, length, rate)) {
    const most = `a ${name} lasts ${shown(frameTime(1, rate))} s`;
    return problem('length', `is too short for a single ${name} from ${start} s on, at ${length} s: ${most}`);
  }
  if (start === 0 || duration === undefined) return [];
  if (seconds(start).gte(duration)) {
    const phrase = `must be before the end of the timeline, which is at ${shown(duration)} s, not ${start}`;
    return problem('start', phrase);
  }
  const steps = nearestFrame(duration, rate);
  if (isStill(output) || steps < 1 || nearestFrame(seconds(start), rate) < steps) return [];
  const last = shown(frameTime(steps - 1, rate));
  return problem('start', `is too late, at ${start} s: the last ${name} of the timeline begins at ${last} s`);
}

/** What the edges of an output lie on. */
function stepsOf(output: Output): { rate: Rate; name: string } {
  return hasPictures(output) ? { rate: frameRate(output), name: 'frame' } : { rate: SAMPLES, name: 'sample' };
}

function isEmpty(start: number, length: number, rate: Rate): boolean {
  return nearestFrame(seconds(start).add(seconds(length)), rate) <= nearestFrame(seconds(start), rate);
}

function shown(time: Seconds): number {
  return shownSeconds(time);
}
