import { describe, expect, it } from 'vitest';
import { frameAt, nearestFrame, timeAtFrame, toRate, toSeconds } from '../../base/time.ts';
import { frameShownAt, nearestFrameAt, secondsOfFrames } from './frame-grid.ts';

describe('the frames of a second are those of the engine', () => {
  it.each([12, 23.976, 23.98, 24, 25, 29.97, 30, 50, 59.94, 60])('at %s frames per second', (rate) => {
    const exact = toRate(rate);
    for (let thousandth = 0; thousandth < 4000; thousandth++) {
      const time = toSeconds(thousandth / 1000);
      expect(nearestFrameAt(thousandth / 1000, rate)).toBe(nearestFrame(time, exact));
      expect(frameShownAt(thousandth / 1000, rate)).toBe(frameAt(time, exact));
    }
    // A minute and an hour later.
    for (const frame of [1500, 100_000]) {
      const second = secondsOfFrames(frame, rate);
      expect(second).toBeCloseTo(timeAtFrame(frame, exact).valueOf(), 9);
      expect(frameShownAt(second, rate)).toBe(frame);
    }
  });
});
