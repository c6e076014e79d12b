import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { respondWith, neverRespond } from '../../../destinations/faulty-server.fixture.ts';
import { createFileAddresses, type FileAddresses } from '../../../hosting/addresses/file-addresses.ts';
import { FAST_S3_POLICY, type S3Server, startS3Server } from '../../../hosting/s3-server.fixture.ts';
import { openS3Storage } from '../../../hosting/s3-storage.ts';
import { editErrorBody, createErrorHandler } from '../response/errors.ts';
import { ADDRESSES } from '../server.fixture.ts';
import { fileRoutes } from './file-routes.ts';

const isBeingMade = (): Promise<boolean> => Promise.resolve(false);

const KEY = 'v1/owner/film.mp4';
const bytes = randomBytes(1_000_000);
const closing: (() => Promise<unknown>)[] = [];
let folder: string;
let server: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-remote-'));
  await writeFile(join(folder, 'film'), bytes);
  server = await startS3Server();
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
  await server.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => server.reset());

async function serveFrom(
  redirect: boolean,
  addresses: FileAddresses,
  stallMs?: number,
): Promise<{ origin: string; app: FastifyInstance }> {
  const storage = await openS3Storage({ ...server.location, redirect }, FAST_S3_POLICY);
  await storage.put(KEY, join(folder, 'film'));
  const app = fastify();
  app.setErrorHandler(createErrorHandler(editErrorBody));
  fileRoutes(app, { storage, addresses, isBeingMade, ...(stallMs !== undefined && { stallMs }) });
  await app.listen({ host: '127.0.0.1', port: 0 });
  closing.push(
    () => storage.close(),
    () => app.close(),
  );
  return { app, origin: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
}

describe('files in S3 through the server', () => {
  let origin: string;
  beforeAll(async () => {
    ({ origin } = await serveFrom(false, ADDRESSES));
  });
  const get = (init: RequestInit = {}, key = KEY) => fetch(`${origin}/files/${key}`, init);

  it('are served whole and in ranges', async () => {
    const whole = await get();
    expect(whole.headers.get('content-type')).toBe('video/mp4');
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const part = await get({ headers: { range: 'bytes=299990-600009' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 299990-600009/1000000']);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(299_990, 600_010))).toBe(true);
    expect((await get({ headers: { range: 'bytes=1000000-' } })).status).toBe(416);
  });

  it('answer HEAD without a body, and are not sent again', async () => {
    const head = await get({ method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '1000000']);
    const again = await get({ headers: { 'if-none-match': head.headers.get('etag')! } });
    expect(again.status).toBe(304);
    expect(server.requestLines.every((line) => line.startsWith('HEAD '))).toBe(true);
  });

  it('may be missing', async () => {
    const answer = await get({}, 'v1/owner/none.mp4');
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { response: { error: { code: 'not_found' } } },
    ]);
  });

  it('return 503 while S3 fails', async () => {
    for (const fault of [respondWith(503), respondWith(403, 'secret')]) {
      for (const which of [/^HEAD/, /^GET/]) {
        server.inject(which, fault, fault);
        const answer = await get();
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, null]);
        expect(answer.headers.get('content-type')).toContain('application/json');
        expect(await answer.text()).toMatch(
          /"code":"storage_failed","message":"The storage of Kinora could not /,
        );
      }
    }
  });

  it('break off if the connection to S3 does', async () => {
    server.inject(/^GET/, (_request, response) => {
      response.writeHead(206, { 'content-length': '1000000' }).write('a beginning');
      setTimeout(() => response.destroy(), 50);
    });
    await expect(get({ headers: { range: 'bytes=0-' } }).then((answer) => answer.text())).rejects.toThrow();
  });

  it('close the connection to S3 when the client disconnects', async () => {
    const gone = new Promise<void>((resolve) => {
      server.inject(/^GET/, (request, response) => {
        neverRespond(request, response);
        response.on('close', resolve);
        response.writeHead(206, { 'content-length': '1000000' }).write('a beginning');
      });
    });
    const request = httpRequest(`${origin}/files/${KEY}`, { headers: { range: 'bytes=0-' } });
    request.on('response', () => request.destroy()).on('error', () => undefined);
    request.end();
    await gone;
  });
});

