import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
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

  it.each([
    ['missing', 'which does not exist. Create the folder, or mount the disk that holds it.'],
    ['made.mp4', 'which is not a folder.'],
    ['made.mp4/files', 'which is not a folder.'],
  ])('is rejected and not created if its path is %s outside the home', async (name, reason) => {
    const path = join(folder, name);
    const opened = openDiskStorage(path, { mayCreate: false });
    await expect(opened).rejects.toMatchObject({ code: 'invalid_setting' });
    await expect(opened).rejects.toThrow(`KINORA_STORAGE is "${path}", ${reason}`);
    expect((await readdir(folder)).toSorted()).toEqual(['files', 'made.mp4']);
  });

  it('is used outside the home if it exists', async () => {
    await mkdir(join(folder, 'empty'));
    const other = await openDiskStorage(join(folder, 'empty'), { mayCreate: false });
    await other.put('v1/owner/a.mp4', file);
    expect(await text(await other.open('v1/owner/a.mp4'))).toBe('first');
  });

  it('is rejected if it was used and is now empty, because its disk may not be mounted', async () => {
    const path = join(folder, 'empty');
    await mkdir(path);
    const known = { mayCreate: false, wasUsed: true };
    await expect(openDiskStorage(path, known)).rejects.toThrow(
      `KINORA_STORAGE is "${path}", which no longer has the files that Kinora stored there. Mount`,
    );
    expect(await readdir(path)).toEqual([]);
    await openDiskStorage(path, { mayCreate: false });
    await openDiskStorage(path, known);
  });

  it.each([
    ['removed', () => Promise.resolve()],
    ['replaced by an empty folder', () => mkdir(join(folder, 'files'))],
  ])('is not filled again if it was %s', async (_how, replace) => {
    await storage.put('v1/owner/a.mp4', file);
    await rm(join(folder, 'files'), { recursive: true });
    await replace();
    const before = await readdir(folder, { recursive: true });
    const failed = { code: 'storage_failed' };
    await expect(storage.put('v1/owner/b.mp4', file)).rejects.toMatchObject(failed);
    const name = '018f3a2e-1111-7000-8000-000000000001';
    const body = Readable.from([Buffer.from('bytes')]);
    await expect(storage.incoming.receive(name, body, 10)).rejects.toMatchObject(failed);
    const resumable = storage.incoming.openResumableStore({ expirationMs: 1000 });
    await expect(resumable).rejects.toMatchObject(failed);
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });

  it('is not ready if it was removed', async () => {
    await expect(storage.check()).resolves.toBeUndefined();
    await rm(join(folder, 'files'), { recursive: true });
    await expect(storage.check()).rejects.toThrow();
  });
});
