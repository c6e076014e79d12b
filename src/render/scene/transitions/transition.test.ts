import { describe, expect, it, test } from 'vitest';
import type { Transition } from '../../../edit/model.ts';
import { PUSHES, TRANSITIONS } from '../../../edit/schema/values.ts';
import { resolveTransitions } from '../../resolve/transitions.ts';
import { type Motion, NO_MOTION } from '../motion.ts';
import { transitionAt } from './transition.ts';

type Name = NonNullable<Transition['in']>;

function at(name: Name, way: 'in' | 'out', progress: number): Motion {
  const step = resolveTransitions({ in: name }, 10).in;
  if (!step) throw new Error(`${JSON.stringify(name)} is not a transition.`);
  return rounded(transitionAt(way, step, progress));
}

/** Rounds all numbers to four digits and removes negative zeros. */
function rounded<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'number' ? Math.round(each * 10_000) / 10_000 : each,
    ),
  ) as Value; // The fields stay the same.
}

// At half of the time, `ease` is at 0.8024, `easeInOut` at 0.5, `easeIn` at 0.3154 and `easeOut` at 0.6846.
describe('a transition in at its start, middle and end', () => {
  it.each<[Name, Partial<Motion>, Partial<Motion>]>([
    ['fade', { opacity: 0 }, { opacity: 0.5 }],
    ['reveal', { reveal: 0 }, { reveal: 0.8024 }],
    ['slideLeft', { x: 0.025, opacity: 0 }, { x: 0.0125, opacity: 0.8024 }],
    ['slideRight', { x: -0.025, opacity: 0 }, { x: -0.0125, opacity: 0.8024 }],
    ['slideUp', { y: -0.025, opacity: 0 }, { y: -0.0125, opacity: 0.8024 }],
    ['slideDown', { y: 0.025, opacity: 0 }, { y: 0.0125, opacity: 0.8024 }],
    ['carouselLeft', { x: 1 }, { x: 0.5 }],
    ['carouselRight', { x: -1 }, { x: -0.5 }],
    ['carouselUp', { y: -1.05 }, { y: -0.525 }],
    ['carouselDown', { y: 1.05 }, { y: 0.525 }],
    ['zoom', { scale: 10, opacity: 0 }, { scale: 5.5, opacity: 0.3154 }],
    // The remaining 1 - 0.8024 = 0.1976 applies to the distances 1.1 and 0.5 and to 25 degrees.
    ['shuffleTopRight', { x: 0.5, y: 1.1, angle: 25 }, { x: 0.0988, y: 0.2174, angle: 4.9399 }],
    ['shuffleRightTop', { x: 1.1, y: 0.5, angle: -25 }, { x: 0.2174, y: 0.0988, angle: -4.9399 }],
    ['shuffleRightBottom', { x: 1.1, y: -0.5, angle: 25 }, { x: 0.2174, y: -0.0988, angle: 4.9399 }],
    ['shuffleBottomRight', { x: 0.5, y: -1.1, angle: -25 }, { x: 0.0988, y: -0.2174, angle: -4.9399 }],
    ['shuffleBottomLeft', { x: -0.5, y: -1.1, angle: 25 }, { x: -0.0988, y: -0.2174, angle: 4.9399 }],
    ['shuffleLeftBottom', { x: -1.1, y: -0.5, angle: -25 }, { x: -0.2174, y: -0.0988, angle: -4.9399 }],
    ['shuffleLeftTop', { x: -1.1, y: 0.5, angle: 25 }, { x: -0.2174, y: 0.0988, angle: 4.9399 }],
    ['shuffleTopLeft', { x: -0.5, y: 1.1, angle: -25 }, { x: -0.0988, y: 0.2174, angle: -4.9399 }],
  ])('%s', (name, start, middle) => {
    expect([0, 0.5, 1].map((progress) => at(name, 'in', progress))).toEqual([
      { ...NO_MOTION, ...start },
      { ...NO_MOTION, ...middle },
      NO_MOTION,
    ]);
  });
});

