import { expect, test } from 'vitest';
import { matchSequences } from './match-sequences.ts';

test.each([
  ['a b c', 'a b c', '00 11 22'],
  ['a x c', 'a y z c', '00 23'],
  ['a b c d e', 'b x d', '10 32'],
  ['a a', 'a', '00'],
  ['a', 'b', ''],
  ['', 'a', ''],
])('matches %s with %s', (a, b, pairs) => {
  const matched = matchSequences(a.split(' '), b.split(' '));
  expect(matched.map((pair) => pair.join('')).join(' ')).toBe(pairs);
});

test('matches no empty texts', () => {
  expect(matchSequences(['', 'a'], ['', 'a'])).toEqual([[1, 1]]);
});
