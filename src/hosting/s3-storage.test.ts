import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KinoraError } from '../base/errors.ts';
import { failureOf } from '../base/failure-of.fixture.ts';
import { respondWith, cutConnection, neverRespond } from '../destinations/faulty-server.fixture.ts';
import { FAST_S3_POLICY, type S3Server, startS3Server } from './s3-server.fixture.ts';
import type { S3Location } from './s3-connection.ts';
import { openS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

const BUSY = respondWith(503, '<Error><Code>SlowDown</Code><Message>Reduce your rate.</Message></Error>');
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

describe('wrong S3 settings', () => {
  const opening = (wrong: Partial<S3Location>) =>
    failureOf(openS3Storage({ ...server.location, ...wrong }, FAST_S3_POLICY));

  it.each([
    [{ secretAccessKey: 'hidden-word' }, /SignatureDoesNotMatch/],
    [{ accessKeyId: 'NOBODY' }, /InvalidAccessKeyId/],
    [
      { bucket: 'nowhere' },
      /^invalid_setting: KINORA_STORAGE is "s3:\/\/nowhere\/some\/where", .*NoSuchBucket/,
    ],
    [{ endpoint: 'http://127.0.0.1:1' }, /refuses the connection/],
  ])('prevent the start: %o', async (wrong, reason) => {
    const said = await opening(wrong);
    expect(said).toMatch(/^invalid_setting: KINORA_STORAGE is "s3:[^\n]*S3_SECRET_ACCESS_KEY[^\n]*\.$/);
    expect(said).toMatch(reason);
    expect(said).not.toContain('hidden-word');
  });

  it('leave only the marker in the bucket if they are right', async () => {
    await (await openS3Storage({ ...server.location, prefix: '' }, FAST_S3_POLICY)).close();
    const lines = server.requestLines.map((line) =>
      line.replace(/\?.*/, '').replace(/-[\da-f-]{36}$/, '-UUID'),
    );
    expect(lines).toEqual([
      'PUT /films/.kinora-UUID',
      'HEAD /films/.kinora-UUID',
      'GET /films/',
      'DELETE /films/.kinora-UUID',
      'HEAD /films/.kinora',
      'PUT /films/.kinora',
    ]);
  });

  it('leave no object of a start that ended early', async () => {
    server.inject(/^DELETE/, BUSY, BUSY);
    expect(await opening({})).toMatch(/SlowDown/);
    const listed: string[] = [];
    for await (const { name } of storage.list()) listed.push(name);
    expect(listed).toEqual([KEY]);
    server.reset();
    await (await openS3Storage(server.location, FAST_S3_POLICY)).close();
    expect(server.requestLines.filter((line) => line.startsWith('DELETE'))).toHaveLength(2);
  });
});

describe('a temporary failure of S3', () => {
  it('is retried', async () => {
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
    ['stays busy', BUSY],
    ['refuses access', respondWith(403, '<Error><Code>AccessDenied</Code></Error>')],
    ['closes the connection', (request: { socket: { destroy(): unknown } }) => void request.socket.destroy()],
  ])('is reported without details if S3 %s', async (_what, fault) => {
    for (const [work, doing] of [
      [() => storage.stat(KEY), 'could not find the file'],
      [() => storage.open(KEY), 'could not read the file'],
      [() => storage.delete(KEY), 'could not remove the file'],
      [() => storage.put(KEY, file), 'could not store the file'],
    ] as const) {
      server.inject(/./, fault, fault, fault);
      const error: unknown = await work().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(KinoraError);
      expect(error).toMatchObject({
        code: 'storage_failed',
        message: `The storage of Kinora ${doing}. Try again later.`,
        cause: expect.objectContaining({ message: expect.stringMatching(/^S3 /) as string }) as Error,
      });
    }
  });

  it('ends by the time limit if S3 never responds', async () => {
    server.inject(/./, neverRespond, neverRespond);
    expect(await failureOf(storage.open(KEY))).toMatch(/^storage_failed: /);
  });

  it('ends a reader if S3 stops in the middle of a file', async () => {
    server.inject(/./, (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('a beginning');
    });
    await expect(text(await storage.open(KEY))).rejects.toThrow();
  });

  it('leaves no parts of an upload when the storage closes', async () => {
    const other = await openS3Storage(server.location, FAST_S3_POLICY);
    const large = join(folder, 'large.mp4');
    await writeFile(large, Buffer.alloc(FAST_S3_POLICY.partBytes + 1));
    server.inject(/partNumber=/, neverRespond);
    const stored = failureOf(other.put('v1/owner/large.mp4', large));
    await expect.poll(() => server.requestLines.join('\n')).toContain('partNumber=');
    await other.close();
    expect(server.requestLines.filter((line) => /^DELETE .*uploadId=/.test(line))).toHaveLength(1);
    expect(await stored).toMatch(/^stopping: /);
  });

  it('leaves no parts of an upload when its signal aborts', async () => {
    server.inject(/partNumber=/, neverRespond);
    const large = join(folder, 'large.mp4');
    await writeFile(large, Buffer.alloc(FAST_S3_POLICY.partBytes + 1));
    const job = new AbortController();
    const stored = failureOf(storage.put('v1/owner/large.mp4', large, undefined, job.signal));
    await expect.poll(() => server.requestLines.join('\n')).toContain('partNumber=');
    job.abort(new KinoraError('stopping', 'The server is stopping. Try again later.'));
    expect(await stored).toMatch(/^stopping: /);
    expect(server.requestLines.filter((line) => /^DELETE .*uploadId=/.test(line))).toHaveLength(1);
  });

  it('does not delay the closing of the storage', async () => {
    const other = await openS3Storage(server.location, FAST_S3_POLICY);
    server.inject(/./, neverRespond, neverRespond);
    const asked = failureOf(other.stat(KEY));
    await other.close();
    expect(await asked).toMatch(/^stopping: /);
  });
});
