import { Rational } from 'node-av';
import { expect, it } from 'vitest';
import { FrameTimes, type TimedStream } from './frame-times.ts';

const ratio = (num: number, den: number) => new Rational(num, den);

function stream(given: Partial<Record<keyof TimedStream, unknown>> = {}): TimedStream {
  const rate = ratio(30, 1);
  // The cast is safe: the class reads the numerators and the denominators only.
  return {
    timeBase: ratio(1, 1000),
    startTime: 0n,
    avgFrameRate: rate,
    rFrameRate: rate,
    ...given,
  } as TimedStream;
}

/** Returns the times of frames as fractions, with an asterisk where the rounding is unknown. */
function timesOf(given: Parameters<typeof stream>[0], timestamps: readonly number[]): string[] {
  const times = new FrameTimes(stream(given));
  return timestamps.map((timestamp) => {
    const { time, rounding } = times.timeOf(BigInt(timestamp));
    return `${time.toFraction()}${rounding.equals(0) ? '' : '*'}`;
  });
}

it('undoes the rounding to milliseconds, also where every timestamp is cut off', () => {
  expect(timesOf({}, [0, 33, 67, 100])).toEqual(['0', '1/30', '1/15', '1/10']);
  expect(timesOf({}, [66])).toEqual(['1/15']);
});

it('counts from the first frame', () => {
  expect(timesOf({ startTime: 7n }, [7, 40, 74])).toEqual(['7/1000', '121/3000', '221/3000']);
});

it('knows the rates of NTSC, and rates that the last frame makes inexact', () => {
  const ntsc = ratio(19001, 317);
  expect(timesOf({ avgFrameRate: ntsc, rFrameRate: ntsc }, [17, 33, 60_060])).toEqual([
    '1001/60000',
    '1001/30000',
    '3003/50',
  ]);
  expect(timesOf({ avgFrameRate: ratio(28_800, 961) }, [33])).toEqual(['1/30']);
});

it('leaves timestamps off the grid as they are', () => {
  expect(timesOf({}, [33, 45, 140])).toEqual(['1/30', '9/200*', '7/50*']);
  expect(timesOf({ avgFrameRate: ratio(0, 1), rFrameRate: ratio(0, 1) }, [33])).toEqual(['33/1000*']);
});

it('does not mistake neighbouring frames for one', () => {
  const rate = ratio(500, 1);
  expect(timesOf({ avgFrameRate: rate, rFrameRate: rate }, [1, 3])).toEqual(['1/1000*', '3/1000*']);
});
