import { expect, it } from 'vitest';
import { findFontFile } from './font-files.ts';

it.each(['constructor', '__proto__', 'Nothing'])('finds no file of the unknown family %s', (family) => {
  expect(findFontFile(family, 400)).toBeUndefined();
});
