import { describe, expect, it, test } from 'vitest';
import { type LayerTransform, invertMatrix, mapPoint, matrixOf } from './matrix.ts';

const STILL: LayerTransform = {
  flip: { horizontal: false, vertical: false },
  scale: 1,
  skew: { x: 0, y: 0 },
  angle: 0,
  move: { x: 0, y: 0 },
};
const CENTRE = { x: 100, y: 50 };

/**
 * Maps the points 10 to the right of the centre and 10 above it. The results are relative to the centre, y
 * up.
 */
function ends(change: Partial<LayerTransform>): number[][] {
  const matrix = matrixOf({ ...STILL, ...change }, CENTRE);
  return [mapPoint(matrix, 110, 50), mapPoint(matrix, 100, 40)].map(({ x, y }) =>
    [x - 100, 50 - y].map((number) => Math.round(number * 1e6) / 1e6 + 0),
  );
}

describe('a transform about the centre', () => {
  it.each<[string, Partial<LayerTransform>, number[], number[]]>([
    ['none', {}, [10, 0], [0, 10]],
    ['scaled by 2', { scale: 2 }, [20, 0], [0, 20]],
    ['moved, with y down', { move: { x: 3, y: 4 } }, [13, -4], [3, 6]],
    ['a quarter turn clockwise', { angle: 90 }, [0, -10], [10, 0]],
    ['a quarter turn counterclockwise', { angle: -90 }, [0, 10], [-10, 0]],
    ['a half turn', { angle: 180 }, [-10, 0], [0, -10]],
    ['a full turn', { angle: 360 }, [10, 0], [0, 10]],
    // Cosine 0.866025, sine 0.5.
    ['30 degrees', { angle: 30 }, [8.660254, -5], [5, 8.660254]],
    ['sheared to the right', { skew: { x: 0.5, y: 0 } }, [10, 0], [5, 10]],
    ['sheared upwards', { skew: { x: 0, y: 0.5 } }, [10, 5], [0, 10]],
    ['sheared both ways', { skew: { x: 0.5, y: 0.25 } }, [10, 2.5], [5, 10]],
    ['mirrored', { flip: { horizontal: true, vertical: false } }, [-10, 0], [0, 10]],
    ['upside down', { flip: { horizontal: false, vertical: true } }, [10, 0], [0, -10]],
    // Mirrored first: the right end moves to the left and then turns up.
    ['mirrored, then rotated', { flip: { horizontal: true, vertical: false }, angle: 90 }, [0, 10], [10, 0]],
    // The upper end is sheared to (5, 10), which is rotated to (10, -5).
    ['sheared, then rotated', { skew: { x: 0.5, y: 0 }, angle: 90 }, [0, -10], [10, -5]],
    ['scaled, rotated, then moved', { scale: 2, angle: 90, move: { x: 1, y: 0 } }, [1, -20], [21, 0]],
  ])('%s', (_, change, right, up) => {
    expect(ends(change)).toEqual([right, up]);
  });

  it('keeps the centre in place unless it moves', () => {
    const matrix = matrixOf({ ...STILL, scale: 3, angle: 77, skew: { x: 1, y: -2 } }, CENTRE);
    const { x, y } = mapPoint(matrix, CENTRE.x, CENTRE.y);
    expect([x, y]).toEqual([expect.closeTo(100, 9), expect.closeTo(50, 9)]);
  });
});

test('the inverse maps every point back, and is undefined if all points map to one line', () => {
  const matrix = matrixOf({ ...STILL, scale: 3, skew: { x: 0.5, y: 0 }, angle: 30 }, CENTRE);
  const there = mapPoint(matrix, 12, 34);
  const back = mapPoint(invertMatrix(matrix) ?? matrix, there.x, there.y);
  expect([back.x, back.y].map((number) => Math.round(number * 1e9) / 1e9)).toEqual([12, 34]);
  expect(invertMatrix(matrixOf({ ...STILL, scale: 0 }, CENTRE))).toBeUndefined();
});
