import { expect, test } from 'vitest';
import { randomText } from './random-text.ts';

test('a random text has the given length and all characters of its alphabet', () => {
  const text = randomText('abc', 300);
  expect(text).toMatch(/^[abc]{300}$/);
  expect(new Set(text).size).toBe(3);
  expect(randomText('abc', 300)).not.toBe(text);
});
