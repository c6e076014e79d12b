import { describe, expect, it } from 'vitest';
import type { Turn } from '../media/media.ts';
import { featherMask, multiplyByMask, turnMask } from './cutout-mask.ts';
import { MASK_SIDE, type PeopleMask } from './find-people.ts';

/** The left three quarters of the right half of a picture are a person. */
const PEOPLE: PeopleMask = {
  region: { left: 0.5, top: 0, width: 0.5, height: 1 },
  mask: Float32Array.from({ length: MASK_SIDE ** 2 }, (_, at) => Number(at % MASK_SIDE < 0.75 * MASK_SIDE)),
};

/** Returns the alphas of a picture of 16x8 pixels, row by row. */
function alphasOf(people: PeopleMask | undefined, [width, height] = [16, 8], given = 255): number[][] {
  const data = new Uint8Array(width * height).fill(given);
  multiplyByMask({ data, stride: width, step: 1, width: width, height: height }, people);
  return Array.from({ length: height }, (_, row) => [...data.subarray(row * width, (row + 1) * width)]);
}

describe('the mask of people', () => {
  it('shows its part of its region, and nothing outside', () => {
    const row = [0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0];
    expect(alphasOf(PEOPLE)).toEqual(Array.from({ length: 8 }, () => row));
    expect(
      alphasOf(undefined)
        .flat()
        .every((alpha) => alpha === 0),
    ).toBe(true);
  });

  it('multiplies the alpha that a picture has', () => {
    expect(alphasOf(PEOPLE, [16, 8], 100)[0]).toEqual([
      0, 0, 0, 0, 0, 0, 0, 0, 100, 100, 100, 100, 100, 100, 0, 0,
    ]);
  });

  it('gets an edge as wide as its feather, in parts of the picture', () => {
    const width = 1000;
    const [row = []] = alphasOf(featherMask(PEOPLE, 0.05), [width, 1]);
    const soft = row.slice(500).filter((alpha) => alpha > 8 && alpha < 247).length;
    // The edge between 3 and 97 % of a Gaussian of a quarter of the feather is nearly as wide as the feather.
    expect(soft / width).toBeCloseTo(0.047, 2);
    expect(row[875]).toBeGreaterThan(100);
    expect(row[875]).toBeLessThan(155);
  });

  it.each<[Turn, 'rows' | 'columns', boolean]>([
    ['mirror', 'rows', true],
    ['half', 'rows', true],
    ['flip', 'rows', false],
    ['clockwise', 'columns', true],
    ['counterclockwise', 'columns', false],
    ['transpose', 'columns', false],
    ['transverse', 'columns', true],
  ])('is turned for a picture whose turn is %s', (turn, along, isReversed) => {
    const rows = alphasOf(turnMask(PEOPLE, turn), along === 'rows' ? [16, 2] : [2, 16]);
    const line = along === 'rows' ? rows[0] : rows.map(([first]) => first);
    const upright = [0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0];
    expect(line).toEqual(isReversed ? upright.toReversed() : upright);
  });
});
