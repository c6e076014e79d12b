import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder, makeSingleFolder } from './make-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('creates a folder and those above it, and keeps an existing one', async () => {
  const path = join(folder, 'a/b/c');
  await makeFolder(path, 0o700);
  await writeFile(join(path, 'file'), '');
  await makeFolder(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  expect((await stat(join(path, 'file'))).isFile()).toBe(true);
});

it('creates a single folder only if its parent exists', async () => {
  await makeSingleFolder(join(folder, 'a'));
  await makeSingleFolder(join(folder, 'a'));
  await expect(makeSingleFolder(join(folder, 'b/c'))).rejects.toMatchObject({ code: 'ENOENT' });
});

it.runIf(process.platform === 'linux')('fails in a file system without folders', async () => {
  await expect(makeFolder('/proc/a/b')).rejects.toMatchObject({ code: 'ENOENT' });
});
