import { describe, expect, it, test } from 'vitest';
import { type Animation, changesOf, type WordMoment, wordMoment } from './word-moment.ts';

const WORD = { from: 1, to: 2, letters: 4 };

function at(style: Animation['style'], time: number, more: Partial<Animation> = {}): WordMoment {
  return wordMoment({ style, ...more }, WORD, 1.5, time);
}

test('a style begins and ends on the second of its word', () => {
  expect([0.999, 1, 1.999, 2].map((time) => at('highlight', time).look)).toEqual([
    'base',
    'active',
    'active',
    'base',
  ]);
  expect([0.999, 1, 1.999, 2].map((time) => at('highlight', time).scale)).toEqual([1, 1.5, 1.5, 1]);
});

test('karaoke fills a word from its start to its end, and it stays filled', () => {
  expect([0.5, 1.25, 1.5].map((time) => at('karaoke', time).filled)).toEqual([undefined, 0.25, 0.5]);
  expect(at('karaoke', 0.5)).toMatchObject({ look: 'base', alpha: 1 });
  expect(at('karaoke', 3)).toMatchObject({ look: 'active', spoken: false, scale: 1 });
});

test('nothing changes in the style none', () => {
  expect(at('none', 0)).toEqual(at('none', 1.5));
});

describe.each(['pop', 'fade', 'slide', 'bounce', 'typewriter'] as const)('%s', (style) => {
  it('hides what is not spoken yet, and keeps what was', () => {
    expect(at(style, 0.99).alpha).toBe(0);
    expect(at(style, 5)).toEqual({ look: 'base', spoken: false, x: 0, y: 0, alpha: 1, scale: 1 });
  });
});

test('pop grows from half of the size beyond that of the active word', () => {
  expect(at('pop', 1).scale).toBeCloseTo(0.5, 6);
  // Half of the way: 1 + 2.70158 * -0.125 + 1.70158 * 0.25 = 1.0876975.
  expect(at('pop', 1.1).scale).toBeCloseTo(0.5 + 1.0876975, 6);
  expect(at('pop', 1.2).scale).toBeCloseTo(1.5, 6);
});

test('fade takes 150 ms, slow at both ends', () => {
  const times = [1, 1.0375, 1.075, 1.1125, 1.15];
  const alphas = [0, 0.125, 0.5, 0.875, 1];
  for (const [index, time] of times.entries())
    expect(at('fade', time).alpha).toBeCloseTo(alphas[index] ?? NaN, 6);
});

test.each([
  ['up', 0, 1],
  ['down', 0, -1],
  ['left', -1, 0],
  ['right', 1, 0],
] as const)('slide %s comes from 1.5 sizes away in 250 ms', (direction, x, y) => {
  const begin = at('slide', 1, { direction });
  expect([begin.x, begin.y, begin.alpha]).toEqual([1.5 * x, 1.5 * y, 0]);
  // Half of the way: 1 - sqrt(0.75).
  const half = at('slide', 1.125, { direction });
  expect(half.x).toBeCloseTo(0.200962 * x, 6);
  expect(half.y).toBeCloseTo(0.200962 * y, 6);
  expect(half.alpha).toBeCloseTo(0.75, 6);
});

test('bounce falls from 0.8 sizes above, and touches its place at once', () => {
  expect(at('bounce', 1).y).toBe(-0.8);
  expect(at('bounce', 1 + 0.4 / 2.75).y).toBeCloseTo(0, 6);
  // The top of the first bounce: a quarter of the way.
  expect(at('bounce', 1 + (0.4 * 1.5) / 2.75).y).toBeCloseTo(-0.2, 6);
});

test('typewriter types the first letter when its word begins, and the last before it ends', () => {
  const typed = [1, 1.24, 1.25, 1.5, 1.75, 1.999].map((time) => at('typewriter', time).typed);
  expect(typed).toEqual([1, 1, 2, 3, 4, 4]);
  expect(at('typewriter', 2).typed).toBeUndefined();
});

describe('changes', () => {
  it('are those moments at which a word looks otherwise', () => {
    expect(changesOf({ style: 'none' }, WORD)).toEqual({ at: [], during: [] });
    expect(changesOf({ style: 'highlight' }, WORD)).toEqual({ at: [1, 2], during: [] });
    expect(changesOf({ style: 'karaoke' }, WORD)).toEqual({ at: [1, 2], during: [[1, 2]] });
    expect(changesOf({ style: 'pop' }, WORD).during).toEqual([[1, 1.2]]);
    expect(changesOf({ style: 'typewriter' }, WORD).at).toEqual([1, 1.25, 1.5, 1.75, 2]);
  });

  it.each(['karaoke', 'highlight', 'pop', 'fade', 'slide', 'bounce', 'typewriter', 'none'] as const)(
    'miss nothing: between them %s looks the same',
    (style) => {
      const { at: moments, during } = changesOf({ style }, WORD);
      const [before, ...times] = Array.from({ length: 300 }, (_, index) => index / 100 + 0.0005);
      let last = before ?? 0;
      for (const time of times) {
        const changes = moments.some((moment) => last < moment && moment <= time);
        const moves = during.some(([from, to]) => last < to && from <= time);
        if (!changes && !moves) expect(at(style, time)).toEqual(at(style, last));
        last = time;
      }
    },
  );
});
