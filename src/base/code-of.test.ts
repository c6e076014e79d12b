import { expect, test } from 'vitest';
import { codeOf } from './code-of.ts';

test('an error has the code that it was given, and nothing else has one', () => {
  expect(codeOf(Object.assign(new Error('gone'), { code: 'ENOENT' }))).toBe('ENOENT');
  for (const other of [
    new Error('gone'),
    Object.assign(new Error('gone'), { code: 404 }),
    { code: 'ENOENT' },
    null,
  ])
    expect(codeOf(other)).toBeUndefined();
});
