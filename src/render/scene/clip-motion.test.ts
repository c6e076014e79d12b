import { describe, expect, it, test } from 'vitest';
import { toSeconds } from '../../base/time.ts';
import type { ResolvedTween } from '../resolve/animated-number.ts';
import type { VisualClip, TransitionStep } from '../resolve/timeline.ts';
import { isStationary, largestSizeOf, largestUncroppedSizeOf } from './clip-motion.ts';
import { visualClip, stillVisual } from './visual-clip.fixture.ts';

const line = (from: number, to: number): ResolvedTween[] => [
  { from, to, start: toSeconds(0), end: toSeconds(1), curve: 'linear' },
];
const OUTPUT = { width: 800, height: 600 };
const step = (kind: TransitionStep['kind']): TransitionStep => ({ kind, directions: [], seconds: 1 });
const text: VisualClip['visual'] = { kind: 'drawn', length: 5, asset: { type: 'text', text: 'Hello' } };
const circle = { type: 'shape', shape: 'circle', circle: { radius: 200 } } as const;
const shape: VisualClip['visual'] = { kind: 'drawn', length: 5, asset: circle };

describe('a clip is stationary', () => {
  it.each<[boolean, string, Partial<VisualClip>]>([
    [true, 'by default', {}],
    [true, 'with fades', { transition: { in: step('fade'), out: step('fade') } }],
    [true, 'with tweens of its opacity', { opacity: line(0, 1) }],
    [true, 'cropped, in a box', { crop: { left: 0.1, right: 0, top: 0, bottom: 0 }, box: { width: 100 } }],
    [false, 'with another transition', { transition: { out: step('wipe') } }],
    [false, 'with an effect', { effect: 'zoomIn' }],
    [false, 'with tweens of its scale', { scale: line(0, 1) }],
    [false, 'with tweens of its offset', { offset: { x: 0, y: line(0, 1) } }],
    [false, 'rotated', { angle: 90 }],
    [false, 'sheared', { skew: { x: 0, y: 0.1 } }],
    [false, 'mirrored', { flip: { horizontal: false, vertical: true } }],
    [true, 'as a text laid out for its box', { visual: text, box: { width: 100 } }],
    [true, 'as a shape cut by its box', { visual: shape, box: { width: 100 } }],
    [
      true,
      'as a text with a declared size, cut by its box',
      { visual: { ...text, asset: { type: 'text', text: 'Hello', width: 300 } }, box: { width: 100 } },
    ],
  ])('%s: %s', (expected, _, given) => {
    expect(isStationary(visualClip(given))).toBe(expected);
  });
});

describe('the largest size of a picture', () => {
  const tweens = [...line(0.1, 2), ...line(1, 0.5), ...line(1, 2), ...line(0, 1), ...line(2, 1)];

  test('is found among hundreds of thousands of tweens', () => {
    const scale = Array.from({ length: 40_000 }, () => tweens).flat();
    expect(largestSizeOf(visualClip({ scale }), OUTPUT)).toEqual(
      largestSizeOf(visualClip({ scale: 2 }), OUTPUT),
    );
  });

  // A square that fills 800x600 is 800x800.
  it.each<[string, Partial<VisualClip>, number]>([
    ['is its fitted size', {}, 800],
    ['includes its scale', { scale: 0.5 }, 400],
    ['includes the largest of its tweens', { scale: [...line(0.1, 2), ...line(1, 0.5)] }, 1600],
    ['includes the larger end of a zoom', { effect: 'zoomOut', scale: 0.5 }, 520],
    // 1.24 times 800 from left to right.
    ['includes the enlargement for a slide', { effect: 'slideLeft' }, 992],
    ['does not include a transition', { transition: { in: step('zoom') } }, 800],
    ['is the size in its box', { box: { width: 100, height: 50 }, visual: stillVisual(10, 10) }, 100],
  ])('%s', (_, given, side) => {
    const { width, height } = largestSizeOf(visualClip(given), { width: 800, height: 600 });
    expect([width, height]).toEqual([expect.closeTo(side, 9), expect.closeTo(side, 9)]);
  });
});

test('the largest uncropped size is that of the viewport if the clip is cut at it, else that of the picture', () => {
  const sizeOf = (given: Partial<VisualClip>): number[] => {
    const { width, height } = largestUncroppedSizeOf(visualClip(given), { width: 800, height: 600 });
    return [width, height];
  };
  expect(sizeOf({ scale: line(0.5, 2) })).toEqual([1600, 1200]);
  expect(sizeOf({ fit: 'contain', crop: { left: 0.5, right: 0, top: 0, bottom: 0 } })).toEqual([600, 600]);
  expect(sizeOf({ box: { width: 100 } })).toEqual([100, 600]);
});
