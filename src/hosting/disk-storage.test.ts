import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDiskStorage } from './disk-storage.ts';
import type { Storage } from './storage.ts';

describe('a storage folder', () => {
  let folder: string;
  let storage: Storage;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-storage-'));
    storage = await openDiskStorage(join(folder, 'files'));
    file = join(folder, 'made.mp4');
    await writeFile(file, 'first');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('keeps the old file if the check before the replacement fails', async () => {
    await storage.put('v1/owner/a.mp4', file);
    await writeFile(file, 'second!');
    const before = async (): Promise<void> => {
      expect(await text(await storage.open('v1/owner/a.mp4'))).toBe('first');
      throw new Error('Too late.');
    };
    await expect(storage.put('v1/owner/a.mp4', file, before)).rejects.toThrow('Too late.');
    expect(await text(await storage.open('v1/owner/a.mp4'))).toBe('first');
    expect(await readdir(join(folder, 'files/.unfinished'))).toEqual([]);
  });

  it('keeps no part of a file that it could not store', async () => {
    await mkdir(join(folder, 'files/v1/owner/a.mp4'), { recursive: true });
    await expect(storage.put('v1/owner/a.mp4', file)).rejects.toThrow();
    await expect(storage.put('v1/owner/b.mp4', join(folder, 'missing'))).rejects.toThrow();
    expect(await readdir(join(folder, 'files/.unfinished'))).toEqual([]);
  });

  it('removes old unfinished files, but not those that another process may be writing', async () => {
    const partialFolder = join(folder, 'files/.unfinished');
    await writeFile(join(partialFolder, 'old'), '');
    await writeFile(join(partialFolder, 'young'), '');
    const twoDaysAgo = Date.now() / 1000 - 48 * 3600;
    await utimes(join(partialFolder, 'old'), twoDaysAgo, twoDaysAgo);
    await openDiskStorage(join(folder, 'files'));
    expect(await readdir(partialFolder)).toEqual(['young']);
  });

  it('is rejected if it is not writable', async () => {
    await expect(openDiskStorage(join(file, 'files'))).rejects.toMatchObject({ code: 'invalid_setting' });
  });

  it('is not ready if it was removed', async () => {
    await expect(storage.check()).resolves.toBeUndefined();
    await rm(join(folder, 'files'), { recursive: true });
    await expect(storage.check()).rejects.toThrow();
  });
});
