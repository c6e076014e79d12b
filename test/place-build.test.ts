import { mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compressFiles } from '../scripts/compress-files.mjs';
import { placeBuild } from '../scripts/place-build.mjs';

/** Builds one page, and moves it to its place. */
async function build(to: string, page: string): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'kinora-build-'));
  await writeFile(join(folder.path, 'page.html'), page);
  await compressFiles(folder.path);
  placeBuild(folder.path, to, []);
}

it('a build leaves no compressed copy of a page that has become too short for one', async () => {
  await using to = await mkdtempDisposable(join(tmpdir(), 'kinora-place-'));
  await build(to.path, 'long '.repeat(1_000));
  expect(await readdir(to.path)).toEqual(
    expect.arrayContaining(['page.html', 'page.html.br', 'page.html.gz']),
  );
  await build(to.path, 'short');
  expect((await readdir(to.path)).filter((name) => name.startsWith('page'))).toEqual(['page.html']);
  expect(await readFile(join(to.path, 'page.html'), 'utf8')).toBe('short');
});
