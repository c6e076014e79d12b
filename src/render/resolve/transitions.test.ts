import { describe, expect, it, test } from 'vitest';
import { TRANSITIONS } from '../../edit/schema/values.ts';
import { resolveTransitions } from './transitions.ts';

type Name = (typeof TRANSITIONS)[number];

function seconds(given: { in?: Name; out?: Name }, length: number): [number, number] {
  const { in: comes, out: goes } = resolveTransitions(given, length);
  return [comes?.seconds ?? 0, goes?.seconds ?? 0];
}

describe('the duration of transitions', () => {
  it.each<[Name, number]>([
    ['none', 0],
    ['fade', 1],
    ['fadeSlow', 2],
    ['fadeFast', 0.5],
    ['reveal', 1],
    ['revealSlow', 2],
    ['revealFast', 0.5],
    ['wipeLeft', 1],
    ['wipeRightSlow', 2],
    ['wipeLeftFast', 0.5],
    ['slideUp', 0.5],
    ['slideDownSlow', 2],
    ['slideLeftFast', 0.25],
    ['carouselRight', 0.5],
    ['carouselUpSlow', 2],
    ['carouselDownFast', 0.25],
    ['shuffleTopLeft', 1],
    ['shuffleLeftBottomSlow', 2],
    ['shuffleRightTopFast', 0.5],
    ['zoom', 0.4],
  ])('%s: %s s', (name, expected) => {
    expect(seconds({ in: name, out: name }, 10)).toEqual([expected, expected]);
  });

  it.each<[string, { in?: Name; out?: Name }, number, [number, number]]>([
    ['is 0 at an end without a transition', { out: 'fadeSlow' }, 5, [0, 2]],
    ['is at most the length of the clip', { in: 'fade' }, 0.4, [0.4, 0]],
    ['is at most the length of the clip, also at its end', { out: 'fadeSlow' }, 0.4, [0, 0.4]],
    ['is half of a clip that is shorter than either', { in: 'fade', out: 'wipeLeft' }, 0.4, [0.2, 0.2]],
    ['is half of a clip that is shorter than both', { in: 'fade', out: 'fade' }, 1.5, [0.75, 0.75]],
    ['is cut only for the one that is too long', { in: 'fadeFast', out: 'fadeSlow' }, 2, [0.5, 1]],
    ['may be the whole clip beside "none"', { in: 'fade', out: 'none' }, 0.4, [0.4, 0]],
  ])('%s', (_, transition, length, expected) => {
    expect(seconds(transition, length)).toEqual(expected);
  });
});

test('a clip without transitions has none', () => {
  expect([resolveTransitions(undefined, 1), resolveTransitions({ in: 'none' }, 1)]).toEqual([{}, {}]);
});

test('every name resolves to its kind and its directions', () => {
  const named = TRANSITIONS.filter((name) => name !== 'none').map((name) => {
    const step = resolveTransitions({ in: name }, 10).in;
    const speed = /Slow$|Fast$/.exec(name)?.[0] ?? '';
    return [name, `${step?.kind ?? ''}${step?.directions.join('') ?? ''}${speed}`];
  });
  expect(named).toHaveLength(61);
  for (const [name, parts] of named) expect(parts).toBe(name);
});

test('an object has a duration and an easing of its own', () => {
  expect(resolveTransitions({ in: { name: 'wipeLeft', duration: 0.7, easing: 'linear' } }, 10).in).toEqual({
    kind: 'wipe',
    directions: ['Left'],
    easing: 'linear',
    seconds: 0.7,
  });
  expect(resolveTransitions({ in: { name: 'fadeSlow' }, out: 'pushUpFast' }, 10)).toEqual({
    in: { kind: 'fade', directions: [], seconds: 2 },
    out: { kind: 'push', directions: ['Up'], seconds: 0.25 },
  });
  const iris = { name: 'iris', shape: 'star', direction: 'close', softness: 0.5 } as const;
  expect(resolveTransitions({ in: iris, out: 'zoomThrough' }, 10)).toEqual({
    in: { kind: 'iris', directions: [], shape: 'star', way: 'close', softness: 0.5, seconds: 1 },
    out: { kind: 'zoomThrough', directions: [], way: 'in', seconds: 1 },
  });
  const long = { name: 'fade', duration: 30 } as const;
  expect(resolveTransitions({ in: long, out: long }, 10)).toMatchObject({
    in: { seconds: 5 },
    out: { seconds: 5 },
  });
  expect(resolveTransitions({ in: { name: 'fade', duration: 0 }, out: { name: 'none' } }, 10)).toEqual({});
});

test('the picture of a wipe by brightness is the file alone, also if other clips cut it out', () => {
  const file = { kind: 'still', path: '/ink.png', width: 4, height: 4, alpha: false } as const;
  const known = { ...file, cutouts: { 0.01: '/tmp/1.png' }, isDeserted: true } as const;
  const step = { name: 'luma', src: 'ink.png' } as const;
  expect(resolveTransitions({ in: step }, 10, new Map([['ink.png', known]])).in?.luma).toEqual({
    media: file,
    isInverted: false,
  });
});
