import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openHome, type Home } from '../home/home.ts';
import { openStorage } from './open-storage.ts';

let folder: string;
let home: Home;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-storage-'));
  home = await openHome(join(folder, 'home'));
});
afterEach(() => rm(folder, { recursive: true }));

it('creates a folder in the home', async () => {
  const storage = join(home.folder, 'a/files');
  expect((await openStorage({ storage }, home)).folder).toBe(storage);
  await rm(storage, { recursive: true });
  await openStorage({ storage }, home);
});

it('creates no folder elsewhere', async () => {
  // Its name begins like that of the home.
  const storage = join(folder, 'home-files');
  await expect(openStorage({ storage }, home)).rejects.toThrow('which does not exist');
  expect(await readdir(folder)).toEqual(['home']);
});

it('notices at the next start that the disk of a folder is not mounted', async () => {
  const storage = join(folder, 'disk');
  await mkdir(storage);
  await openStorage({ storage }, home);
  await openStorage({ storage }, home);
  await rm(storage, { recursive: true });
  await mkdir(storage);
  await expect(openStorage({ storage }, home)).rejects.toThrow('no longer has the files');
  expect(await readdir(storage)).toEqual([]);

  const other = join(folder, 'other');
  await mkdir(other);
  expect((await openStorage({ storage: other }, home)).folder).toBe(other);
});