describe('files in S3 by redirect', () => {
  let origin: string;
  beforeAll(async () => {
    ({ origin } = await serveFrom(true, ADDRESSES));
  });

  it('are served by S3, with their names', async () => {
    const answer = await fetch(`${origin}/files/${KEY}?download`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'private, max-age=1800']);
    const address = answer.headers.get('location')!;
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/films\/some\/where\/v1\/owner\/film\.mp4\?/);
    expect(address).not.toContain(server.location.secretAccessKey + '&');
    const there = await fetch(address, { headers: { range: 'bytes=5-9' } });
    expect(there.status).toBe(206);
    expect(there.headers.get('content-type')).toBe('video/mp4');
    expect(there.headers.get('content-disposition')).toBe('attachment; filename="film.mp4"');
    expect(Buffer.from(await there.arrayBuffer()).equals(bytes.subarray(5, 10))).toBe(true);
  });

  it('are downloaded from S3 if they may have scripts, because S3 sends no sandbox', async () => {
    const storage = await openS3Storage({ ...server.location, redirect: true }, FAST_S3_POLICY);
    await storage.put('v1/owner/a.svg', join(folder, 'film'));
    await storage.close();
    const answer = await fetch(`${origin}/files/v1/owner/a.svg`);
    expect([answer.redirected, answer.headers.get('content-disposition')]).toEqual([
      true,
      'attachment; filename="a.svg"',
    ]);
  });

  it('redirect HEAD, and return 404 if they are missing', async () => {
    const head = await fetch(`${origin}/files/${KEY}`, { method: 'HEAD' });
    expect([head.redirected, head.status, head.headers.get('content-length')]).toEqual([
      true,
      200,
      '1000000',
    ]);
    expect((await fetch(`${origin}/files/v1/owner/none.mp4`)).status).toBe(404);
  });
});

describe('files behind signed addresses', () => {
  let app: FastifyInstance;
  const addresses = createFileAddresses({ publicUrl: () => '', cdnUrl: undefined, secret: 'a secret' });
  beforeAll(async () => {
    ({ app } = await serveFrom(false, addresses));
  });

  it('are served for a valid URL, without shared caching', async () => {
    const answer = await app.inject({ url: `${addresses.urlOf(KEY)}&download` });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, max-age=3600']);
  });

  it.each(['', '?expires=99999999999&signature=abc'])(
    'are rejected for "%s", whether they exist or not',
    async (query) => {
      for (const key of [KEY, 'v1/owner/none.mp4']) {
        const answer = await app.inject({ url: `/files/${key}${query}` });
        expect([answer.statusCode, answer.json<object>()]).toMatchObject([
          403,
          { response: { error: { code: 'address_expired' } } },
        ]);
      }
      expect(server.requestLines).toEqual([]);
    },
  );
});

describe('a client that stops reading', () => {
  it('is disconnected, and its file is not read ahead', async () => {
    const { origin } = await serveFrom(false, ADDRESSES, 100);
    let sent = 0;
    server.inject(/^GET/, (request, response) => {
      neverRespond(request, response);
      const chunk = Buffer.alloc(100_000);
      response.writeHead(206, { 'content-length': '1000000000' });
      const more = (): void => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      };
      response.on('drain', more);
      more();
    });
    const request = httpRequest(`${origin}/files/${KEY}`, { headers: { range: 'bytes=0-' } });
    const ended = new Promise((resolve) => {
      request.on('response', (response) => {
        response.pause();
        // Nothing is read, so only the socket sees the end.
        response.socket.on('close', resolve);
      });
      request.on('error', resolve);
    });
    request.end();
    await wait(1000);
    request.destroy();
    await ended;
    expect(sent).toBeLessThan(50_000_000);
  });
});
