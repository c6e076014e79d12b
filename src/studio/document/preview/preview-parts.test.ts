import { expect, it } from 'vitest';
import { frameShownAt } from '../frame-grid.ts';
import { choosePart } from './preview-parts.ts';

/** Returns the parts from a second to an end. */
function listParts(from: number, end: number, rate: number): [start: number, end: number][] {
  const parts: [number, number][] = [];
  for (let at = from; at < end - 1e-6; at = parts.at(-1)?.[1] ?? end) {
    const { start, length } = choosePart(at, end, parts.length === 0, rate);
    parts.push([start, Math.round(1e6 * (start + length)) / 1e6]);
  }
  return parts;
}

it('begins with a short part, and then ends at the same places from wherever it begins', () => {
  expect(listParts(0, 20, 25)).toEqual([
    [0, 3],
    [3, 8],
    [8, 16],
    [16, 20],
  ]);
  expect(listParts(2, 20, 25).slice(1)).toEqual([
    [5, 8],
    [8, 16],
    [16, 20],
  ]);
  expect(listParts(3, 20, 25)[1]).toEqual([6, 16]);
});

it('plays less than a part as one', () => {
  expect(listParts(0.4, 0.84, 25)).toEqual([[0.4, 0.84]]);
  expect(listParts(0, 3.02, 25)).toEqual([[0, 3.02]]);
});

it('shows each frame once, also at a rate that is no whole number', () => {
  const parts = listParts(0, 60, 29.97).map(([start, end]) => [
    frameShownAt(start, 29.97),
    frameShownAt(end, 29.97),
  ]);
  for (const [index, [start]] of parts.entries()) if (index > 0) expect(start).toBe(parts[index - 1]?.[1]);
  expect(parts.length).toBeGreaterThan(5);
});
