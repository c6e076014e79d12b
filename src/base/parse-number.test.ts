import { expect, it } from 'vitest';
import { parseNumber } from './parse-number.ts';

it.each([
  ['5', 5],
  ['-0.5', -0.5],
  ['.5', 0.5],
  ['5.', 5],
  ['+1e3', 1000],
  [' 1.5E-2 ', 0.015],
])('%j is a number', (text, number) => {
  expect(parseNumber(text)).toBe(number);
});

it.each(['', '.', '1.2.3', '0x10', '1e', '1e400', '12 s', 'Infinity'])('%j is no number', (text) => {
  expect(parseNumber(text)).toBeUndefined();
});

// A pattern that could divide the digits in several ways needed hours for this text.
it('a text of a million digits that is no number is rejected', () => {
  expect(parseNumber(`${'1'.repeat(1_000_000)}x`)).toBeUndefined();
});
