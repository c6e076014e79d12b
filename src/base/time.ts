import Fraction from 'fraction.js';

declare const unit: unique symbol;
type Branded<Unit extends string> = number & { readonly [unit]: Unit };

/** An index of an output frame, from 0. */
export type FrameIndex = Branded<'frame'>;
/** An index of an output sample at {@link SAMPLE_RATE}, from 0. */
export type SampleIndex = Branded<'sample'>;
/** Frames of the output, `from` inclusive, `to` exclusive. */
export interface Span {
  readonly from: FrameIndex;
  readonly to: FrameIndex;
}

/** An exact number of seconds. */
export type Seconds = Fraction & { readonly [unit]?: 'seconds' };
/** An exact frame rate in frames per second: 29.97 is 30000/1001. */
export type Rate = Fraction & { readonly [unit]?: 'rate' };
/** An exact playback speed: seconds of the source per second of the clip, from 0 (frozen). */
export type Speed = Fraction & { readonly [unit]?: 'speed' };

/** Sample rate of every sound that Kinora mixes, in hertz. */
export const SAMPLE_RATE = 48_000;

export const ZERO: Seconds = new Fraction(0);

/** The speed of a source that plays as it was recorded. */
export const NATURAL_SPEED: Speed = new Fraction(1);

/**
 * Converts a decimal number from JSON to its exact value: 2.2 is 11/5, not the nearest binary float.
 *
 * @param value finite number of seconds. It stands for the shortest decimal that parses to this float.
 */
export function toSeconds(value: number): Seconds {
  return toFraction(value);
}

/** Converts a speed to its exact value, like {@link toSeconds}. */
export function toSpeed(value: number): Speed {
  return toFraction(value);
}

function toFraction(value: number): Fraction {
  // Very small and very large numbers print with an exponent, which the library does not parse.
  const [digits = '', exponent = '0'] = String(value).split('e');
  const power = 10n ** BigInt(Math.abs(Number(exponent)));
  return Number(exponent) < 0 ? new Fraction(digits).div(power) : new Fraction(digits).mul(power);
}

/**
 * Returns `numerator / denominator` seconds, for timestamps in a time base.
 *
 * @param denominator more than 0.
 */
export function fromRatio(numerator: number | bigint, denominator: number | bigint): Seconds {
  return new Fraction(BigInt(numerator), BigInt(denominator));
}

/** Parses seconds that the `toFraction` method of a `Fraction` formatted, such as `241/30`. */
export function parseSeconds(text: string): Seconds {
  return new Fraction(text);
}

/** Returns the exact rate. The decimals of NTSC rates, such as 29.97, become fractions over 1001. */
export function toRate(framesPerSecond: number): Rate {
  const nominal = Math.round(framesPerSecond);
  const ntsc = new Fraction(nominal * 1000, 1001);
  return Math.abs(ntsc.valueOf() - framesPerSecond) < 0.001 && nominal !== framesPerSecond
    ? ntsc
    : new Fraction(String(framesPerSecond));
}

/**
 * Part of a frame by which a time may be short of a frame and still be in it. Thirds of a second have no end as
 * decimals: 0.333333 s is frame 10 at 30 frames per second, and twice 0.083333 s ends where 0.166667 s begins.
 */
const SHORTAGE = new Fraction(1, 10_000);

/** Returns the output frame nearest to a time. Halves round up (contract C20), and so does what is just below. */
export function nearestFrame(time: Seconds, frames: Rate): FrameIndex {
  return time.mul(frames).add(1, 2).add(SHORTAGE).floor().valueOf() as FrameIndex;
}

/** Returns the output frame that is shown at a time. */
export function frameAt(time: Seconds, frames: Rate): FrameIndex {
  return time.mul(frames).add(SHORTAGE).floor().valueOf() as FrameIndex;
}

/** Returns the exact time at which an output frame is shown. */
export function timeAtFrame(frame: FrameIndex | number, frames: Rate): Seconds {
  return new Fraction(frame).div(frames);
}

/** Returns the earlier of two times. */
export function earlierOf(one: Seconds, other: Seconds): Seconds {
  return one.lt(other) ? one : other;
}

/** Returns the later of two times. */
export function laterOf(one: Seconds, other: Seconds): Seconds {
  return one.gt(other) ? one : other;
}

/** Returns the output sample nearest to the time at which a frame is shown. Halves round up. */
export function sampleAtFrame(frame: FrameIndex | number, frames: Rate): SampleIndex {
  return new Fraction(frame).mul(SAMPLE_RATE).div(frames).add(1, 2).floor().valueOf() as SampleIndex;
}

/** Rounds seconds to microseconds, for clients. */
export function roundSeconds(time: Seconds): number {
  return Number(time.valueOf().toFixed(6));
}

/** Rounds a frame rate to its usual decimal form: 29.97 for 30000/1001. */
export function roundRate(frames: Rate): number {
  return Number(frames.valueOf().toFixed(3));
}

/** Returns the time, in hundredths of a second, at which a frame of a gif is shown. Halves round up. */
export function hundredthAtFrame(frame: FrameIndex | number, frames: Rate): number {
  return new Fraction(frame).mul(100).div(frames).add(1, 2).floor().valueOf();
}
