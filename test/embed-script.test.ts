import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EMBED_FOLDER } from '../src/base/built.js';

/** Returns the bytes of a script as it is sent, with all that it imports. */
function sizeOf(name: string, known = new Set<string>()): number {
  if (known.has(name)) return 0;
  known.add(name);
  const path = join(EMBED_FOLDER, name);
  const sent = statSync(`${path}.br`, { throwIfNoEntry: false }) ?? statSync(path);
  const imports = readFileSync(path, 'utf8').matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g);
  return [...imports].reduce((sum, [, imported = '']) => sum + sizeOf(imported, known), sent.size);
}

it.each([
  ['preview.js, with the library that reads pieces,', 'preview.js', 50_000, 80_000],
  ['player.js, which loads the preview for edits only,', 'player.js', 5_000, 15_000],
])('%s is small', (_, name, least, most) => {
  expect(sizeOf(name)).toBeGreaterThan(least);
  expect(sizeOf(name)).toBeLessThan(most);
});
