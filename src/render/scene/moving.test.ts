import { describe, expect, it, test } from 'vitest';
import { seconds } from '../../base/time.ts';
import type { SeenClip, TransitionStep, Tween } from '../resolve/timeline.ts';
import { isStill, largestOf, largestUncropped } from './moving.ts';
import { seen, still } from './seen-clip.fixture.ts';

const line = (from: number, to: number): Tween[] => [
  { from, to, start: seconds(0), end: seconds(1), curve: 'linear' },
];
const step = (kind: TransitionStep['kind']): TransitionStep => ({ kind, towards: [], seconds: 1 });
const text: SeenClip['picture'] = { kind: 'drawn', lasts: 5, asset: { type: 'text', text: 'Hello' } };
const circle = { type: 'shape', shape: 'circle', circle: { radius: 200 } } as const;
const shape: SeenClip['picture'] = { kind: 'drawn', lasts: 5, asset: circle };

describe('a clip is still', () => {
  it.each<[boolean, string, Partial<SeenClip>]>([
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
    [true, 'drawn for its box', { picture: text, box: { width: 100 } }],
    [false, 'a shape, cut by its box', { picture: shape, box: { width: 100 } }],
    [
      false,
      'drawn in a size of its own, cut by its box',
      { picture: { ...text, asset: { type: 'text', text: 'Hello', width: 300 } }, box: { width: 100 } },
    ],
  ])('%s: %s', (expected, _, given) => {
    expect(isStill(seen(given))).toBe(expected);
  });
});

describe('the largest size of a picture', () => {
  // A square fills the 800x600 with 800x800.
  it.each<[string, Partial<SeenClip>, number]>([
    ['is its fitted one', {}, 800],
    ['has its scale', { scale: 0.5 }, 400],
    ['has the largest of its tweens', { scale: [...line(0.1, 2), ...line(1, 0.5)] }, 1600],
    ['has the larger end of a zoom', { effect: 'zoomOut', scale: 0.5 }, 520],
    // 1.24 times 800 from left to right.
    ['has what a slide needs', { effect: 'slideLeft' }, 992],
    ['has no transition', { transition: { in: step('zoom') } }, 800],
    ['is that in its box', { box: { width: 100, height: 50 }, picture: still(10, 10) }, 100],
  ])('%s', (_, given, side) => {
    const { width, height } = largestOf(seen(given), { width: 800, height: 600 });
    expect([width, height]).toEqual([expect.closeTo(side, 9), expect.closeTo(side, 9)]);
  });
});

test('what is seen of a clip without a crop is its frame where it is cut at it, else its picture', () => {
  const sizeOf = (given: Partial<SeenClip>): number[] => {
    const { width, height } = largestUncropped(seen(given), { width: 800, height: 600 });
    return [width, height];
  };
  expect(sizeOf({ scale: line(0.5, 2) })).toEqual([1600, 1200]);
  expect(sizeOf({ fit: 'contain', crop: { left: 0.5, right: 0, top: 0, bottom: 0 } })).toEqual([600, 600]);
  expect(sizeOf({ box: { width: 100 } })).toEqual([100, 600]);
});
