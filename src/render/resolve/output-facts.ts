import {
  hundredthAtFrame,
  timeAtFrame,
  fromRatio,
  SAMPLE_RATE,
  roundRate,
  roundSeconds,
} from '../../base/time.ts';
import { hasPictures, isStill, type Output, type OutputRange, outputShape } from '../../edit/model.ts';

/** The known facts about an output file. Facts that do not apply to its format are absent. */
export interface OutputFacts extends Pick<Output, 'format'> {
  /** Width in pixels. */
  readonly width?: number;
  /** Height in pixels. */
  readonly height?: number;
  /** Frames per second. For a gif, the average. */
  readonly fps?: number;
  /** Number of frames. `null` if it is not known yet. */
  readonly frames?: number | null;
  /** Seconds, rounded to the microsecond. `null` if it is not known yet. */
  readonly duration?: number | null;
}

/** {@link OutputFacts} without unknown values. */
export interface KnownFacts extends OutputFacts {
  readonly frames?: number;
  readonly duration?: number;
}

/** Describes an output file. */
export function describeOutput(output: Output, range: OutputRange): KnownFacts;
/** Describes an output file as far as it is known. @param range `null` if it is not known yet. */
export function describeOutput(output: Output, range: OutputRange | null): OutputFacts;
export function describeOutput(output: Output, range: OutputRange | null): OutputFacts {
  const { format } = output;
  const { rate, outputSize: size } = outputShape(output);
  if (isStill(output)) return { format, ...size, frames: 1 };
  const duration = range && roundSeconds(fileLength(output, range));
  if (!hasPictures(output)) return { format, duration };
  return { format, ...size, fps: roundRate(rate), frames: range && range.to - range.from, duration };
}

/** Returns the duration of the file. The frames of a gif last whole hundredths of a second. */
function fileLength(output: Output, { from, to, samples }: OutputRange) {
  const { rate } = outputShape(output);
  if (output.format === 'gif') return fromRatio(hundredthAtFrame(to - from, rate), 100);
  return hasPictures(output)
    ? timeAtFrame(to - from, rate)
    : fromRatio(samples.to - samples.from, SAMPLE_RATE);
}
