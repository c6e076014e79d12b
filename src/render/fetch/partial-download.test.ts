import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { type FixtureServer, sendForever, startFixtureServer } from '../../outbound/server.fixture.ts';
import type { InspectedSource, PartialFile } from './fetched-source.ts';
import { openSources, type Sources } from './sources.ts';

const BLOCK = 256 * 1024;
const CONTENT = randomBytes(5 * BLOCK + 1000);
const SIZE = CONTENT.length;

let folder: string;
let server: FixtureServer;
let sources: Sources;
let inspected: InspectedSource | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-remote-'));
  sources = openSources({ folder, allowHosts: ['127.0.0.1'] });
  inspected = undefined;
});
afterEach(async () => {
  await inspected?.release();
  await sources.close();
  await server.close();
  expect(await readdir(join(folder, 'readers'))).toEqual([]);
  await rm(folder, { recursive: true });
});

type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void;

/** A correct server: supports ranges and conditional requests. */
const ranges: Answer = (request, response) => {
  if (request.headers['if-none-match'] === '"1"') {
    response.writeHead(304).end();
    return;
  }
  const [, from = 0, to = SIZE - 1] = (/(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []).map(Number);
  if (from >= SIZE) {
    response.writeHead(416, { 'content-range': `bytes */${SIZE}` }).end();
    return;
  }
  const end = Math.min(to, SIZE - 1);
  response.writeHead(request.headers.range === undefined ? 200 : 206, {
    'content-range': `bytes ${from}-${end}/${SIZE}`,
    etag: '"1"',
  });
  response.end(CONTENT.subarray(from, end + 1));
};

/** Starts a server and opens its file for inspection. */
async function inspect(answer: Answer, cache = true): Promise<PartialFile> {
  server = await startFixtureServer(answer);
  return inspectAgain(cache);
}

async function inspectAgain(cache = true): Promise<PartialFile> {
  inspected = await sources.openForInspection(`${server.url}/a?token=S3CRET`, { owner: 'owner', cache });
  if (typeof inspected.file === 'string') throw new Error('The file is local.');
  return inspected.file;
}

const requestedRanges = () => server.requests.map(({ headers }) => headers.range);

async function piece(file: PartialFile, from: number, count: number): Promise<Buffer> {
  const there = await file.fetchRange(from, count);
  return (await readFile(file.path)).subarray(from, from + there);
}

describe('a remote file', () => {
  test('is fetched in blocks where it is read, each block once', async () => {
    const file = await inspect(ranges);
    expect(file.size).toBe(SIZE);
    expect(await piece(file, 3 * BLOCK + 5, 10)).toEqual(CONTENT.subarray(3 * BLOCK + 5, 3 * BLOCK + 15));
    expect(await piece(file, 3 * BLOCK, BLOCK)).toEqual(CONTENT.subarray(3 * BLOCK, 4 * BLOCK));
    expect(await piece(file, 5, 10)).toEqual(CONTENT.subarray(5, 15));
    expect(requestedRanges()).toEqual([`bytes=0-${BLOCK - 1}`, `bytes=${3 * BLOCK}-${4 * BLOCK - 1}`]);
  });

  test('is fetched in growing ranges if it is read sequentially', async () => {
    const file = await inspect(ranges);
    for (let at = 0; at < SIZE; at += 100_000) await file.fetchRange(at, 100_000);
    expect(await readFile(file.path)).toEqual(CONTENT);
    expect(requestedRanges()).toHaveLength(3);
  });

  test('returns fewer bytes at its end', async () => {
    const file = await inspect(ranges);
    expect(await piece(file, SIZE - 10, 100)).toEqual(CONTENT.subarray(-10));
    expect(await file.fetchRange(SIZE, 100)).toBe(0);
    expect(await file.fetchRange(0, Number.MAX_SAFE_INTEGER)).toBe(SIZE);
  });

  test('of unknown size ends with a short response', async () => {
    const file = await inspect((request, response) => {
      const [, from = 0, to = 0] = (/(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []).map(Number);
      response.writeHead(206, { 'content-range': `bytes ${from}-${Math.min(to, SIZE - 1)}/*` });
      response.end(CONTENT.subarray(from, to + 1));
    });
    expect(file.size).toBeUndefined();
    expect(await file.fetchRange(0, Number.MAX_SAFE_INTEGER)).toBe(SIZE);
    expect(await readFile(file.path)).toEqual(CONTENT);
  });

  test('can be fetched whole', async () => {
    const file = await inspect(ranges);
    expect(await readFile(await file.fetchAll())).toEqual(CONTENT);
    expect(await file.fetchAll()).toBe(await file.fetchAll());
  });

  it('is read in spite of one interruption', async () => {
    const file = await inspect((request, response, count) => {
      if (count === 2) response.destroy();
      else ranges(request, response, count);
    });
    expect(await piece(file, 2 * BLOCK, 10)).toEqual(CONTENT.subarray(2 * BLOCK, 2 * BLOCK + 10));
  });
});

describe('a server without ranges', () => {
  it.each<[string, Answer]>([
    [
      'that reports the size',
      (_request, response) => void response.writeHead(200, { 'content-length': SIZE }).end(CONTENT),
    ],
    ['that does not report the size', (_request, response) => void (response.write(CONTENT), response.end())],
    [
      'that compresses the response',
      (_request, response) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(CONTENT)),
    ],
  ])('%s is read once from the start', async (_what, answer) => {
    const file = await inspect(answer);
    expect(await piece(file, 4 * BLOCK, 10)).toEqual(CONTENT.subarray(4 * BLOCK, 4 * BLOCK + 10));
    expect(await piece(file, 10, 10)).toEqual(CONTENT.subarray(10, 20));
    expect(await file.fetchRange(SIZE - 5, 100)).toBe(5);
    expect(await readFile(file.path)).toEqual(CONTENT);
    expect(server.requests).toHaveLength(1);
  });

  it('is not read beyond the limit of an inspection', async () => {
    const file = await inspect((_request, response) => sendForever(response));
    expect(await failureOf(file.fetchRange(100e6, 1))).toBe(
      `asset_too_large: ${server.url}/a cannot be inspected: more than 64 MB of it would have to be read.`,
    );
    expect(await failureOf(file.fetchRange(0, 1))).toContain('asset_too_large');
  });
});

describe('an inspection fails if its server', () => {
  it.each<[string, Answer, string]>([
    [
      'sends another range',
      (_request, response) =>
        void response.writeHead(206, { 'content-range': `bytes 5-9/${SIZE}` }).end('12345'),
      'asset_unreachable: URL cannot be read: its server sent a different range than requested.',
    ],
    [
      'sends less than announced',
      (_request, response) =>
        void response.writeHead(206, { 'content-range': `bytes 0-${BLOCK - 1}/${SIZE}` }).end('12345'),
      'asset_unreachable: URL cannot be read: its server sent less than it announced.',
    ],
    [
      'has an empty file',
      (_request, response) => void response.writeHead(416, { 'content-range': 'bytes */0' }).end(),
      'asset_not_media: URL is empty.',
    ],
    [
      'does not have the file',
      (_request, response) => void response.writeHead(404).end(),
      'asset_not_found: URL was not found: its server returned 404.',
    ],
    [
      'redirects to a private host',
      (_request, response) => void response.writeHead(302, { location: 'http://10.0.0.1/a' }).end(),
      'asset_refused: URL leads to the host 10.0.0.1, which is private or reserved. Kinora contacts only public hosts and those in KINORA_ALLOW_HOSTS.',
    ],
  ])('%s', async (_what, answer, message) => {
    expect((await failureOf(inspect(answer))).replace(`${server.url}/a`, 'URL')).toBe(message);
  });

  it('changes the file while it is read', async () => {
    const file = await inspect((request, response, count) => {
      const from = Number(/(\d+)-/.exec(request.headers.range ?? '')?.[1]);
      const piece = CONTENT.subarray(from, from + BLOCK);
      const range = `bytes ${from}-${from + piece.length - 1}/${SIZE}`;
      response.writeHead(206, { 'content-range': range, etag: `"${count}"` }).end(piece);
    });
    expect(await failureOf(file.fetchRange(3 * BLOCK, 1))).toBe(
      `asset_unreachable: ${server.url}/a changed while it was read.`,
    );
  });
});

describe('the cache', () => {
  async function fetched(answer: Answer): Promise<void> {
    server = await startFixtureServer(answer);
    const source = await sources.fetch(`${server.url}/a?token=S3CRET`, { owner: 'owner', cache: true });
    await source.release();
    server.requests.length = 0;
  }

  it('is used if the server still has the same version', async () => {
    await fetched(ranges);
    inspected = await sources.openForInspection(`${server.url}/a?token=S3CRET`, {
      owner: 'owner',
      cache: true,
    });
    expect(await readFile(inspected.file as string)).toEqual(CONTENT);
    expect(server.requests).toHaveLength(1);
  });

  it('is used without a request if the entry cannot be revalidated', async () => {
    await fetched((_request, response) => void response.end(CONTENT));
    inspected = await sources.openForInspection(`${server.url}/a?token=S3CRET`, {
      owner: 'owner',
      cache: true,
    });
    expect(await readFile(inspected.file as string)).toEqual(CONTENT);
    expect(server.requests).toHaveLength(0);
  });

  it('is not used for another owner, for another version, or if the edit disables it', async () => {
    let old = true;
    await fetched((request, response, count) => {
      if (old) response.writeHead(200, { etag: '"0"' }).end('old');
      else ranges(request, response, count);
    });
    old = false;
    expect((await inspectAgain()).size).toBe(SIZE);
    await inspected?.release();
    expect((await inspectAgain(false)).size).toBe(SIZE);
    expect(server.requests.at(-1)?.headers['if-none-match']).toBeUndefined();
    await inspected?.release();
    inspected = await sources.openForInspection(`${server.url}/a?token=S3CRET`, {
      owner: 'other',
      cache: true,
    });
    expect(typeof inspected.file).toBe('object');
  });
});
