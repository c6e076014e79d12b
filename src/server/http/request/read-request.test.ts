import { expect, it } from 'vitest';
import { readFlag } from './read-request.ts';

it.each([
  ['true', true],
  ['True', true],
  ['1', true],
  ['false', false],
  ['False', false],
  ['0', false],
])('reads the flag %s', (value, expected) => {
  expect(readFlag('data', value, !expected)).toBe(expected);
});

it('returns the default of a flag that is absent', () => {
  expect([readFlag('data', undefined, true), readFlag('data', undefined, false)]).toEqual([true, false]);
});

it.each(['', 'yes', 'TRUE', '2', 'toString', ['true', 'true']])('rejects the flag %j', (value) => {
  expect(() => readFlag('data', value, true)).toThrow('data must be true, True or 1, or false, False or 0.');
});
