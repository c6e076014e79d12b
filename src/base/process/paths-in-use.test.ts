import { link, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeUnusedPaths, usePath } from './paths-in-use.ts';

/** Everything that existed before the call is old. */
const AT_ONCE = { deadMs: -1000, steadyMs: 0 };
const all = (): boolean => true;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-in-use-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

it('removes what no process has touched for a while, and nothing else', async () => {
  await mkdir(join(folder, 'left', 'inside'), { recursive: true });
  await writeFile(join(folder, 'used'), '');
  await writeFile(join(folder, 'other'), '');
  using used = usePath(join(folder, 'used'));
  const isOurs = (name: string): boolean => name !== 'other';
  expect(await removeUnusedPaths(folder, isOurs, AT_ONCE)).toEqual([join(folder, 'left')]);
  expect(await readdir(folder)).toEqual(['other', 'used']);
  used[Symbol.dispose]();
  await removeUnusedPaths(folder, isOurs, AT_ONCE);
  expect(await readdir(folder)).toEqual(['other']);
});

it('keeps what is recent, also if the content is old', async () => {
  const source = join(folder, 'source');
  await writeFile(source, '');
  await utimes(source, 0, 0);
  await link(source, join(folder, 'link'));
  expect(await removeUnusedPaths(folder, all, { steadyMs: 0 })).toEqual([]);
});

it('does not judge others soon after the start', async () => {
  await writeFile(join(folder, 'left'), '');
  expect(await removeUnusedPaths(folder, all, { deadMs: -1000 })).toEqual([]);
});

it('accepts a missing folder', async () => {
  expect(await removeUnusedPaths(join(folder, 'missing'), all, AT_ONCE)).toEqual([]);
});
