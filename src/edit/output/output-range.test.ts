import { describe, expect, it } from 'vitest';
import { toSeconds } from '../../base/time.ts';
import type { Output } from '../schema/output.ts';
import { resolveRange, checkRange } from './output-range.ts';

type Given = NonNullable<Output['range']>;

/** Returns the frames of a range at 25 frames per second, or its problems. */
function span(range: Given | undefined, fields: Partial<Output> = {}, lasts = 4): string {
  const output: Output = { format: 'mp4', ...fields, ...(range && { range }) };
  const problems = checkRange(output, toSeconds(lasts));
  if (problems.length > 0) return problems.map(({ message }) => message).join(' ');
  const { from, to } = resolveRange(output, toSeconds(lasts));
  return `${from}-${to}`;
}

describe('a range', () => {
  it.each<[string, Given | undefined, string]>([
    ['that is missing covers the whole timeline', undefined, '0-100'],
    ['that is empty covers the whole timeline', {}, '0-100'],
    ['without a length extends to the end', { start: 1 }, '25-100'],
    ['without a start begins at 0', { length: 1 }, '0-25'],
    ['may end after the timeline', { start: 3, length: 30 }, '75-100'],
    ['starts at the nearest frame, and rounds halves up', { start: 0.02 }, '1-100'],
    ['starts at the nearest frame', { start: 0.0199 }, '0-100'],
    ['ends at the nearest frame', { start: 0.01, length: 0.05 }, '0-2'],
    ['may be one frame', { start: 1, length: 0.04 }, '25-26'],
  ])('%s', (_, range, expected) => {
    expect(span(range)).toBe(expected);
  });

  it('is rounded to frames of 1001/30000 s', () => {
    expect(span({ start: 1, length: 1 }, { fps: 29.97 }, 10)).toBe('30-60');
  });

  it.each<[string, Given, string]>([
    ['at the end', { start: 4 }, 'output.range.start must be before the end of the timeline at 4 s, not 4.'],
    [
      'after the end',
      { start: 100, length: 1 },
      'output.range.start must be before the end of the timeline at 4 s, not 100.',
    ],
    [
      'between two frames',
      { start: 1, length: 0.01 },
      'output.range.length is too short: 0.01 s from 1 s contains no frame. One frame lasts 0.04 s.',
    ],
    [
      'with less than half of the last frame',
      { start: 3.99 },
      'output.range.start is too late at 3.99 s. The last frame of the timeline starts at 3.96 s.',
    ],
  ])('%s is a problem', (_, range, message) => {
    expect(span(range)).toBe(message);
  });
});

describe('a still', () => {
  it.each<[string, Given | undefined, string]>([
    ['is the first frame', undefined, '0-1'],
    ['is the first frame of the range', { start: 2, length: 1 }, '50-51'],
    ['needs no length', { start: 2, length: 0 }, '50-51'],
    ['is at most the last frame', { start: 3.99 }, '99-100'],
  ])('%s', (_, range, expected) => {
    expect(span(range, { format: 'png' })).toBe(expected);
  });
});

describe('the range of an mp3', () => {
  const samples = (range: Given | undefined, lasts = 4, fields: Partial<Output> = {}) => {
    const output: Output = { format: 'mp3', ...fields, ...(range && { range }) };
    if (fields.format === undefined) expect(checkRange(output, toSeconds(lasts))).toEqual([]);
    const { from, to, samples } = resolveRange(output, toSeconds(lasts));
    return [from, to, samples.from, samples.to];
  };

  it.each<[string, Given | undefined, number, number[]]>([
    ['is as long as the timeline', undefined, 4, [0, 100, 0, 192_000]],
    ['is exact to the sample', undefined, 2.335, [0, 59, 0, 112_080]],
    ['has its edges on samples', { start: 0.25, length: 0.5 }, 4, [6, 19, 12_000, 36_000]],
    ['may be shorter than a frame', { start: 3.999, length: 0.001 }, 4, [99, 100, 191_952, 192_000]],
    ['ends with the timeline', { start: 3.99, length: 9 }, 4, [99, 100, 191_520, 192_000]],
    ['is allowed on a timeline shorter than a frame', undefined, 0.01, [0, 1, 0, 480]],
  ])('%s', (_, range, lasts, expected) => {
    expect(samples(range, lasts)).toEqual(expected);
  });

  it('follows the frames in a format with pictures', () => {
    expect(samples({ start: 0.25, length: 0.5 }, 4, { format: 'mp4' })).toEqual([6, 19, 11_520, 36_480]);
  });

  it('has at least one sample', () => {
    expect(span({ length: 0.000_01 }, { format: 'mp3' })).toBe(
      'output.range.length is too short: 0.00001 s from 0 s contains no sample. One sample lasts 0.000021 s.',
    );
  });
});

it('a range that is too short is a problem even if the length of the timeline is unknown', () => {
  const fields = checkRange({ format: 'mp4', range: { start: 60, length: 0.001 } }, undefined);
  expect(fields.map(({ field }) => field)).toEqual(['output.range.length']);
});
