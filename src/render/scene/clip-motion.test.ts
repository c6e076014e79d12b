import { describe, expect, it, test } from 'vitest';
import { toSeconds } from '../../base/time.ts';
import type { VisualClip, TransitionStep, ResolvedTween } from '../resolve/timeline.ts';
import { isStationary, largestSizeOf, largestUncroppedSizeOf } from './clip-motion.ts';
import { visualClip, stillVisual } from './visual-clip.fixture.ts';

const line = (from: number, to: number): ResolvedTween[] => [
  { from, to, start: toSeconds(0), end: toSeconds(1), curve: 'linear' },
];
const step = (kind: TransitionStep['kind']): TransitionStep => ({ kind, directions: [], seconds: 1 });
const text: VisualClip['visual'] = { kind: 'drawn', length: 5, asset: { type: 'text', text: 'Hello' } };
const circle = { type: 'shape', shape: 'circle', circle: { radius: 200 } } as const;
const shape: VisualClip['visual'] = { kind: 'drawn', length: 5, asset: circle };

describe('a clip is still', () => {
  it.each<[boolean, string, Partial<VisualClip>]>([
    [true, 'as it is', {}],
    [true, 'with fades', { transition: { in: step('fade'), out: step('fade') } }],
    [true, 'with tweens of its opacity', { opacity: line(0, 1) }],
    [true, 'cropped, in a box', { crop: { left: 0.1, right: 0, top: 0, bottom: 0 }, box: { width: 100 } }],
    [false, 'with another transition', { transition: { out: step('wipe') } }],
    [false, 'with an effect', { effect: 'zoomIn' }],
    [false, 'with tweens of its scale', { scale: line(0, 1) }],
    [false, 'with tweens of its offset', { offset: { x: 0, y: line(0, 1) } }],
    [false, 'turned', { angle: 90 }],
    [false, 'sheared', { skew: { x: 0, y: 0.1 } }],
    [false, 'mirrored', { flip: { horizontal: false, vertical: true } }],
    [true, 'drawn for its box', { visual: text, box: { width: 100 } }],
    [false, 'a shape, cut by its box', { visual: shape, box: { width: 100 } }],
    [
      false,
      'drawn in a size of its own, cut by its box',
      { visual: { ...text, asset: { type: 'text', text: 'Hello', width: 300 } }, box: { width: 100 } },
    ],
  ])('%s: %s', (expected, _, given) => {
    expect(isStationary(visualClip(given))).toBe(expected);
  });
});

describe('the largest size of a picture', () => {
  // A square fills the 800x600 with 800x800.
  it.each<[string, Partial<VisualClip>, number]>([
    ['is its fitted one', {}, 800],
    ['has its scale', { scale: 0.5 }, 400],
    ['has the largest of its tweens', { scale: [...line(0.1, 2), ...line(1, 0.5)] }, 1600],
    ['has the larger end of a zoom', { effect: 'zoomOut', scale: 0.5 }, 520],
    // 1.24 times 800 from left to right.
    ['has what a slide needs', { effect: 'slideLeft' }, 992],
    ['has no transition', { transition: { in: step('zoom') } }, 800],
    ['is that in its box', { box: { width: 100, height: 50 }, visual: stillVisual(10, 10) }, 100],
  ])('%s', (_, given, side) => {
    const { width, height } = largestSizeOf(visualClip(given), { width: 800, height: 600 });
    expect([width, height]).toEqual([expect.closeTo(side, 9), expect.closeTo(side, 9)]);
  });
});

test('what is seen of a clip without a crop is its frame where it is cut at it, else its picture', () => {
  const sizeOf = (given: Partial<VisualClip>): number[] => {
    const { width, height } = largestUncroppedSizeOf(visualClip(given), { width: 800, height: 600 });
    return [width, height];
  };
  expect(sizeOf({ scale: line(0.5, 2) })).toEqual([1600, 1200]);
  expect(sizeOf({ fit: 'contain', crop: { left: 0.5, right: 0, top: 0, bottom: 0 } })).toEqual([600, 600]);
  expect(sizeOf({ box: { width: 100 } })).toEqual([100, 600]);
});
