import { describe, expect, it, test } from 'vitest';
import { toSeconds } from '../../base/time.ts';
import type { ClipMotion } from '../../edit/schema/clip-motion.ts';
import { resolveMotion } from '../resolve/movement/motion-path.ts';
import { mapPoint } from './matrix.ts';
import { motionAt } from './motion-path.ts';
import { layerAt } from './scene.ts';
import { timelineOf, visualClip } from './visual-clip.fixture.ts';

const CANVAS = { width: 800, height: 600 };

function placeAt(motion: ClipMotion, second: number): { x: number; y: number; angle: number } {
  const resolved = resolveMotion(motion, 4).motion;
  if (!resolved) throw new Error('There is no path.');
  return motionAt(resolved, toSeconds(second), CANVAS);
}

test('a clip moves evenly along a line and turns with it', () => {
  const motion = { path: 'M 100 100 L 500 400', rotate: true };
  expect(placeAt(motion, 0)).toMatchObject({ x: 100, y: 100 });
  expect(placeAt(motion, 0).angle).toBeCloseTo(36.8699, 4);
  expect(placeAt(motion, 1).x).toBeCloseTo(200, 9);
  expect(placeAt(motion, 4).y).toBeCloseTo(400, 9);
  expect(placeAt({ ...motion, rotate: false }, 1).angle).toBe(0);
});

/** Returns the point of a curve after a share of its length, found in a million short lines. */
function walk(points: (at: number) => readonly [number, number], share: number): readonly [number, number] {
  const steps = 1_000_000;
  const lengths = new Float64Array(steps + 1);
  let [x, y] = points(0);
  for (let step = 1; step <= steps; step++) {
    const [nextX, nextY] = points(step / steps);
    lengths[step] = (lengths[step - 1] ?? 0) + Math.hypot(nextX - x, nextY - y);
    [x, y] = [nextX, nextY];
  }
  const wanted = share * (lengths[steps] ?? 0);
  return points(lengths.findIndex((length) => length >= wanted) / steps);
}

describe('the way is measured along the curve', () => {
  it.each([0.1, 0.25, 0.5, 0.9])('after a share of %s', (share) => {
    const points = (t: number): readonly [number, number] => {
      const s = 1 - t;
      return [3 * s * s * t * 0 + 3 * s * t * t * 700 + t ** 3 * 800, 3 * s * s * t * 500 + t ** 3 * 600];
    };
    const { x, y } = placeAt({ path: 'M0 0C0 500 700 0 800 600', progress: share }, 0);
    const expected = walk(points, share);
    expect(x).toBeCloseTo(expected[0], 2);
    expect(y).toBeCloseTo(expected[1], 2);
  });
});

test('on a circle, equal times are equal angles', () => {
  const path = 'M 400 100 A 200 200 0 1 1 399.999 100';
  for (const second of [0.5, 1, 1.7, 3]) {
    const { x, y } = placeAt({ path }, second);
    expect(x).toBeCloseTo(400 + 200 * Math.sin((second * Math.PI) / 2), 0);
    expect(y).toBeCloseTo(300 - 200 * Math.cos((second * Math.PI) / 2), 0);
  }
});

test('a view box is stretched over the canvas', () => {
  expect(placeAt({ path: 'M 0 0 L 100 100', viewBox: [0, 0, 200, 100] }, 4)).toMatchObject({
    x: expect.closeTo(400, 9) as number,
    y: expect.closeTo(600, 9) as number,
  });
});

test('a direction is known where a curve stands still', () => {
  expect(placeAt({ path: 'M 0 0 C 0 0 0 100 0 100', rotate: true }, 0).angle).toBeCloseTo(90, 6);
  expect(placeAt({ path: 'M 0 0 C 0 0 0 100 0 100', rotate: true }, 4).angle).toBeCloseTo(90, 6);
});

test('a spring leaves the end of its tween, but not the path', () => {
  const easing = { type: 'spring', bounce: 0.5 } as const;
  const spring = (to: number): ClipMotion => ({
    path: 'M 0 0 L 100 0',
    progress: [{ from: 0, to, length: 4, interpolation: 'bezier', easing }],
  });
  const most = (to: number): number =>
    Math.max(...Array.from({ length: 100 }, (_, index) => placeAt(spring(to), index / 25).x));
  expect(most(0.5)).toBeCloseTo(58.1, 0);
  expect(most(1)).toBe(100);
});

test('the centre of a clip follows the path, whatever its position is, and its offset is added', () => {
  const { motion } = resolveMotion({ path: 'M 100 200 L 500 200' }, 1);
  const clip = visualClip({
    scale: 0.1,
    position: 'topLeft',
    offset: { x: 0.1, y: 0 },
    ...(motion && { motion }),
  });
  const { placement, matrix } = layerAt(clip, 0, timelineOf([clip]));
  const { x, y, width, height } = placement.visible;
  expect(mapPoint(matrix, x + width / 2, y + height / 2)).toEqual({ x: 180, y: 200 });
});
