import { expect, it } from 'vitest';
import { IRIS_SHAPES } from '../../../base/vocabulary/shaped-transitions.ts';
import { type Cover, coverageAt, coverDistance, placeCover } from './cover.ts';

const UPRIGHT = { flip: { horizontal: false, vertical: false } };
const RECT = { x: 10, y: 20, width: 160, height: 90 };
/** Places from the centre to the corners of the rectangle, from -1 to 1. */
const PLACES = [-1, -0.4, 0, 0.7, 1].flatMap((x) => [-1, -0.3, 0, 0.5, 1].map((y) => [x, y] as const));

function seen(cover: Cover): number[] {
  const raster = placeCover(cover, UPRIGHT, RECT);
  return PLACES.map(([x, y]) => coverageAt(raster, coverDistance(cover.form, x, y, 16 / 9)));
}

it.each([...IRIS_SHAPES, 'horizontal', 'vertical'] as const)(
  'a %s shows nothing at 0 and all at 1',
  (form) => {
    for (const softness of [0, 0.3, 1]) {
      expect(new Set(seen({ form, open: 0, isOutside: false, softness }))).toEqual(new Set([0]));
      expect(Math.min(...seen({ form, open: 1, isOutside: false, softness }))).toBeCloseTo(1);
      const half = { form, open: 0.5, softness };
      const outside = seen({ ...half, isOutside: true });
      for (const [index, share] of seen({ ...half, isOutside: false }).entries())
        expect(share + (outside[index] ?? 0)).toBeCloseTo(1);
    }
  },
);

it('shapes have their places on their edges', () => {
  expect(coverDistance('circle', 0.5, 0, 2)).toBe(1);
  expect(coverDistance('ellipse', 0.5, 0, 2)).toBe(0.5);
  expect(coverDistance('rectangle', -0.5, 0.25, 2)).toBe(0.5);
  expect(coverDistance('diamond', 0.5, -0.25, 2)).toBe(1.25);
  // The lower tip of a heart, the notch above, and the top of its right half.
  expect([coverDistance('heart', 0, 1, 1), coverDistance('heart', 0, -1, 1)]).toEqual([1, 1]);
  expect(coverDistance('heart', 0.5, -0.5 - Math.SQRT1_2, 1)).toBeCloseTo(1);
  // The upper tip of a star, and the corner between its lower tips.
  expect(coverDistance('star', 0, -1, 1)).toBeCloseTo(1);
  expect(coverDistance('star', 0, 0.45, 1)).toBeCloseTo(1);
});

it('a mirrored clip has a mirrored rectangle, so that shapes stay upright', () => {
  const cover = { form: 'heart', open: 0.5, isOutside: false, softness: 0 } as const;
  const flip = { horizontal: true, vertical: true };
  expect(placeCover(cover, { flip }, RECT).rect).toEqual({ x: 170, y: 110, width: -160, height: -90 });
});
