import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkStorage } from './check-storage.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-check-storage-'));
  for (const name of ['v1', '.unfinished', '.incoming']) await mkdir(join(folder, name));
});
afterEach(() => rm(folder, { recursive: true }));

/** Checks a storage whose database names the given files. Returns what is wrong. */
async function check(...named: string[]): Promise<string[]> {
  const rows = named.map((file) => ({ file }));
  return (await checkStorage(() => Promise.resolve(rows), folder, false)).problems.map(({ what }) => what);
}

it('finds files that the database does not name, and those that are missing', async () => {
  await writeFile(join(folder, 'v1/a.mp4'), '');
  expect(await check('v1/b.mp4')).toEqual([
    'The stored file v1/a.mp4 belongs to nothing.',
    'The file v1/b.mp4 is not in the storage.',
  ]);
});

it('finds what a dead process was storing only after Kinora should have removed it', async () => {
  const path = join(folder, '.unfinished/a');
  await writeFile(path, '');
  expect(await check()).toEqual([]);
  const before = new Date(Date.now() - 301_000);
  await utimes(path, before, before);
  expect(await check()).toEqual(['The stored file .unfinished/a belongs to nothing.']);
});
