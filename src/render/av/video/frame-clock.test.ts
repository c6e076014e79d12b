import { expect, it } from 'vitest';
import { Frame } from '../ffmpeg.ts';
import { MAX_STRAYS } from '../input/analyze-clock.ts';
import { FrameClock } from './frame-clock.ts';

/** Returns the times that a clock gives to frames with these times, in seconds with two digits. */
async function mend(seconds: readonly number[]): Promise<number[]> {
  const frames = seconds.values();
  const clock = new FrameClock({ timeBase: { num: 1, den: 100 } as never }, () => {
    const { value } = frames.next();
    if (value === undefined) return Promise.resolve(undefined);
    const frame = new Frame();
    frame.alloc();
    frame.pts = frame.bestEffortTimestamp = BigInt(Math.round(value * 100));
    frame.duration = 4n;
    return Promise.resolve({ frame, isLast: false });
  });
  const mended: number[] = [];
  for (let next = await clock.next(); next; next = await clock.next()) {
    mended.push(Number(next.frame.bestEffortTimestamp) / 100);
    next.frame.free();
  }
  return mended;
}

/** Returns the seconds of steady frames, some of which are far too late. */
const steady = (from: number, wrong: readonly [at: number, count: number]): number[] =>
  Array.from({ length: 50 }, (_, index) => {
    const isWrong = index >= wrong[0] && index < wrong[0] + wrong[1];
    return Number((from + (isWrong ? 1000 + 20 * index : 0.04 * index)).toFixed(2));
  });

it.each([0, 100])('as many wrong times are mended as are found: from second %d on', async (from) => {
  const right = steady(from, [0, 0]);
  expect(await mend(steady(from, [20, MAX_STRAYS]))).toEqual(right);
  expect(await mend(steady(from, [20, MAX_STRAYS + 1]))).not.toEqual(right);
});

it.each([0, 100])('the first time is mended: from second %d on', async (from) => {
  const right = steady(from, [0, 0]);
  expect(await mend(steady(from, [0, 1]))).toEqual(right);
});
