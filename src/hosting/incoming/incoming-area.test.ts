import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { cutConnection } from '../../destinations/faulty-server.fixture.ts';
import { openDiskStorage } from '../disk-storage.ts';
import { INCOMING_FOLDER } from './incoming-area.ts';
import { FAST_S3_POLICY, type S3Server, startS3Server } from '../s3-server.fixture.ts';
import { openS3Storage } from '../s3-storage.ts';
import { isStorageKey, type Storage } from '../storage.ts';

const SOURCE = 'v1/owner/019a9f3c-a2b4-7d15-9e3f-1c2d3e4f5a6b/source.mp4';
const LIMIT = 10_000_000;

let folder: string;
let server: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-incoming-'));
  server = await startS3Server();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Emits chunks of 64 kB or less, and then an error if one is given. */
function streamOf(bytes: Buffer, error?: Error): Readable {
  return Readable.from(
    (async function* () {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
      await Promise.resolve();
      if (error !== undefined) throw error;
    })(),
    { objectMode: false },
  );
}

describe.each([
  ['a folder', () => openDiskStorage(join(folder, 'files'))],
  ['S3', () => openS3Storage(server.location, FAST_S3_POLICY)],
])('received bytes in %s', (_kind, open) => {
  let storage: Storage;
  let work: string;
  beforeAll(async () => {
    storage = await open();
    work = await mkdtemp(join(folder, 'work-'));
  });
  beforeEach(async () => {
    server.reset();
    for (const { name } of await storage.incoming.list()) await storage.incoming.delete(name);
  });
  afterAll(() => storage.close());

  const fetched = async (name: string) => readFile(await storage.incoming.fetch(name, work));

  it.each([1, 299_999, 300_000, 300_001, 1_234_567])('are kept unchanged: %i', async (length) => {
    const bytes = randomBytes(length);
    expect(await storage.incoming.receive('some_name-1', streamOf(bytes), LIMIT)).toBe(length);
    expect(await storage.incoming.size('some_name-1')).toBe(length);
    expect((await fetched('some_name-1')).equals(bytes)).toBe(true);
  });

  it('are listed with the time of their arrival until they are deleted', async () => {
    const before = Date.now() - 2000;
    await storage.incoming.receive('a', streamOf(Buffer.from('a')), LIMIT);
    await storage.incoming.receive('b', streamOf(Buffer.from('b')), LIMIT);
    const listed = await storage.incoming.list();
    expect(listed.map(({ name }) => name).sort()).toEqual(['a', 'b']);
    for (const { since } of listed) expect(since.getTime()).toBeGreaterThan(before);
    await storage.incoming.delete('a');
    await storage.incoming.delete('a');
    expect((await storage.incoming.list()).map(({ name }) => name)).toEqual(['b']);
    expect(await storage.incoming.size('a')).toBeUndefined();
    expect(await failureOf(storage.incoming.fetch('a', work))).toMatch(/^not_found: /);
  });

  it('become a stored file without being sent again', async () => {
    const bytes = randomBytes(700_000);
    await storage.incoming.receive('a', streamOf(bytes), LIMIT);
    const failing = storage.incoming.publish('a', SOURCE, () => Promise.reject(new Error('Too late.')));
    await expect(failing).rejects.toThrow('Too late.');
    expect(await storage.stat(SOURCE)).toBeUndefined();
    await storage.incoming.publish('a', SOURCE);
    // Again, as after a crash of the worker.
    await storage.incoming.publish('a', SOURCE);
    await storage.incoming.delete('a');
    expect((await buffer(await storage.open(SOURCE))).equals(bytes)).toBe(true);
    expect(await failureOf(storage.incoming.publish('a', SOURCE))).toMatch(/^not_found: /);
  });

  it('are not kept if there are too many', async () => {
    const body = streamOf(randomBytes(1_000_000));
    const receiving = storage.incoming.receive('a', body, 999_999);
    expect(await failureOf(receiving)).toBe(
      'body_too_large: The file is too large: it must have at most 999,999 bytes (KINORA_INGEST_MAX_BYTES).',
    );
    expect(body.destroyed).toBe(false);
    expect(await storage.incoming.list()).toEqual([]);
  });

  it.each([10, 1_000_000])('are not kept if the stream fails after %i', async (length) => {
    const body = streamOf(randomBytes(length), new Error('The connection was cut.'));
    await expect(storage.incoming.receive('a', body, LIMIT)).rejects.toThrow('The connection was cut.');
    expect(await storage.incoming.list()).toEqual([]);
    expect(await storage.incoming.size('a')).toBeUndefined();
  });

  it('are not kept if there are none', async () => {
    expect(await storage.incoming.receive('a', streamOf(Buffer.alloc(0)), LIMIT)).toBe(0);
    expect(await storage.incoming.list()).toEqual([]);
  });

  it.each(['', '.', '..', '../a', 'a/b', 'a.json', 'a\0', 'ä', 'x'.repeat(101)])(
    'cannot have the name %j',
    async (name) => {
      const missing = { code: 'not_found' };
      await expect(storage.incoming.receive(name, streamOf(Buffer.from('a')), LIMIT)).rejects.toMatchObject(
        missing,
      );
      await expect(storage.incoming.fetch(name, work)).rejects.toMatchObject(missing);
      await expect(storage.incoming.size(name)).rejects.toMatchObject(missing);
      await expect(storage.incoming.delete(name)).rejects.toMatchObject(missing);
    },
  );

  it('are not files of the storage', () => {
    for (const key of [`${INCOMING_FOLDER}/a`, `v1/${INCOMING_FOLDER}/a`, `v1/owner/${INCOMING_FOLDER}/a`])
      expect(isStorageKey(key)).toBe(false);
    expect(isStorageKey(SOURCE)).toBe(true);
    expect(isStorageKey(`${SOURCE}/a`)).toBe(false);
  });

  it('of stored files can be copied to another key', async () => {
    await storage.incoming.receive('a', streamOf(Buffer.from('some bytes')), LIMIT);
    await storage.incoming.publish('a', SOURCE);
    const copy = SOURCE.replace('source.mp4', 'copy.webm');
    await storage.copy(SOURCE, copy);
    await storage.delete(SOURCE);
    expect((await buffer(await storage.open(copy))).toString()).toBe('some bytes');
    expect(await failureOf(storage.copy(SOURCE, copy))).toMatch(/^not_found: /);
  });
});

it('an interrupted download from S3 continues where it stopped', async () => {
  const storage = await openS3Storage(server.location, FAST_S3_POLICY);
  const bytes = randomBytes(500_000);
  await storage.incoming.receive('a', streamOf(bytes), LIMIT);
  server.inject(/^GET .*incoming/, cutConnection, (_request, response) => {
    response.writeHead(206, { 'content-length': '500000' });
    response.write(bytes.subarray(0, 200_000), () => response.destroy());
  });
  const path = await storage.incoming.fetch('a', folder);
  expect((await readFile(path)).equals(bytes)).toBe(true);
  await storage.close();
});

it('received bytes on disk are not copied', async () => {
  const files = join(folder, 'linked');
  await mkdir(files);
  const storage = await openDiskStorage(files);
  await storage.incoming.receive('a', streamOf(Buffer.from('a')), LIMIT);
  const path = await storage.incoming.fetch('a', folder);
  await storage.incoming.publish('a', SOURCE);
  expect((await stat(join(files, SOURCE))).ino).toBe((await stat(path)).ino);
  expect(await readdir(join(files, '.unfinished'))).toEqual([]);
});
