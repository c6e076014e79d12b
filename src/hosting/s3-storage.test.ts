import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { KinoraError } from '../base/errors.ts';
import { failureOf } from '../base/failure-of.fixture.ts';
import { respondWith, cutConnection, neverRespond } from '../destinations/faulty-server.fixture.ts';
import { FAST_S3_POLICY, type S3Server, startS3Server } from './s3-server.fixture.ts';
import type { S3Location } from './s3-connection.ts';
import { openS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

const BUSY = respondWith(503, '<Error><Code>SlowDown</Code><Message>Less, please.</Message></Error>');
const KEY = 'v1/owner/a.mp4';
const BRIEF = { ...FAST_S3_POLICY.interactive, timeoutMs: 200, attempts: 2 };

let folder: string;
let file: string;
let server: S3Server;
let storage: Storage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-s3-storage-'));
  file = join(folder, 'film.mp4');
  await writeFile(file, 'a film');
  server = await startS3Server();
  storage = await openS3Storage(server.location, { ...FAST_S3_POLICY, uploads: BRIEF, interactive: BRIEF });
  await storage.put(KEY, file);
});
afterAll(async () => {
  await storage.close();
  await server.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => server.reset());

describe('S3 that is not what the settings say', () => {
  const opening = (wrong: Partial<S3Location>) =>
    failureOf(openS3Storage({ ...server.location, ...wrong }, FAST_S3_POLICY));

  it.each([
    [{ secretAccessKey: 'hidden-word' }, /SignatureDoesNotMatch/],
    [{ accessKeyId: 'NOBODY' }, /InvalidAccessKeyId/],
    [
      { bucket: 'nowhere' },
      /^invalid_setting: KINORA_STORAGE is "s3:\/\/nowhere\/some\/where", .*NoSuchBucket/,
    ],
    [{ endpoint: 'http://127.0.0.1:1' }, /ECONNREFUSED/],
  ])('stops the start: %o', async (wrong, reason) => {
    const said = await opening(wrong);
    expect(said).toMatch(/^invalid_setting: KINORA_STORAGE is "s3:[^\n]*S3_SECRET_ACCESS_KEY[^\n]*\.$/);
    expect(said).toMatch(reason);
    expect(said).not.toContain('hidden-word');
  });

  it('leaves nothing but its mark when all is well', async () => {
    await (await openS3Storage({ ...server.location, prefix: '' }, FAST_S3_POLICY)).close();
    expect(server.requestLines.map((line) => line.replace(/\?.*|-[0-9a-f-]{36}/g, ''))).toEqual([
      'PUT /films/.kinora',
      'HEAD /films/.kinora',
      'DELETE /films/.kinora',
      'HEAD /films/.kinora',
      'PUT /films/.kinora',
    ]);
  });
});

describe('S3 that has a bad moment', () => {
  it('is asked again', async () => {
    server.inject(/./, BUSY);
    expect(await storage.stat(KEY)).toMatchObject({ size: 6 });
    server.inject(/./, BUSY);
    expect(await text(await storage.open(KEY))).toBe('a film');
    server.inject(/./, cutConnection);
    await storage.put(KEY, file);
    server.inject(/./, BUSY);
    await storage.delete('v1/owner/none.mp4');
  });

  it.each([
    ['is busy', BUSY],
    ['refuses', respondWith(403, '<Error><Code>AccessDenied</Code></Error>')],
    ['hangs up', (request: { socket: { destroy(): unknown } }) => void request.socket.destroy()],
  ])('is told of when it %s for longer, without what it said', async (_what, fault) => {
    for (const [work, doing] of [
      [() => storage.stat(KEY), 'did not say what it has'],
      [() => storage.open(KEY), 'did not give the file'],
      [() => storage.delete(KEY), 'did not remove the file'],
      [() => storage.put(KEY, file), 'could not take the file'],
    ] as const) {
      server.inject(/./, fault, fault, fault);
      const error: unknown = await work().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(KinoraError);
      expect(error).toMatchObject({
        code: 'storage_failed',
        message: `Our storage ${doing}; try again later.`,
        cause: expect.objectContaining({ message: expect.stringMatching(/^S3 /) as string }) as Error,
      });
    }
  });

  it('is not waited for without end', async () => {
    server.inject(/./, neverRespond, neverRespond);
    expect(await failureOf(storage.open(KEY))).toMatch(/^storage_failed: /);
  });

  it('does not hold a reader when it stops in the middle', async () => {
    server.inject(/./, (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('a beginning');
    });
    await expect(text(await storage.open(KEY))).rejects.toThrow();
  });

  it('keeps no part of an upload that the end breaks off', async () => {
    const other = await openS3Storage(server.location, FAST_S3_POLICY);
    const large = join(folder, 'large.mp4');
    await writeFile(large, Buffer.alloc(FAST_S3_POLICY.partBytes + 1));
    server.inject(/partNumber=/, neverRespond);
    const stored = failureOf(other.put('v1/owner/large.mp4', large));
    await vi.waitFor(() => expect(server.requestLines.join('\n')).toContain('partNumber='));
    await other.close();
    expect(server.requestLines.filter((line) => /^DELETE .*uploadId=/.test(line))).toHaveLength(1);
    expect(await stored).toMatch(/^stopping: /);
  });

  it('keeps no part of an upload that whoever asked for it breaks off', async () => {
    server.inject(/partNumber=/, neverRespond);
    const large = join(folder, 'large.mp4');
    await writeFile(large, Buffer.alloc(FAST_S3_POLICY.partBytes + 1));
    const job = new AbortController();
    const stored = failureOf(storage.put('v1/owner/large.mp4', large, undefined, job.signal));
    await vi.waitFor(() => expect(server.requestLines.join('\n')).toContain('partNumber='));
    job.abort(new KinoraError('stopping', 'The server is stopping; try again later.'));
    expect(await stored).toMatch(/^stopping: /);
    expect(server.requestLines.filter((line) => /^DELETE .*uploadId=/.test(line))).toHaveLength(1);
  });

  it('is not waited for at the end', async () => {
    const other = await openS3Storage(server.location, FAST_S3_POLICY);
    server.inject(/./, neverRespond, neverRespond);
    const asked = failureOf(other.stat(KEY));
    await other.close();
    expect(await asked).toMatch(/^stopping: /);
  });
});
