import Fraction from 'fraction.js';

declare const unit: unique symbol;
type Branded<Unit extends string> = number & { readonly [unit]: Unit };

/** An index of an output frame, 0 for the first; whole. */
export type FrameIndex = Branded<'frame'>;
/** An index of an output sample at {@link SAMPLE_RATE}, 0 for the first; whole. */
export type SampleIndex = Branded<'sample'>;
/** Frames of the output, `from` inclusive, `to` exclusive. */
export interface Span {
  readonly from: FrameIndex;
  readonly to: FrameIndex;
}

/** An exact number of seconds. */
export type Seconds = Fraction & { readonly [unit]?: 'seconds' };
/** Frames in a second, exact: 29.97 is 30000/1001. */
export type Rate = Fraction & { readonly [unit]?: 'rate' };
/** Seconds of a source that pass in a second of its clip, exact: 0 (it stands still) or more. */
export type Speed = Fraction & { readonly [unit]?: 'speed' };

/** Samples in a second of every sound that Kinora mixes, in hertz. */
export const SAMPLE_RATE = 48_000;

export const ZERO: Seconds = new Fraction(0);

/** The speed at which a source was recorded. */
export const NATURAL_SPEED: Speed = new Fraction(1);

/**
 * The exact value of a decimal number as it stood in the JSON: 2.2 is 11/5, not the nearest binary float.
 *
 * @param value finite seconds; the shortest decimal that reads back as this float is taken.
 */
export function toSeconds(value: number): Seconds {
  return toFraction(value);
}

/** As {@link toSeconds}, for a speed. */
export function toSpeed(value: number): Speed {
  return toFraction(value);
}

function toFraction(value: number): Fraction {
  // The library does not read exponents, which very small and very large numbers are written with.
  const [digits = '', exponent = '0'] = String(value).split('e');
  const power = 10n ** BigInt(Math.abs(Number(exponent)));
  return Number(exponent) < 0 ? new Fraction(digits).div(power) : new Fraction(digits).mul(power);
}

/** Seconds as `numerator / denominator`, for timestamps in a time base. The denominator is above 0. */
export function fromRatio(numerator: number | bigint, denominator: number | bigint): Seconds {
  return new Fraction(BigInt(numerator), BigInt(denominator));
}

/** Seconds written as a fraction, as `toFraction` writes them: `241/30`. */
export function parseSeconds(text: string): Seconds {
  return new Fraction(text);
}

/** The NTSC rates people write as decimals are fractions over 1001; every other rate is itself. */
export function toRate(framesPerSecond: number): Rate {
  const nominal = Math.round(framesPerSecond);
  const ntsc = new Fraction(nominal * 1000, 1001);
  return Math.abs(ntsc.valueOf() - framesPerSecond) < 0.001 && nominal !== framesPerSecond
    ? ntsc
    : new Fraction(String(framesPerSecond));
}

/** The output frame nearest to a time, halves up (contract C20). */
export function nearestFrame(time: Seconds, frames: Rate): FrameIndex {
  return time.mul(frames).add(1, 2).floor().valueOf() as FrameIndex;
}

/** The output frame that is shown at a time. */
export function frameAt(time: Seconds, frames: Rate): FrameIndex {
  return time.mul(frames).floor().valueOf() as FrameIndex;
}

/** The exact time at which an output frame is shown. */
export function timeAtFrame(frame: FrameIndex | number, frames: Rate): Seconds {
  return new Fraction(frame).div(frames);
}

/** The output sample nearest to the moment at which a frame is shown, halves up. */
export function sampleAtFrame(frame: FrameIndex | number, frames: Rate): SampleIndex {
  return new Fraction(frame).mul(SAMPLE_RATE).div(frames).add(1, 2).floor().valueOf() as SampleIndex;
}

/** Seconds as a client reads them: to the microsecond. */
export function roundSeconds(time: Seconds): number {
  return Number(time.valueOf().toFixed(6));
}

/** Frames a second as people write them: 29.97 for 30000/1001. */
export function roundRate(frames: Rate): number {
  return Number(frames.valueOf().toFixed(3));
}

/** The hundredth of a second nearest to the moment at which a picture of a gif is shown, halves up. */
export function hundredthAtFrame(frame: FrameIndex | number, frames: Rate): number {
  return new Fraction(frame).mul(100).div(frames).add(1, 2).floor().valueOf();
}
