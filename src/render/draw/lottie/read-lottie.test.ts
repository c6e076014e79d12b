import { describe, expect, it } from 'vitest';
import { LottieError, readLottie } from './read-lottie.ts';

const LAYER = { ty: 4, shapes: [{ ty: 'gr', it: [] }] };
const PLAIN = { v: '5.9.0', fr: 30, ip: 15, op: 60, w: 300, h: 200, layers: [LAYER] };

/** Returns why an animation is rejected, or undefined if it is not. */
function rejection(given: unknown): string | undefined {
  try {
    readLottie(typeof given === 'string' ? given : JSON.stringify(given));
    return undefined;
  } catch (error) {
    if (error instanceof LottieError) return error.message;
    throw error;
  }
}

it('reads the size and the frames of a Lottie animation', () => {
  expect(readLottie(JSON.stringify(PLAIN))).toEqual({ width: 300, height: 200, rate: 30, frames: 45 });
});

describe('a Lottie animation is rejected', () => {
  const precomps = (depth: number) => ({
    ...PLAIN,
    assets: Array.from({ length: depth }, (_, level) => ({
      id: `c${level}`,
      layers: Array.from({ length: 10 }, () => (level === 0 ? LAYER : { ty: 0, refId: `c${level - 1}` })),
    })),
    layers: [{ ty: 0, refId: `c${depth - 1}` }],
  });
  const repeated = (copies: unknown) => ({
    ...PLAIN,
    layers: [
      {
        ty: 4,
        shapes: [
          { ty: 'gr', it: [] },
          { ty: 'rp', c: { k: copies } },
        ],
      },
    ],
  });
  const nested = (depth: number): object =>
    depth === 0 ? { ty: 'el' } : { ty: 'gr', it: [nested(depth - 1)] };

  it.each<[string, unknown, RegExp]>([
    ['of other JSON', { layers: 1 }, /not a Lottie animation/],
    ['of no JSON', '{', /not a Lottie animation/],
    ['of a list', [], /not a Lottie animation/],
    ['of an enormous size', { ...PLAIN, w: 1e9 }, /sides/],
    ['without a size', { ...PLAIN, h: undefined }, /sides/],
    ['without frames', { ...PLAIN, op: 15 }, /duration/],
    ['without a rate', { ...PLAIN, fr: 0 }, /frame rate/],
    ['of days', { ...PLAIN, op: 1e9 }, /duration/],
    ['of too many layers', { ...PLAIN, layers: Array.from({ length: 10_001 }, () => LAYER) }, /too many/],
    ['of compositions that multiply', precomps(5), /too many/],
    [
      'of a composition in itself',
      { ...PLAIN, assets: [{ id: 'a', layers: [{ ty: 0, refId: 'a' }] }], layers: [{ ty: 0, refId: 'a' }] },
      /too many/,
    ],
    ['of too many copies', repeated(1e9), /too many/],
    [
      'of copies that become too many',
      repeated([
        { t: 0, s: [1] },
        { t: 9, s: [20_000] },
      ]),
      /too many/,
    ],
    ['of groups in groups', { ...PLAIN, layers: [{ ty: 4, shapes: [nested(60)] }] }, /too many/],
    ['with text', { ...PLAIN, layers: [{ ty: 5 }] }, /text/],
    ['with images elsewhere', { ...PLAIN, assets: [{ id: 'i', u: 'images/', p: 'a.png' }] }, /other files/],
  ])('%s', (_, given, message) => {
    expect(rejection(given)).toMatch(message);
  });

  it('unless it is moderate', () => {
    expect(rejection(precomps(3))).toBeUndefined();
    expect(rejection(repeated(100))).toBeUndefined();
    expect(rejection({ ...PLAIN, assets: [{ id: 'i', p: 'data:image/png;base64,AA' }] })).toBeUndefined();
  });
});
