import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ListedFile } from '../base/walk-files.ts';
import { openDiskStorage } from './disk-storage.ts';
import { FAST_S3_POLICY, type S3Server, startS3Server } from './s3-server.fixture.ts';
import { openS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

let folder: string;
let server: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-storage-'));
  server = await startS3Server();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

describe.each([
  ['a folder', () => openDiskStorage(join(folder, 'files'))],
  ['S3', () => openS3Storage(server.location, FAST_S3_POLICY)],
])('storage in %s', (_kind, open) => {
  let storage: Storage;
  let file: string;
  beforeAll(async () => {
    storage = await open();
    file = join(folder, 'made.mp4');
  });
  beforeEach(() => writeFile(file, 'first'));
  afterAll(() => storage.close());

  it('returns the latest version of a file', async () => {
    const before = Date.now() - 2000;
    await storage.put('v1/owner/a.mp4', file);
    const first = await storage.stat('v1/owner/a.mp4');
    await writeFile(file, 'second!');
    await storage.put('v1/owner/a.mp4', file);
    expect(await text(await storage.open('v1/owner/a.mp4'))).toBe('second!');
    const second = (await storage.stat('v1/owner/a.mp4'))!;
    expect(second.size).toBe(7);
    expect(second.modified.getTime()).toBeGreaterThan(before);
    expect(second.etag).toMatch(/^"[^"]+"$/);
    expect(second.etag).not.toBe(first?.etag);
  });

  it('lists what it has, of everybody or of one owner', async () => {
    await storage.put('v1/lister/a.mp4', file);
    await storage.put('stage/other/b.mp4', file);
    const list = async (folder?: string) => {
      const found: ListedFile[] = [];
      for await (const each of storage.list(folder)) found.push(each);
      return found.filter(({ name }) => /lister|other/.test(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
    };
    const listed = { size: 5, modified: expect.any(Date) as Date };
    const [first, second] = await list();
    expect([first, second]).toEqual([
      { ...listed, name: 'stage/other/b.mp4' },
      { ...listed, name: 'v1/lister/a.mp4' },
    ]);
    expect(await list('v1/lister')).toEqual([second]);
    expect(await list('v1/nobody')).toEqual([]);
  });

  it('reads a range', async () => {
    await storage.put('v1/owner/a.mp4', file);
    expect(await text(await storage.open('v1/owner/a.mp4', { from: 1, to: 3 }))).toBe('irs');
    expect(await text(await storage.open('v1/owner/a.mp4', { from: 4, to: 4 }))).toBe('t');
  });

  it('stores large and empty files unchanged', async () => {
    const bytes = randomBytes(1_000_001);
    await writeFile(file, bytes);
    await storage.put('v1/owner/large.mp4', file);
    expect((await buffer(await storage.open('v1/owner/large.mp4'))).equals(bytes)).toBe(true);
    const part = await buffer(await storage.open('v1/owner/large.mp4', { from: 299_990, to: 600_010 }));
    expect(part.equals(bytes.subarray(299_990, 600_011))).toBe(true);
    await writeFile(file, '');
    await storage.put('v1/owner/empty.mp4', file);
    expect(await storage.stat('v1/owner/empty.mp4')).toMatchObject({ size: 0 });
  });

  it.each([10, 1_000_000])('keeps the old file if the check before %i new bytes fails', async (size) => {
    await storage.put('v1/owner/a.mp4', file);
    await writeFile(file, randomBytes(size));
    const check = async (): Promise<void> => {
      expect(await text(await storage.open('v1/owner/a.mp4'))).toBe('first');
      throw new Error('Too late.');
    };
    await expect(storage.put('v1/owner/a.mp4', file, check)).rejects.toThrow('Too late.');
    expect(await text(await storage.open('v1/owner/a.mp4'))).toBe('first');
  });

  it('deletes a file, also twice', async () => {
    await storage.put('v1/owner/a.mp4', file);
    await storage.delete('v1/owner/a.mp4');
    await storage.delete('v1/owner/a.mp4');
    expect(await storage.stat('v1/owner/a.mp4')).toBeUndefined();
    await expect(storage.open('v1/owner/a.mp4')).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([
    '../made.mp4',
    '/etc/passwd',
    'v1/../../made.mp4',
    '.unfinished/a',
    '.kinora',
    'v1//a',
    'v1/.a',
    '',
    'a\0b',
    'keys.json',
    'v1/o/a/b',
    'v2/o/a',
  ])('rejects the key %j', async (key) => {
    const missing = { code: 'not_found' };
    await expect(storage.put(key, file)).rejects.toMatchObject(missing);
    await expect(Promise.resolve().then(() => storage.stat(key))).rejects.toMatchObject(missing);
    await expect(storage.open(key)).rejects.toMatchObject(missing);
    await expect(storage.delete(key)).rejects.toMatchObject(missing);
  });

  it('is ready', async () => {
    await expect(storage.check()).resolves.toBeUndefined();
  });
});
