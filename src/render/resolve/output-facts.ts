import {
  hundredthAtFrame,
  timeAtFrame,
  fromRatio,
  SAMPLE_RATE,
  roundRate,
  roundSeconds,
} from '../../base/time.ts';
import { hasPictures, isStill, type Output, type OutputRange } from '../../edit/model.ts';
import { outputShape } from './output-shape.ts';

/** What is known of the file of an output; what it does not have is absent. */
export interface OutputFacts extends Pick<Output, 'format'> {
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Frames a second; of a gif, on the average. */
  readonly fps?: number;
  /** How many; `null` when it cannot be known yet. */
  readonly frames?: number | null;
  /** Seconds, to the microsecond; `null` when it cannot be known yet. */
  readonly duration?: number | null;
}

/** {@link OutputFacts} of which all is known. */
export interface KnownFacts extends OutputFacts {
  readonly frames?: number;
  readonly duration?: number;
}

/** Describes the file of an output. */
export function describeOutput(output: Output, range: OutputRange): KnownFacts;
/** As far as it is known. @param range `null` when that cannot be known yet. */
export function describeOutput(output: Output, range: OutputRange | null): OutputFacts;
export function describeOutput(output: Output, range: OutputRange | null): OutputFacts {
  const { format } = output;
  const { rate, outputSize: size } = outputShape(output);
  if (isStill(output)) return { format, ...size, frames: 1 };
  const duration = range && roundSeconds(fileLength(output, range));
  if (!hasPictures(output)) return { format, duration };
  return { format, ...size, fps: roundRate(rate), frames: range && range.to - range.from, duration };
}

/** How long the file lasts; the pictures of a gif last whole hundredths of a second. */
function fileLength(output: Output, { from, to, samples }: OutputRange) {
  const { rate } = outputShape(output);
  if (output.format === 'gif') return fromRatio(hundredthAtFrame(to - from, rate), 100);
  return hasPictures(output)
    ? timeAtFrame(to - from, rate)
    : fromRatio(samples.to - samples.from, SAMPLE_RATE);
}
