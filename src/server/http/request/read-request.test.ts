import { expect, it } from 'vitest';
import { z } from 'zod';
import { createFlag } from '../openapi/parameters.ts';
import { readTexts } from './read-request.ts';

function readFlag(value: string | string[] | undefined, absent: boolean): boolean {
  return readTexts(z.object({ data: createFlag('Sends the data.', absent) }), { data: value }).data;
}

it.each([
  ['true', true],
  ['True', true],
  ['1', true],
  ['false', false],
  ['False', false],
  ['0', false],
])('reads the flag %s', (value, expected) => {
  expect(readFlag(value, !expected)).toBe(expected);
});

it('returns the default of a flag that is absent', () => {
  expect([readFlag(undefined, true), readFlag(undefined, false)]).toEqual([true, false]);
});

it.each(['', 'yes', 'TRUE', '2', 'toString', ['true', 'true']])('rejects the flag %j', (value) => {
  expect(() => readFlag(value, true)).toThrow('data must be true, True or 1, or false, False or 0.');
});
