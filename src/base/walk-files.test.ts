import { chmod, link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { walkFiles } from './walk-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-walk-'));
  await mkdir(join(folder, 'a/b'), { recursive: true });
  await mkdir(join(folder, 'lost+found'));
  for (const name of ['top', 'a/b/film', 'lost+found/inode']) await writeFile(join(folder, name), 'film');
  await link(join(folder, 'a/b/film'), join(folder, 'a/same'));
  await symlink(folder, join(folder, 'a/loop'));
});
afterAll(() => rm(folder, { recursive: true }));

async function list(path = folder, below?: string): Promise<[string, number][]> {
  const files: [string, number][] = [];
  for await (const { name, size } of walkFiles(path, below)) files.push([name, size]);
  return files.sort();
}

it('lists the files of all folders, without links and what the file system keeps at the top of a disk', async () => {
  const listed = await list();
  expect(listed.map(([name]) => name)).toEqual(['a/b/film', 'a/same', 'top']);
  // Two names of one file share its bytes.
  expect(listed.reduce((sum, [, size]) => sum + size, 0)).toBe(8);
  expect(await list(folder, 'a/b')).toEqual([['a/b/film', 4]]);
  expect(await list(join(folder, 'missing'))).toEqual([]);
});

it.skipIf(process.getuid?.() === 0)('names a folder that is not readable', async () => {
  const closed = join(folder, 'closed');
  await mkdir(closed);
  await chmod(closed, 0);
  await expect(list()).rejects.toMatchObject({
    code: 'storage_failed',
    message: `The folder "${closed}" is not readable by this user. Run the command as the user that runs Kinora.`,
  });
  await rm(closed, { recursive: true });
});
