import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hasLock, releaseLock, renewLock, takeLock } from './folder-lock.ts';
import { HOLD_MS } from './ledger.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-lock-'));
  path = join(folder, 'a.lock');
});
afterEach(() => rm(folder, { recursive: true }));

/** Makes the lock look like that of a dead process. */
async function age(): Promise<void> {
  const old = new Date(Date.now() - 2 * HOLD_MS);
  await utimes(path, old, old);
}

it('gives a lock to one holder until it is released', async () => {
  const taken = await Promise.all(['a', 'b', 'c'].map((holder) => takeLock(path, holder)));
  expect(taken.filter(Boolean)).toHaveLength(1);
  const holder = ['a', 'b', 'c'][taken.indexOf(true)] ?? '';
  await releaseLock(path, 'another');
  expect(await takeLock(path, 'd')).toBe(false);
  await releaseLock(path, holder);
  expect(await takeLock(path, 'd')).toBe(true);
});

it('lets the first one take over a dead lock, and leaves no file behind', async () => {
  await takeLock(path, 'dead');
  await age();
  expect(await takeLock(path, 'a')).toBe(true);
  expect(await takeLock(path, 'b')).toBe(false);
  expect(await readdir(folder)).toEqual(['a.lock']);
});

it('does not release or renew a lock that someone has taken over', async () => {
  await takeLock(path, 'slow');
  await age();
  expect(await takeLock(path, 'next')).toBe(true);
  await releaseLock(path, 'slow');
  expect(await hasLock(path, 'next')).toBe(true);
  await age();
  await renewLock(path, 'slow');
  expect(await takeLock(path, 'third')).toBe(true);
});

it('keeps a lock that is renewed', async () => {
  await takeLock(path, 'a');
  await age();
  await renewLock(path, 'a');
  expect(await takeLock(path, 'b')).toBe(false);
});
