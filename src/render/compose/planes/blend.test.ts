import { expect, it } from 'vitest';
import type { Plane } from '../../av/video/video-frame.ts';
import { blendRegion } from './blend.ts';

/** Returns pseudorandom samples, the same each time. */
function noise(length: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => (state = (state * 1103515245 + 12345) >>> 0) >>> 24);
}

function plane(stride: number, height: number, seed: number): Plane {
  return { data: noise(stride * height, seed), stride };
}

it.each<[string, boolean, number, number, number]>([
  ['by an opacity', false, 1, 51, 9],
  ['by an opacity', false, 77, 640, 60],
  ['by an opacity', false, 255, 64, 5],
  ['by alpha', true, 256, 51, 9],
  ['by alpha', true, 256, 33_000, 2],
  ['by both', true, 77, 51, 9],
  ['by both', true, 255, 640, 60],
])(
  'a region is blended %s with exact rounding, and nothing around it changes',
  (_, hasAlpha, share, width, height) => {
    const to = plane(width + 7, height + 2, 1);
    const from = plane(width + 3, height + 1, 2);
    const alpha = hasAlpha ? plane(width + 5, height + 1, 3) : undefined;
    // Makes sure that the extreme values occur.
    alpha?.data.set([0, 255, 1, 254], alpha.stride + 2);
    const expected = to.data.slice();
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        const at = (row + 2) * to.stride + column + 6;
        const cover = alpha ? alpha.data[(row + 1) * alpha.stride + column + 2]! : 255;
        const over = from.data[(row + 1) * from.stride + column + 2]!;
        const amount = cover * share;
        expected[at] = Math.floor((expected[at]! * (65280 - amount) + over * amount + 32640) / 65280);
      }
    }
    blendRegion({ to, from, alpha, toX: 6, toY: 2, fromX: 2, fromY: 1, width, height }, share);
    expect(Buffer.from(to.data).equals(expected)).toBe(true);
  },
);

it('a whole plane without padding is blended like any other', () => {
  const to = { data: new Uint8Array(640 * 360).fill(10), stride: 640 };
  const from = { data: new Uint8Array(640 * 360).fill(13), stride: 640 };
  blendRegion(
    { to, from, alpha: undefined, toX: 0, toY: 0, fromX: 0, fromY: 0, width: 640, height: 360 },
    128,
  );
  expect(to.data.every((sample) => sample === 12)).toBe(true);
});