describe('a transition out at its middle and end', () => {
  it.each<[Name, Partial<Motion>, Partial<Motion>]>([
    ['fade', { opacity: 0.5 }, { opacity: 0 }],
    ['reveal', { reveal: 0.1976 }, { reveal: 0 }],
    ['slideLeft', { x: -0.0201, opacity: 0.1976 }, { x: -0.025, opacity: 0 }],
    ['slideRight', { x: 0.0201, opacity: 0.1976 }, { x: 0.025, opacity: 0 }],
    ['slideUp', { y: 0.0201, opacity: 0.1976 }, { y: 0.025, opacity: 0 }],
    ['slideDown', { y: -0.0201, opacity: 0.1976 }, { y: -0.025, opacity: 0 }],
    ['carouselLeft', { x: -0.8024 }, { x: -1 }],
    ['carouselRight', { x: 0.8024 }, { x: 1 }],
    ['carouselUp', { y: 0.8826 }, { y: 1.1 }],
    ['carouselDown', { y: -0.8826 }, { y: -1.1 }],
    ['zoom', { scale: 7.1618, opacity: 0.3154 }, { scale: 10, opacity: 0 }],
    ['shuffleTopRight', { x: 0.4012, y: 0.8826, angle: 20.0601 }, { x: 0.5, y: 1.1, angle: 25 }],
    ['shuffleLeftBottom', { x: -0.8826, y: -0.4012, angle: -20.0601 }, { x: -1.1, y: -0.5, angle: -25 }],
    ['shuffleRightTop', { x: 0.8826, y: 0.4012, angle: -20.0601 }, { x: 1.1, y: 0.5, angle: -25 }],
    ['shuffleRightBottom', { x: 0.8826, y: -0.4012, angle: 20.0601 }, { x: 1.1, y: -0.5, angle: 25 }],
    ['shuffleBottomRight', { x: 0.4012, y: -0.8826, angle: -20.0601 }, { x: 0.5, y: -1.1, angle: -25 }],
    ['shuffleBottomLeft', { x: -0.4012, y: -0.8826, angle: 20.0601 }, { x: -0.5, y: -1.1, angle: 25 }],
    ['shuffleLeftTop', { x: -0.8826, y: 0.4012, angle: 20.0601 }, { x: -1.1, y: 0.5, angle: 25 }],
    ['shuffleTopLeft', { x: -0.4012, y: 0.8826, angle: -20.0601 }, { x: -0.5, y: 1.1, angle: -25 }],
  ])('%s', (name, middle, end) => {
    expect([0, 0.5, 1].map((progress) => at(name, 'out', progress))).toEqual([
      NO_MOTION,
      { ...NO_MOTION, ...middle },
      { ...NO_MOTION, ...end },
    ]);
  });
});

// The coverage is 0.5 + (0.5 - m - b) / 0.85, with m from 0 at the edge that becomes visible first to 1 at
// the other.
describe('the coverage of a wipe at the left and the right edge', () => {
  const [nothing, all] = [
    [-0.0882, -1.2647],
    [2.2647, 1.0882],
  ] as const;
  const half = [1.0882, -0.0882] as const;

  it.each<[Name, 'in' | 'out', number, readonly [number, number]]>([
    ['wipeRight', 'in', 0, nothing],
    ['wipeRight', 'in', 0.5, half],
    ['wipeRight', 'in', 1, all],
    ['wipeLeft', 'in', 0, [nothing[1], nothing[0]]],
    ['wipeLeft', 'in', 0.5, [half[1], half[0]]],
    ['wipeLeft', 'in', 1, [all[1], all[0]]],
    // A wipe out moves in the same direction as a wipe in: to the left, the right edge disappears first.
    ['wipeLeft', 'out', 0, all],
    ['wipeLeft', 'out', 0.5, half],
    ['wipeLeft', 'out', 1, nothing],
    ['wipeRight', 'out', 0, [all[1], all[0]]],
    ['wipeRight', 'out', 0.5, [half[1], half[0]]],
    ['wipeRight', 'out', 1, [nothing[1], nothing[0]]],
  ])('%s %s at %s', (name, way, progress, [left, right]) => {
    expect(at(name, way, progress)).toEqual({ ...NO_MOTION, wipe: { left, right } });
  });
});

test('every transition of the contract moves at both ends', () => {
  for (const name of [...TRANSITIONS.filter((each) => each !== 'none'), ...PUSHES]) {
    expect(at(name, 'in', 0.3)).not.toEqual(at(name, 'in', 1));
    expect(at(name, 'out', 0.3)).not.toEqual(at(name, 'out', 0));
  }
});

test('a push moves both clips by one output along the same curve', () => {
  for (const progress of [0, 0.2, 0.5, 1]) {
    const [entering, leaving] = [at('pushLeft', 'in', progress), at('pushLeft', 'out', progress)];
    expect(entering.x - leaving.x).toBeCloseTo(1, 3);
    expect(at('pushDown', 'in', progress).y - at('pushDown', 'out', progress).y).toBeCloseTo(1, 3);
  }
  expect([at('pushLeft', 'out', 0.5).x, at('pushLeft', 'out', 1).x]).toEqual([-0.5, -1]);
});

test('an easing of its own drives all that a transition changes, and leaves no range', () => {
  const linear = (name: 'zoom' | 'slideLeft' | 'shuffleTopRight') =>
    at({ name, easing: 'linear' }, 'in', 0.25);
  expect(linear('zoom')).toMatchObject({ scale: 7.75, opacity: 0.25 });
  expect(linear('slideLeft')).toMatchObject({ x: 0.0188, opacity: 0.25 });
  expect(linear('shuffleTopRight')).toMatchObject({ x: 0.375, y: 0.825, angle: 18.75 });
  for (const name of ['fade', 'reveal', 'slideUp', 'zoom', 'carouselUp', 'pushUp'] as const)
    for (const easing of ['easeInBack', 'easeOutBack', 'easeInOutBack'] as const)
      for (const progress of [0, 0.1, 0.5, 0.8, 0.95, 1])
        for (const way of ['in', 'out'] as const) {
          const { opacity, reveal, scale } = at({ name, easing }, way, progress);
          expect(Math.min(opacity, reveal, scale)).toBeGreaterThanOrEqual(0);
          expect(Math.max(opacity, reveal)).toBeLessThanOrEqual(1);
        }
});
