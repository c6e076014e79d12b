import { describe, expect, it, test } from 'vitest';
import { ZERO } from '../../base/time.ts';
import type { Perspective } from '../../edit/schema/perspective.ts';
import { resolvePerspective } from '../resolve/movement/perspective.ts';
import { combineHomographies, invertHomography, projectPoint } from './homography.ts';
import { perspectiveAt } from './perspective.ts';

const BOX = { x: 100, y: 50, width: 400, height: 300 };
const CANVAS = { width: 800, height: 600 };

function transformOf(given: Perspective): NonNullable<ReturnType<typeof perspectiveAt>> {
  const { perspective } = resolvePerspective(given);
  const found = perspective && perspectiveAt(perspective, ZERO, BOX, CANVAS);
  if (!found) throw new Error('Nothing is seen of it.');
  return found;
}

test('the corners lie where they are pinned, and what is on a line stays on one', () => {
  const transform = transformOf({
    corners: { topLeft: { x: 0.2, y: 0.1 }, topRight: { x: 0.9 }, bottomRight: { x: 1.1, y: 0.8 } },
  });
  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ].map(([x = 0, y = 0]) =>
    // oxfmt-ignore
    projectPoint(transform, { x: BOX.x + x * BOX.width, y: BOX.y + y * BOX.height }),
  );
  expect(corners.map(({ x, y }) => [Math.round(1e6 * x) / 1e6, Math.round(1e6 * y) / 1e6])).toEqual([
    [180, 80],
    [460, 50],
    [540, 290],
    [100, 350],
  ]);
  const [one, two, three] = [0.1, 0.4, 0.9].map((share) =>
    projectPoint(transform, { x: BOX.x + share * BOX.width, y: BOX.y + 30 + 200 * share }),
  );
  if (!one || !two || !three) throw new Error('There are three points.');
  const area = (two.x - one.x) * (three.y - one.y) - (two.y - one.y) * (three.x - one.x);
  expect(area).toBeCloseTo(0, 6);
});

describe('a tilted and turned clip is what a camera sees', () => {
  it.each([
    [30, 0, 50],
    [0, -60, 50],
    [-25, 70, 90],
    [100, 200, 20],
  ])('tilt %s, turn %s, field of view %s', (tilt, turn, fieldOfView) => {
    const transform = transformOf({ tilt, turn, fieldOfView });
    const [a, b] = [(tilt * Math.PI) / 180, (turn * Math.PI) / 180];
    const distance = CANVAS.height / 2 / Math.tan((fieldOfView * Math.PI) / 360);
    for (const [x, y] of [
      [120, 60],
      [300, 200],
      [480, 340],
    ] as const) {
      // oxfmt-ignore
      // A point of the clip in space: x to the right, y down, z away from the viewer.
      const [px, py] = [x - 300, y - 200];
      const tilted = { x: px, y: py * Math.cos(a), z: -py * Math.sin(a) };
      const inSpace = {
        x: tilted.x * Math.cos(b) - tilted.z * Math.sin(b),
        y: tilted.y,
        z: tilted.x * Math.sin(b) + tilted.z * Math.cos(b),
      };
      const near = distance / (distance + inSpace.z);
      const seen = projectPoint(transform, { x, y });
      expect(seen.x).toBeCloseTo(300 + near * inSpace.x, 6);
      expect(seen.y).toBeCloseTo(200 + near * inSpace.y, 6);
    }
  });

  test('more than 0 moves the top and the right side away', () => {
    const top = (given: Perspective): number => projectPoint(transformOf(given), { x: 300, y: 50 }).w;
    const right = (given: Perspective): number => projectPoint(transformOf(given), { x: 500, y: 200 }).w;
    expect(top({ tilt: 20 })).toBeGreaterThan(1);
    expect(right({ turn: 20 })).toBeGreaterThan(1);
    expect(top({ tilt: 20, fieldOfView: 0 })).toBe(1);
  });
});

test('a neutral perspective is none', () => {
  expect(resolvePerspective(undefined)).toEqual({});
  expect(
    resolvePerspective({ tilt: 0, turn: 0, fieldOfView: 90, corners: { topRight: { x: 1, y: 0 } } }),
  ).toEqual({});
  expect(resolvePerspective({ turn: [{ from: 0, to: 0, length: 1 }] })).toEqual({});
});

test('an inverse undoes a transform, and a line has none', () => {
  const transform = transformOf({ tilt: 30, turn: 20 });
  const inverse = invertHomography(transform);
  if (!inverse) throw new Error('There is no inverse.');
  const same = combineHomographies(inverse, transform);
  for (const [index, cell] of same.entries()) expect(cell).toBeCloseTo(index % 4 === 0 ? 1 : 0, 9);
  expect(invertHomography([1, 0, 0, 0, 0, 0, 0, 0, 1])).toBeUndefined();
});
