import { expect, test } from 'vitest';
import { findNamed } from './find-named.ts';

const ITEMS = [
  { id: 'one', name: 'Angelica' },
  { id: 'two', name: 'Angela in T-shirt' },
  { id: 'three', name: 'Angela' },
  { id: 'rian-lZC6MmWfC1', name: '' },
  { id: 'four', name: 'Abbi  - Natural' },
];

test.each([
  ['angela', 'three'],
  ['Angela in t-shirt', 'two'],
  ['Abbi - Natural', 'four'],
  ['Abbi', 'four'],
  ['rian', 'rian-lZC6MmWfC1'],
  ['one', 'one'],
])('finds %s', (name, id) => {
  expect(findNamed(ITEMS, name, 'heygen', 'avatar')).toBe(id);
});

test.each(['Ange', 'Bill', ''])('does not find "%s"', (name) => {
  expect(() => findNamed(ITEMS, name, 'heygen', 'avatar')).toThrow(
    `The account at the service heygen has no avatar "${name}".`,
  );
});
