import { expect, it } from 'vitest';
import { findAttack } from '../scripts/lint/linear-expressions.js';

it.each([
  [/(a+)+$/, 'more than all'],
  [/\s+$/, 'a run that begins everywhere'],
  [/^(.+);\1$/s, 'a part that repeats'],
  [/<use\s(?:[^>]*?\s)?href="(?!#)/, 'a tag that has no end'],
])('the linter rejects %s: %s', ({ source, flags }) => {
  expect(findAttack(source, flags)).not.toBe('');
});

it.each([/^\s*</, /(?<!\/)\/+$/, /<use(?=\s)[^<>]*/gi, /\p{L}{3}/u])(
  'the linter accepts %s',
  ({ source, flags }) => {
    expect(findAttack(source, flags)).toBe('');
  },
);
