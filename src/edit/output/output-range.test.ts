import { describe, expect, it } from 'vitest';
import { toSeconds } from '../../base/time.ts';
import type { Output } from '../schema/output.ts';
import { resolveRange, checkRange } from './output-range.ts';

type Given = NonNullable<Output['range']>;

/** The frames of a timeline at 25 frames a second, or what is said instead. */
function span(range: Given | undefined, fields: Partial<Output> = {}, lasts = 4): string {
  const output: Output = { format: 'mp4', ...fields, ...(range && { range }) };
  const problems = checkRange(output, toSeconds(lasts));
  if (problems.length > 0) return problems.map(({ message }) => message).join(' ');
  const { from, to } = resolveRange(output, toSeconds(lasts));
  return `${from}-${to}`;
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
    expect(span({ start: 1, length: 1 }, { fps: 29.97 }, 10)).toBe('30-60');
  });

  it.each<[string, Given, string]>([
    [
      'at the end',
      { start: 4 },
      'output.range.start must be before the end of the timeline, which is at 4 s, not 4.',
    ],
    [
      'after the end',
      { start: 100, length: 1 },
      'output.range.start must be before the end of the timeline, which is at 4 s, not 100.',
    ],
    [
      'between two frames',
      { start: 1, length: 0.01 },
      'output.range.length is too short for a single frame from 1 s on, at 0.01 s: a frame lasts 0.04 s.',
    ],
    [
      'on less than half of the last frame',
      { start: 3.99 },
      'output.range.start is too late, at 3.99 s: the last frame of the timeline begins at 3.96 s.',
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
    expect(span(range, { format: 'png' })).toBe(expected);
  });
});

describe('the range of a file of sound', () => {
  const samples = (range: Given | undefined, lasts = 4, fields: Partial<Output> = {}) => {
    const output: Output = { format: 'mp3', ...fields, ...(range && { range }) };
    if (fields.format === undefined) expect(checkRange(output, toSeconds(lasts))).toEqual([]);
    const { from, to, samples } = resolveRange(output, toSeconds(lasts));
    return [from, to, samples.from, samples.to];
  };

  it.each<[string, Given | undefined, number, number[]]>([
    ['is as long as the timeline', undefined, 4, [0, 100, 0, 192_000]],
    ['is so to the sample', undefined, 2.335, [0, 59, 0, 112_080]],
    ['has its edges on samples', { start: 0.25, length: 0.5 }, 4, [6, 19, 12_000, 36_000]],
    ['may be shorter than a frame', { start: 3.999, length: 0.001 }, 4, [99, 100, 191_952, 192_000]],
    ['ends with the timeline', { start: 3.99, length: 9 }, 4, [99, 100, 191_520, 192_000]],
    ['may be of a timeline that is shorter than a frame', undefined, 0.01, [0, 1, 0, 480]],
  ])('%s', (_, range, lasts, expected) => {
    expect(samples(range, lasts)).toEqual(expected);
  });

  it('is that of its frames beside pictures', () => {
    expect(samples({ start: 0.25, length: 0.5 }, 4, { format: 'mp4' })).toEqual([6, 19, 11_520, 36_480]);
  });

  it('has one sample at least', () => {
    expect(span({ length: 0.000_01 }, { format: 'mp3' })).toBe(
      'output.range.length is too short for a single sample from 0 s on, at 0.00001 s: a sample lasts 0.000021 s.',
    );
  });
});

it('is too short whether or not anybody knows how long the timeline is', () => {
  const fields = checkRange({ format: 'mp4', range: { start: 60, length: 0.001 } }, undefined);
  expect(fields.map(({ field }) => field)).toEqual(['output.range.length']);
});
