import { KinoraError } from '../../base/errors.ts';
import { type FrameIndex, frameTime, nearestFrame, type Rate, seconds } from '../../base/time.ts';
import type { Output } from '../../edit/index.ts';
import { isStill } from './output-parts.ts';
import type { Span } from './timeline.ts';

/**
 * The frames of a timeline that an output shows (contract 2.2): its edges on the nearest frames, no further than the timeline goes. A
 * still picture is the first of them.
 *
 * @param frames of the timeline.
 * @throws {KinoraError} `validation_failed` when it begins at or after the end, or when there is no frame in it.
 */
export function rangeOf(output: Output, frames: number, rate: Rate): Span {
  const { start = 0, length } = output.range ?? {};
  const end = frameTime(frames, rate);
  if (start > 0 && seconds(start).gte(end)) {
    const message = `output.range.start: must be before the end of the timeline, which is at ${shown(end)} s, not ${start}.`;
    throw new KinoraError('validation_failed', message);
  }
  const from = nearestFrame(seconds(start), rate);
  if (isStill(output)) {
    const first = Math.min(from, frames - 1);
    return { from: first as FrameIndex, to: (first + 1) as FrameIndex };
  }
  const to = length === undefined ? frames : nearestFrame(seconds(start).add(seconds(length)), rate);
  if (Math.min(to, frames) > from) return { from, to: Math.min(to, frames) as FrameIndex };
  const message = `output.range: there is no frame in it: it has ${length === undefined ? 'all' : `${length} s`} from ${start} s on, and a frame begins every ${shown(frameTime(1, rate))} s until ${shown(end)} s; begin earlier, or give it more length.`;
  throw new KinoraError('validation_failed', message);
}

function shown(time: ReturnType<typeof frameTime>): number {
  return Number(time.valueOf().toFixed(3));
}
