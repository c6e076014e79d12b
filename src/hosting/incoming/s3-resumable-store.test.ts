import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Upload } from '@tus/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isPartFolder } from '../../base/disk/part-folder.ts';
import { FAST_S3_POLICY, type S3Server, startS3Server } from '../s3-server.fixture.ts';
import { openS3Storage } from '../s3-storage.ts';

let folder: string;
let server: S3Server;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-parts-test-'));
  server = await startS3Server();
  vi.stubEnv('TMPDIR', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
  await rm(folder, { recursive: true });
});

it('keeps the parts that wait to be sent in a folder that goes with the last one', async () => {
  const storage = await openS3Storage(server.location, FAST_S3_POLICY);
  const store = await storage.incoming.openResumableStore({ expirationMs: 0 });
  const { datastore } = store;
  const bytes = randomBytes(1_000_000);
  const received = ['one', 'two'].map(async (name, index) => {
    const upload = new Upload({ id: store.idOf(name), offset: 0, size: bytes.length });
    await datastore.create(upload);
    // The stream may break before the store reads it, as a request may.
    const source = new PassThrough().on('error', () => undefined);
    const written = datastore.write(source, upload.id, 0);
    source.write(bytes.subarray(0, 100_000));
    await vi.waitFor(async () => {
      const [own = '', ...others] = await readdir(folder);
      expect([isPartFolder(own), others]).toEqual([true, []]);
      expect((await readdir(join(folder, own))).length).toBeGreaterThan(0);
    }, 5000);
    if (index === 0) source.end(bytes.subarray(100_000));
    else source.destroy(new Error('The client is gone.'));
    return await written;
  });
  const [whole, cut] = await Promise.allSettled(received);
  expect(whole).toMatchObject({ status: 'fulfilled', value: bytes.length });
  expect(cut).toMatchObject({ status: 'rejected' });
  expect(await storage.incoming.size('one')).toBe(bytes.length);
  expect(await readdir(folder)).toEqual([]);
  await storage.close();
});
