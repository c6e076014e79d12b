import { describe, expect, it } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import { rate } from '../../base/time.ts';
import type { Output } from '../../edit/index.ts';
import { rangeOf } from './output-range.ts';

type Given = NonNullable<Output['range']>;

/** The frames of a timeline of 4 seconds at 25 frames a second, or what is said instead. */
function span(range: Given | undefined, format: Output['format'] = 'mp4', frames = 100, fps = 25): string {
  try {
    const { from, to } = rangeOf({ format, ...(range && { range }) }, frames, rate(fps));
    return `${from}-${to}`;
  } catch (error) {
    if (error instanceof KinoraError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

describe('a range', () => {
  it.each<[string, Given | undefined, string]>([
    ['that is not given is all', undefined, '0-100'],
    ['that says nothing is all', {}, '0-100'],
    ['without a length goes to the end', { start: 1 }, '25-100'],
    ['without a start begins at the start', { length: 1 }, '0-25'],
    ['may end after the end', { start: 3, length: 30 }, '75-100'],
    ['begins on the nearest frame, halves up', { start: 0.02 }, '1-100'],
    ['begins on the nearest frame', { start: 0.0199 }, '0-100'],
    ['ends on the frame nearest to its end', { start: 0.01, length: 0.05 }, '0-2'],
    ['may be one frame', { start: 1, length: 0.04 }, '25-26'],
  ])('%s', (_, range, expected) => {
    expect(span(range)).toBe(expected);
  });

  it('lies on frames of 1001/30000 s', () => {
    expect(span({ start: 1, length: 1 }, 'mp4', 300, 29.97)).toBe('30-60');
  });

  it.each<[string, Given, string]>([
    [
      'at the end',
      { start: 4 },
      'validation_failed: output.range.start: must be before the end of the timeline, which is at 4 s, not 4.',
    ],
    [
      'after the end',
      { start: 100, length: 1 },
      'validation_failed: output.range.start: must be before the end of the timeline, which is at 4 s, not 100.',
    ],
    [
      'between two frames',
      { start: 1, length: 0.01 },
      'validation_failed: output.range: there is no frame in it: it has 0.01 s from 1 s on, and a frame begins every 0.04 s until 4 s; begin earlier, or give it more length.',
    ],
    [
      'on less than half of the last frame',
      { start: 3.99 },
      'validation_failed: output.range: there is no frame in it: it has all from 3.99 s on, and a frame begins every 0.04 s until 4 s; begin earlier, or give it more length.',
    ],
  ])('%s has nothing to show', (_, range, message) => {
    expect(span(range)).toBe(message);
  });
});

describe('a still picture', () => {
  it.each<[string, Given | undefined, string]>([
    ['is the first frame', undefined, '0-1'],
    ['is the first frame of the range', { start: 2, length: 1 }, '50-51'],
    ['needs no length', { start: 2, length: 0 }, '50-51'],
    ['is the last frame where no other is near', { start: 3.99 }, '99-100'],
  ])('%s', (_, range, expected) => {
    expect(span(range, 'png')).toBe(expected);
  });
});
