import { expect, it } from 'vitest';
import { findNearest } from './find-nearest.ts';

it.each<[string, unknown, readonly string[], string | undefined]>([
  ['a typo', 'contian', ['contain', 'cover'], 'contain'],
  ['another case', 'HD', ['hd', 'sd'], 'hd'],
  ['a name of digits without quotes', 1080, ['hd', '1080', '4k'], '1080'],
  ['another number', 720, ['hd', '1080'], undefined],
  ['another word', 'giraffe', ['contain', 'cover'], undefined],
  ['no text', null, ['contain'], undefined],
])('the nearest name to %s', (_what, given, names, expected) => {
  expect(findNearest(given, names)).toBe(expected);
});
