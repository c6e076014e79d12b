import { expect, it } from 'vitest';
import { fromRatio, nearestFrame, toRate, toSeconds } from '../../base/time.ts';
import { NonNegativeSeconds } from '../schema/fields.ts';

const RATES = [12, 15, 18, 20, 23.976, 24, 25, 29.97, 30, 48, 50, 59.94, 60];
/** Cuts in each of four ways: 100,000 in all. */
const CUTS = 25_000;

/** Returns the same numbers from 0 to 1 in each run (Park and Miller, 1988). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 0x7fffffff) / 0x7fffffff;
}

/** A time as the parser of an edit reads it. */
const read = (seconds: number) => toSeconds(NonNegativeSeconds.parse(seconds));

/**
 * Checks many cuts at random times. Each cut ends one clip and starts the next.
 *
 * @param spell returns the start and the length that a client computes for the clip between two of these times.
 */
function checkCuts(
  parts: number,
  spell: (from: number, to: number) => [start: number, length: number],
): void {
  const random = createRandom(parts);
  let from = 0;
  for (let cut = 0; cut < CUTS; cut++) {
    const to = from + 1 + Math.floor(random() * 3 * parts);
    const [start, length] = spell(from, to);
    const rate = toRate(RATES[cut % RATES.length] ?? 25);
    const frames = [nearestFrame(read(start), rate), nearestFrame(read(start).add(read(length)), rate)];
    const wanted = [from, to].map((time) => nearestFrame(fromRatio(time, parts), rate));
    if (String(frames) !== String(wanted))
      expect(frames, `${start} + ${length} at ${rate.toFraction()}`).toEqual(wanted);
    // A timeline of an hour starts again.
    from = to > 3600 * parts ? 0 : to;
  }
}

it.each([
  ['hundredths', 100],
  ['milliseconds', 1000],
])('cuts in %s leave no gap, no overlap and no frame twice if a client subtracts', (_name, parts) => {
  checkCuts(parts, (from, to) => [from / parts, to / parts - from / parts]);
});

it.each([
  ['hundredths', 100],
  ['milliseconds', 1000],
])('cuts in %s leave no gap, no overlap and no frame twice if a client adds', (_name, parts) => {
  let sum = 0;
  checkCuts(parts, (from, to) => {
    const start = from === 0 ? 0 : sum;
    const length = (to - from) / parts;
    sum = start + length;
    return [start, length];
  });
});

it('a number that the microsecond does not change stays what it is', () => {
  for (const seconds of [0, 0.04, 1.1, 2.000001, 86_399.999999, 1e21])
    expect(NonNegativeSeconds.parse(seconds)).toBe(seconds);
});
