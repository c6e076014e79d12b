import { expect, test } from 'vitest';
import { errorCodeOf } from './error-code.ts';

test('returns the code of an error, and undefined for anything else', () => {
  expect(errorCodeOf(Object.assign(new Error('gone'), { code: 'ENOENT' }))).toBe('ENOENT');
  for (const other of [
    new Error('gone'),
    Object.assign(new Error('gone'), { code: 404 }),
    { code: 'ENOENT' },
    null,
  ])
    expect(errorCodeOf(other)).toBeUndefined();
});
