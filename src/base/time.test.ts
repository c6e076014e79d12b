import Fraction from 'fraction.js';
import { describe, expect, it, test } from 'vitest';
import {
  earlierOf,
  frameAt,
  laterOf,
  type FrameIndex,
  sampleAtFrame,
  timeAtFrame,
  nearestFrame,
  toRate,
  fromRatio,
  toSeconds,
} from './time.ts';

describe('seconds of a JSON number are exact', () => {
  it.each<[number, string]>([
    [0, '0'],
    [2.2, '11/5'],
    [0.1 + 0.2, '7500000000000001/25000000000000000'],
    [1 / 3, '3333333333333333/10000000000000000'],
    [123456789.125, '987654313/8'],
    [1e-7, '1/10000000'],
    [1.25e-8, '1/80000000'],
    [1.5e21, '1500000000000000000000'],
  ])('%s is %s', (value, fraction) => {
    expect(toSeconds(value).toFraction()).toBe(fraction);
  });

  test('a sum that floats round is exact', () => {
    expect(toSeconds(0.1).add(toSeconds(0.2)).equals(toSeconds(0.3))).toBe(true);
  });
});

test('timestamps in a time base are exact', () => {
  expect(fromRatio(1001n * 3n, 30000).toFraction()).toBe('1001/10000');
});

describe('the exact rates of decimals', () => {
  it.each<[number, string]>([
    [12, '12'],
    [15, '15'],
    [23.976, '24000/1001'],
    [24, '24'],
    [25, '25'],
    [29.97, '30000/1001'],
    [30, '30'],
    [48, '48'],
    [50, '50'],
    [59.94, '60000/1001'],
    [60, '60'],
    [12.5, '25/2'],
  ])('%s is %s', (decimal, fraction) => {
    expect(toRate(decimal).toFraction()).toBe(fraction);
  });
});

describe('thirds of a second that a client has rounded', () => {
  it.each<[number, number, number]>([
    [0.333333, 30, 10],
    [0.666666, 15, 10],
    [1.666667, 60, 100],
  ])('%s s is a frame at %s fps', (seconds, fps, frame) => {
    expect(frameAt(toSeconds(seconds), toRate(fps))).toBe(frame);
  });

  it('end where the next ones begin', () => {
    const twice = toSeconds(0.083333).add(toSeconds(0.083333));
    expect(nearestFrame(twice, toRate(15))).toBe(nearestFrame(toSeconds(0.166667), toRate(15)));
  });
});

describe('the frame nearest to a time, with halves rounded up', () => {
  it.each<[number, number, number]>([
    [0, 25, 0],
    [2.2, 25, 55],
    [0.0199, 25, 0],
    [0.02, 25, 1],
    [0.06, 25, 2],
    [0.0599, 25, 1],
    [1, 29.97, 30],
    // 10 s are 299.7003 frames, 1001 s are exactly 30,000, and an hour is 107,892.1.
    [10, 29.97, 300],
    [1001, 29.97, 30_000],
    [3600, 29.97, 107_892],
    // Half a frame at 30000/1001 is 1001/60000 s = 0.0166833... s.
    [0.016679, 29.97, 0],
    [0.0166833, 29.97, 1],
    [0.0166834, 29.97, 1],
    [0.5, 15, 8],
    [1e-7, 60, 0],
  ])('%s s at %s frames per second is frame %s', (time, decimal, frame) => {
    expect(nearestFrame(toSeconds(time), toRate(decimal))).toBe(frame);
  });

  test('a half at a rate over 1001 rounds up, and what is short of it by more than a ten-thousandth does not', () => {
    const half = new Fraction(1001, 60_000);
    const frame = new Fraction(1001, 30_000);
    expect(nearestFrame(half, toRate(29.97))).toBe(1);
    expect(nearestFrame(half.sub(frame.div(10_000)), toRate(29.97))).toBe(1);
    expect(nearestFrame(half.sub(frame.div(9_999)), toRate(29.97))).toBe(0);
  });
});

test('every frame of ten minutes is the nearest to its own time', () => {
  for (const decimal of [23.976, 25, 29.97, 59.94]) {
    const frames = toRate(decimal);
    for (let frame = 0; frame < 600 * decimal; frame += 97)
      expect(nearestFrame(timeAtFrame(frame, frames), frames)).toBe(frame);
  }
});

test('the earlier and the later of two times are found in any order', () => {
  const [one, other] = [fromRatio(1, 3), fromRatio(1, 2)];
  expect([earlierOf(one, other), earlierOf(other, one)]).toEqual([one, one]);
  expect([laterOf(one, other), laterOf(other, one)]).toEqual([other, other]);
});

describe('the sample at which a frame is shown', () => {
  it.each<[number, number, number]>([
    [0, 25, 0],
    [1, 25, 1920],
    [25, 25, 48_000],
    [1, 24, 2000],
    // 48000 x 1001 / 30000 = 1601.6, and 3203.2 for two frames. After five frames, samples and frames
    // coincide again.
    [1, 29.97, 1602],
    [2, 29.97, 3203],
    [5, 29.97, 8008],
    [30_000, 29.97, 48_048_000],
    // 48000 x 1001 / 60000 = 800.8, and five of them 4004.
    [5, 59.94, 4004],
  ])('frame %s at %s frames per second is sample %s', (frame, decimal, sample) => {
    expect(sampleAtFrame(frame as FrameIndex, toRate(decimal))).toBe(sample);
  });

  test('halves round up', () => {
    expect(sampleAtFrame(1, new Fraction(96_000))).toBe(1);
  });
});
