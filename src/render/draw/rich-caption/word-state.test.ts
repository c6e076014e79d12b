import { describe, expect, it, test } from 'vitest';
import { type WordAnimation, wordChangesOf, type WordState, wordStateAt } from './word-state.ts';

const WORD = { from: 1, to: 2, characterCount: 4 };

function stateAt(style: WordAnimation['style'], time: number, more: Partial<WordAnimation> = {}): WordState {
  return wordStateAt({ style, ...more }, WORD, 1.5, time);
}

test('a style begins and ends with its word', () => {
  expect([0.999, 1, 1.999, 2].map((time) => stateAt('highlight', time).appearance)).toEqual([
    'base',
    'active',
    'active',
    'base',
  ]);
  expect([0.999, 1, 1.999, 2].map((time) => stateAt('highlight', time).scale)).toEqual([1, 1.5, 1.5, 1]);
});

test('karaoke fills a word from its start to its end, and the word stays filled', () => {
  expect([0.5, 1.25, 1.5].map((time) => stateAt('karaoke', time).filledShare)).toEqual([
    undefined,
    0.25,
    0.5,
  ]);
  expect(stateAt('karaoke', 0.5)).toMatchObject({ appearance: 'base', alpha: 1 });
  expect(stateAt('karaoke', 3)).toMatchObject({ appearance: 'active', isSpoken: false, scale: 1 });
});

test('nothing changes in the style none', () => {
  expect(stateAt('none', 0)).toEqual(stateAt('none', 1.5));
});

describe.each(['pop', 'fade', 'slide', 'bounce', 'typewriter'] as const)('%s', (style) => {
  it('hides words until they are spoken and keeps spoken words', () => {
    expect(stateAt(style, 0.99).alpha).toBe(0);
    expect(stateAt(style, 5)).toEqual({
      appearance: 'base',
      isSpoken: false,
      x: 0,
      y: 0,
      alpha: 1,
      scale: 1,
    });
  });
});

test('pop grows from half the size to more than the size of the active word', () => {
  expect(stateAt('pop', 1).scale).toBeCloseTo(0.5, 6);
  // Halfway: 1 + 2.70158 * -0.125 + 1.70158 * 0.25 = 1.0876975.
  expect(stateAt('pop', 1.1).scale).toBeCloseTo(0.5 + 1.0876975, 6);
  expect(stateAt('pop', 1.2).scale).toBeCloseTo(1.5, 6);
});

test('fade takes 150 ms, slow at both ends', () => {
  const times = [1, 1.0375, 1.075, 1.1125, 1.15];
  const alphas = [0, 0.125, 0.5, 0.875, 1];
  for (const [index, time] of times.entries())
    expect(stateAt('fade', time).alpha).toBeCloseTo(alphas[index] ?? NaN, 6);
});

test.each([
  ['up', 0, 1],
  ['down', 0, -1],
  ['left', -1, 0],
  ['right', 1, 0],
] as const)('slide %s comes from 1.5 sizes away in 250 ms', (direction, x, y) => {
  const begin = stateAt('slide', 1, { direction });
  expect([begin.x, begin.y, begin.alpha]).toEqual([1.5 * x, 1.5 * y, 0]);
  // Halfway: 1 - sqrt(0.75).
  const half = stateAt('slide', 1.125, { direction });
  expect(half.x).toBeCloseTo(0.200962 * x, 6);
  expect(half.y).toBeCloseTo(0.200962 * y, 6);
  expect(half.alpha).toBeCloseTo(0.75, 6);
});

test('bounce falls from 0.8 font sizes above and soon reaches its final position', () => {
  expect(stateAt('bounce', 1).y).toBe(-0.8);
  expect(stateAt('bounce', 1 + 0.4 / 2.75).y).toBeCloseTo(0, 6);
  // The top of the first bounce is at a quarter of the height.
  expect(stateAt('bounce', 1 + (0.4 * 1.5) / 2.75).y).toBeCloseTo(-0.2, 6);
});

test('typewriter types the first letter when its word begins, and the last before it ends', () => {
  const typedCount = [1, 1.24, 1.25, 1.5, 1.75, 1.999].map((time) => stateAt('typewriter', time).typedCount);
  expect(typedCount).toEqual([1, 1, 2, 3, 4, 4]);
  expect(stateAt('typewriter', 2).typedCount).toBeUndefined();
});

describe('changes', () => {
  it('are the moments at which the look of a word changes', () => {
    expect(wordChangesOf({ style: 'none' }, WORD)).toEqual({ times: [], spans: [] });
    expect(wordChangesOf({ style: 'highlight' }, WORD)).toEqual({ times: [1, 2], spans: [] });
    expect(wordChangesOf({ style: 'karaoke' }, WORD)).toEqual({ times: [1, 2], spans: [[1, 2]] });
    expect(wordChangesOf({ style: 'pop' }, WORD).spans).toEqual([[1, 1.2]]);
    expect(wordChangesOf({ style: 'typewriter' }, WORD).times).toEqual([1, 1.25, 1.5, 1.75, 2]);
  });

  it.each(['karaoke', 'highlight', 'pop', 'fade', 'slide', 'bounce', 'typewriter', 'none'] as const)(
    'are complete: between them, %s looks the same',
    (style) => {
      const { times, spans } = wordChangesOf({ style }, WORD);
      const [first, ...moments] = Array.from({ length: 300 }, (_, index) => index / 100 + 0.0005);
      let last = first ?? 0;
      for (const time of moments) {
        const changes = times.some((change) => last < change && change <= time);
        const moves = spans.some(([from, to]) => last < to && from <= time);
        if (!changes && !moves) expect(stateAt(style, time)).toEqual(stateAt(style, last));
        last = time;
      }
    },
  );
});
