import { AV_NOPTS_VALUE, type IRational, type Stream } from '../ffmpeg.ts';
import { type Rate, type Seconds, toRate, toSeconds, ZERO } from '../../../base/time.ts';
import { streamTime, timestampRoundingOf } from './input.ts';

/** Maximum relative difference between the average rate of a stream and the rate that is meant. */
const RATE_TOLERANCE = 0.002;

/** The time of a frame, in seconds on the clock of its file. */
export interface FrameTime {
  readonly time: Seconds;
  /** Maximum rounding error of the time. 0 if the rounding is undone. */
  readonly rounding: Seconds;
}

/** The parts of a stream that the times of its frames depend on. */
export type TimedStream = Pick<Stream, 'timeBase' | 'startTime' | 'avgFrameRate' | 'rFrameRate'>;

/**
 * The times of the frames of a stream. Containers round timestamps to their clock: in WebM, frame 2 at 30
 * frames a second is stored at 0.067 s. Where the timestamps agree with a constant frame rate, the rounding is
 * undone: the frame gets its place on the grid of that rate, counted from the first frame.
 */
export class FrameTimes {
  /** Maximum rounding error of the timestamps, in seconds. */
  readonly rounding: Seconds;
  private readonly stream: TimedStream;
  private readonly start: Seconds;
  private readonly rate: Rate | undefined;
  /** Maximum distance of a timestamp from the grid. Both the first timestamp and this one may be rounded. */
  private readonly tolerance: Seconds;

  constructor(stream: TimedStream) {
    const { startTime } = stream;
    this.stream = stream;
    this.rounding = timestampRoundingOf(stream);
    this.start = startTime === AV_NOPTS_VALUE ? ZERO : streamTime(stream, startTime);
    const rate = constantRateOf(stream);
    this.tolerance = this.rounding.mul(2);
    // The times of two frames must never become the same one.
    this.rate = rate && this.tolerance.mul(rate).lte(toSeconds(0.25)) ? rate : undefined;
  }

  /** Returns the time of the frame with a timestamp. */
  timeOf(timestamp: bigint): FrameTime {
    const { rate, rounding, start } = this;
    const time = streamTime(this.stream, timestamp);
    const exact = rate && start.add(time.sub(start).mul(rate).round().div(rate));
    return exact?.sub(time).abs().lte(this.tolerance) ? { time: exact, rounding: ZERO } : { time, rounding };
  }
}

/**
 * Returns the frame rate that a stream has on average. If the lowest rate at which all timestamps are exact
 * differs little from it, returns that rate: the average is inexact if the last timestamp is rounded.
 */
function constantRateOf({ avgFrameRate, rFrameRate }: TimedStream): Rate | undefined {
  const [average, exact] = [toDeclaredRate(avgFrameRate), toDeclaredRate(rFrameRate)];
  if (!average || !exact) return average ?? exact;
  return Math.abs(exact.div(average).valueOf() - 1) < RATE_TOLERANCE ? exact : average;
}

/** Returns a rate that a stream declares. NTSC rates may be inexact in the file. */
function toDeclaredRate({ num, den }: IRational): Rate | undefined {
  if (num <= 0 || den <= 0) return undefined;
  const declared = toRate(num).div(den);
  const usual = toRate(declared.valueOf());
  return usual.d === 1001n ? usual : declared;
}
