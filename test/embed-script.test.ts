import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EMBED_FOLDER } from '../src/base/built.js';

it('the preview engine is a small script, with the library that reads its pieces', () => {
  const { size } = statSync(join(EMBED_FOLDER, 'preview.js.br'));
  expect(size).toBeGreaterThan(30_000);
  expect(size).toBeLessThan(150_000);
});
