import { expect, test } from 'vitest';
import { errorCodeOf } from './error-code.ts';

test('an error has the code that it was given, and nothing else has one', () => {
  expect(errorCodeOf(Object.assign(new Error('gone'), { code: 'ENOENT' }))).toBe('ENOENT');
  for (const other of [
    new Error('gone'),
    Object.assign(new Error('gone'), { code: 404 }),
    { code: 'ENOENT' },
    null,
  ])
    expect(errorCodeOf(other)).toBeUndefined();
});
