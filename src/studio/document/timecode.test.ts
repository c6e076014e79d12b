import { describe, expect, it } from 'vitest';
import { secondsOfFrames } from './frame-grid.ts';
import { readTimecode, writeTimecode } from './timecode.ts';

describe('a timecode', () => {
  it.each([
    [0, 25, '00:00:00:00'],
    [2.48, 25, '00:00:02:12'],
    [3723.04, 25, '01:02:03:01'],
    [1.999, 24, '00:00:01:23'],
    [1.001, 29.97, '00:00:01:00'],
  ])('of second %d at %d frames per second is %s', (second, rate, written) => {
    expect(writeTimecode(second, rate)).toBe(written);
  });

  it('is read as it was written, at every frame', () => {
    for (const rate of [12, 23.976, 25, 29.97, 60])
      for (let frame = 0; frame < 5000; frame += 7) {
        const second = secondsOfFrames(frame, rate);
        expect(readTimecode(writeTimecode(second, rate), rate)).toBeCloseTo(second, 9);
      }
  });

  it.each([
    ['2:12', 2.48],
    ['1:00:05', 60.2],
    ['12', 12],
    ['2,5', 2.5],
    ['1:02.5', 62.5],
    ['', undefined],
    ['.', undefined],
    ['now', undefined],
    ['-1', undefined],
    ['1:2:3:4:5', undefined],
  ])('is typed as "%s"', (typed, second) => {
    expect(readTimecode(typed, 25)).toBe(second);
  });
});
