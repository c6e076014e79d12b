import { describe, expect, it, test } from 'vitest';
import { matrixOf } from '../../scene/matrix.ts';
import type { LumaMask } from './luma-mask.ts';
import { multiplyMask, projectMask } from './project-mask.ts';
import { parsePlane } from '../planes/planes.fixture.ts';

const STILL = matrixOf(
  {
    flip: { horizontal: false, vertical: false },
    scale: 1,
    skew: { x: 0, y: 0 },
    angle: 0,
    move: { x: 0, y: 0 },
  },
  { x: 0, y: 0 },
);

function createMask(...rows: string[]): LumaMask {
  const { data, stride } = parsePlane(...rows);
  return { data, width: stride, height: rows.length, min: 0, max: 255 };
}

/** Projects a mask onto an area of the output. Bytes that are not written stay 99. */
function project(
  given: LumaMask,
  layer: Parameters<typeof projectMask>[1],
  area: { x: number; y: number; width: number; height: number },
): number[] {
  const into = new Uint8Array(area.width * area.height).fill(99);
  projectMask(given, layer, area, into);
  return [...into];
}

describe('a mask is projected', () => {
  const FOUR = createMask('10 20', '30 40');
  const over = { x: 4, y: 2, width: 2, height: 2 };

  it('pixel by pixel at its own size, with its edge pixels repeated', () => {
    const layer = { matrix: STILL, uncropped: over };
    expect(project(FOUR, layer, { x: 2, y: 2, width: 6, height: 3 })).toEqual(
      [
        [10, 10, 10, 20, 20, 20],
        [30, 30, 30, 40, 40, 40],
        [30, 30, 30, 40, 40, 40],
      ].flat(),
    );
    expect(project(FOUR, layer, { x: 0, y: 2, width: 2, height: 1 })).toEqual([10, 10]);
    expect(project(FOUR, layer, { x: 8, y: 3, width: 2, height: 1 })).toEqual([40, 40]);
  });

  it('with linear interpolation if it is enlarged or between pixels', () => {
    const larger = { matrix: STILL, uncropped: { x: 0, y: 0, width: 4, height: 2 } };
    expect(project(FOUR, larger, { x: 0, y: 0, width: 4, height: 1 })).toEqual([10, 13, 18, 20]);
    const between = { matrix: STILL, uncropped: { ...over, x: 4.5 } };
    expect(project(FOUR, between, { x: 4, y: 2, width: 3, height: 1 })).toEqual([10, 15, 20]);
  });

  it('with averaged pixels if it is much smaller', () => {
    const fine = createMask('0 255 0 255', '255 0 255 0', '0 255 0 255', '255 0 255 0');
    const layer = { matrix: STILL, uncropped: { x: 0, y: 0, width: 2, height: 2 } };
    expect(project(fine, layer, { x: 0, y: 0, width: 2, height: 2 })).toEqual([128, 128, 128, 128]);
    const narrow = { matrix: STILL, uncropped: { x: 0, y: 0, width: 0.1, height: 0.1 } };
    expect(project(fine, narrow, { x: 0, y: 0, width: 1, height: 1 })).toEqual([128]);
  });

  it('turned with its layer', () => {
    const change = {
      flip: { horizontal: false, vertical: false },
      scale: 1,
      skew: { x: 0, y: 0 },
      angle: 90,
      move: { x: 0, y: 0 },
    };
    const layer = { matrix: matrixOf(change, { x: 5, y: 3 }), uncropped: over };
    expect(project(FOUR, layer, over)).toEqual([30, 10, 40, 20]);
  });

  it('as hidden if its layer is squeezed to a line', () => {
    const flat = { a: 1, b: 0, c: 1, d: 0, e: 0, f: 0 };
    expect(project(FOUR, { matrix: flat, uncropped: over }, over)).toEqual([0, 0, 0, 0]);
  });
});

test('coverages are multiplied as fractions of 255', () => {
  const shares = Uint8Array.from([255, 128, 7, 255]);
  multiplyMask(shares, parsePlane('255 0 99', '128 255 99'), { width: 2, height: 2 });
  // 128 * 0 = 0; 7 * 128 / 255 = 3.5, which rounds to 4.
  expect([...shares]).toEqual([255, 0, 4, 255]);
});
