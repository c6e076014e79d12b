import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DiskSegments } from './disk-segments.ts';

const IDENTITY = 'a1'.repeat(32);
const { signal } = new AbortController();

let folder: string;
let segments: DiskSegments;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-disk-segments-'));
  segments = new DiskSegments(join(folder, 'kept'), 1e9);
  await writeFile(join(folder, 'film'), '0123456789');
  await segments.keepOnce('one', IDENTITY, join(folder, 'film'), signal);
});
afterEach(() => rm(folder, { recursive: true }));

it('gives parts of a file, to its owner alone', async () => {
  expect(await segments.open('other', IDENTITY, join(folder, 'stolen'))).toBeUndefined();
  expect(await segments.open('one', 'b2'.repeat(32), join(folder, 'missing'))).toBeUndefined();
  await using file = (await segments.open('one', IDENTITY, join(folder, 'parts')))!;
  expect(file.size).toBe(10);
  expect((await file.read(2, 5, signal)).toString()).toBe('234');
  expect((await file.read(8, 20, signal)).toString()).toBe('89');
});

it('opens a file in place, and keeps it readable if it is removed meanwhile', async () => {
  const path = join(folder, 'parts');
  await using file = (await segments.open('one', IDENTITY, path))!;
  expect(file.isInPlace).toBe(true);
  expect((await stat(path)).nlink).toBe(2);
  await segments.remove('one', IDENTITY);
  expect(await readdir(join(folder, 'kept'))).toEqual([]);
  expect((await file.read(0, 3, signal)).toString()).toBe('012');
  expect(await readFile(path, 'utf8')).toBe('0123456789');
  await segments.remove('one', IDENTITY);
});

it('removes the files of an owner, some at a time, and none of others', async () => {
  for (const identity of ['b2', 'c3']) await segments.keep('one', identity.repeat(32), join(folder, 'film'));
  await segments.keep('two', IDENTITY, join(folder, 'film'));
  const removed: number[] = [];
  for (let step = 0; step < 3; step++) removed.push(await segments.removeOwned('one', 2));
  expect(removed).toEqual([2, 1, 0]);
  expect(await readdir(join(folder, 'kept'))).toHaveLength(1);
  expect(await segments.find('two', IDENTITY, join(folder, 'found'))).toBe(true);
  expect(await new DiskSegments(join(folder, 'missing'), 1).removeOwned('one', 2)).toBe(0);
});

it('does not remove the oldest file while it is read', async () => {
  const small = new DiskSegments(join(folder, 'kept'), 12);
  await using file = (await small.open('one', IDENTITY, join(folder, 'parts')))!;
  await writeFile(join(folder, 'next'), 'abcdefghij');
  await small.keepOnce('one', 'b2'.repeat(32), join(folder, 'next'), signal);
  expect(await small.find('one', IDENTITY, join(folder, 'found'))).toBe(true);
  expect((await file.read(0, 3, signal)).toString()).toBe('012');
});
