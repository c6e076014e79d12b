import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SILENT } from '../../base/logger.ts';
import { download } from './download.ts';
import type { DownloadConfig, DownloadTimeouts } from './download.ts';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { openOutbound } from '../../outbound/index.ts';
import type { Outbound } from '../../outbound/index.ts';
import { sendForever, startFixtureServer } from '../../outbound/server.fixture.ts';
import type { FixtureServer } from '../../outbound/server.fixture.ts';
import type { DownloadResult, Validators } from './download-attempt.ts';

const TIMEOUTS: DownloadTimeouts = { connect: 2000, stall: 2000, total: 20_000, retry: 1 };
const BODY = Buffer.from('0123456789'.repeat(20_000));

let folder: string;
let outbound: Outbound;
const servers: FixtureServer[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-download-'));
  outbound = openOutbound({ allowHosts: ['127.0.0.1'], connectTimeoutMs: TIMEOUTS.connect });
});
afterEach(async () => {
  await outbound.close();
  for (const server of servers.splice(0)) await server.close();
  await rm(folder, { recursive: true });
});

async function started(
  ...args: Parameters<typeof startFixtureServer>
): ReturnType<typeof startFixtureServer> {
  const server = await startFixtureServer(...args);
  servers.push(server);
  return server;
}

function fetched(
  url: string,
  options: {
    limits?: Partial<DownloadConfig>;
    timeouts?: Partial<DownloadTimeouts>;
    known?: Validators;
    signal?: AbortSignal;
  } = {},
): Promise<DownloadResult> {
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const config = { outbound, maxBytes: 1_000_000, timeouts, log: SILENT, ...options.limits };
  const signal = options.signal ?? new AbortController().signal;
  return download(config, { url: new URL(url), file: join(folder, 'file'), known: options.known, signal });
}

const content = (): Promise<Buffer> => readFile(join(folder, 'file'));

/** Returns the failure of a download, and checks that nothing is left of it. */
async function failure(work: Promise<unknown>): Promise<string> {
  const text = await failureOf(work);
  expect(await readdir(folder)).toEqual([]);
  return text;
}

test('downloads a file and returns its validators', async () => {
  const { url } = await started((_request, response) =>
    response.writeHead(200, { etag: '"1"', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' }).end(BODY),
  );
  expect(await fetched(url)).toEqual({
    changed: true,
    bytes: BODY.length,
    validators: { etag: '"1"', lastModified: 'Thu, 01 Jan 2026 00:00:00 GMT' },
  });
  expect((await content()).equals(BODY)).toBe(true);
});

test('transfers nothing if the known version is current', async () => {
  const { url, requests } = await started((_request, response) => response.writeHead(304).end());
  expect(await fetched(url, { known: { etag: '"1"', lastModified: 'then' } })).toEqual({ changed: false });
  expect(requests[0]!.headers).toMatchObject({ 'if-none-match': '"1"', 'if-modified-since': 'then' });
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  [404, 'asset_not_found', 1],
  [410, 'asset_not_found', 1],
  [401, 'asset_unreachable', 1],
  [403, 'asset_unreachable', 1],
  [304, 'asset_unreachable', 1],
  [206, 'asset_unreachable', 1],
  [204, 'asset_not_media', 1],
  [429, 'asset_unreachable', 4],
  [503, 'asset_unreachable', 4],
])(
  'fails for status %i with %s after %i attempts, without secrets in the message',
  async (status, code, attempts) => {
    const { url, requests } = await started((_request, response) => response.writeHead(status).end());
    const error = await failure(fetched(`${url.replace('//', '//user:pass@')}/a.mp4?token=secret`));
    expect(error).toContain(`${code}: ${url}/a.mp4`);
    expect(error).not.toMatch(/user|pass|token|secret/);
    expect(requests).toHaveLength(attempts);
  },
);

test('retries after temporary failures', async () => {
  const { url, requests } = await started((_request, response, count) => {
    if (count === 1) response.destroy();
    else if (count === 2) response.writeHead(503, { 'retry-after': '0' }).end();
    else response.end(BODY);
  });
  await fetched(url);
  expect((await content()).equals(BODY)).toBe(true);
  expect(requests).toHaveLength(3);
});

/** Sends half of the requested bytes, gives the client time to read them, and breaks the connection, until the given attempt. */
function cutting(
  headers: Record<string, string>,
  until: number,
  ranges = true,
): Parameters<typeof startFixtureServer>[0] {
  return (request, response, count) => {
    const offset = ranges ? /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] : undefined;
    const start = Number(offset ?? 0);
    const range =
      offset === undefined ? {} : { 'content-range': `bytes ${start}-${BODY.length - 1}/${BODY.length}` };
    const rest = BODY.subarray(start);
    response.writeHead(offset === undefined ? 200 : 206, {
      ...headers,
      ...range,
      'content-length': rest.length,
    });
    if (count >= until) response.end(rest);
    else response.write(rest.subarray(0, rest.length / 2), () => setTimeout(() => response.destroy(), 200));
  };
}

test.each([
  ['an ETag', { etag: '"1"' }, '"1"'],
  ['a date', { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' }, 'Thu, 01 Jan 2026 00:00:00 GMT'],
])('resumes after an interruption, by %s', async (_kind, headers, condition) => {
  const { url, requests } = await started(cutting(headers, 3));
  await fetched(url);
  expect((await content()).equals(BODY)).toBe(true);
  expect(requests.map((request) => request.headers.range)).toEqual([
    undefined,
    `bytes=${BODY.length / 2}-`,
    `bytes=${BODY.length * 0.75}-`,
  ]);
  expect(requests[1]!.headers['if-range']).toBe(condition);
});

test.each([
  ['without validators', {}, true, undefined],
  ['with a weak tag', { etag: 'W/"1"' }, true, undefined],
  ['without support for ranges', { etag: '"1"' }, false, `bytes=${BODY.length / 2}-`],
])('starts again after an interruption for servers %s', async (_kind, headers, ranges, range) => {
  const { url, requests } = await started(cutting(headers, 2, ranges));
  await fetched(url);
  expect((await content()).equals(BODY)).toBe(true);
  expect(requests.map((request) => request.headers.range)).toEqual([undefined, range]);
});

test('does not join the rest of another version to the first part', async () => {
  const changed = Buffer.alloc(BODY.length, 'y');
  const cut = cutting({ etag: '"1"' }, 9);
  const half = BODY.length / 2;
  const { url } = await started((request, response, count) => {
    const range = { 'content-range': `bytes ${half}-${BODY.length - 1}/${BODY.length}` };
    if (count === 1) cut(request, response, count);
    else if (count === 2) response.writeHead(206, { etag: '"2"', ...range }).end(changed.subarray(half));
    else response.writeHead(200, { etag: '"2"' }).end(changed);
  });
  await fetched(url);
  expect((await content()).equals(changed)).toBe(true);
});

test('resumes if the second response lacks the date of the first', async () => {
  const lastModified = 'Thu, 01 Jan 2026 00:00:00 GMT';
  const cut = cutting({ 'last-modified': lastModified }, 9);
  const { url } = await started((request, response, count) => {
    if (count === 1) cut(request, response, count);
    else cutting({}, 1)(request, response, count);
  });
  expect(await fetched(url)).toMatchObject({ validators: { lastModified } });
  expect((await content()).equals(BODY)).toBe(true);
});

test('fails if the connection breaks at each attempt', async () => {
  const { url, requests } = await started(cutting({ etag: '"1"' }, 99));
  expect(await failure(fetched(url))).toMatch(/^asset_unreachable: .*closed the connection/);
  expect(requests).toHaveLength(4);
});

test('fails without reading if the announced size is above the limit', async () => {
  const { url } = await started((_request, response) => {
    response.writeHead(200, { 'content-length': 1_000_001 }).flushHeaders();
  });
  expect(await failure(fetched(url))).toMatch(/^asset_too_large: .*1,000,000 bytes/);
});

test('stops an endless body at the limit', async () => {
  const { url } = await started((_request, response) => sendForever(response));
  expect(await failure(fetched(url))).toMatch(/^asset_too_large: /);
});

test('accepts a file of exactly the maximum size', async () => {
  const { url } = await started((_request, response) => response.end(BODY));
  expect(await fetched(url, { limits: { maxBytes: BODY.length } })).toMatchObject({ bytes: BODY.length });
});

test('times out if the server never responds or stops in the middle', async () => {
  const { url } = await started((request, response) => {
    if (request.url === '/middle') response.writeHead(200, { 'content-length': 10 }).write('a');
  });
  const timeouts = { stall: 100 };
  expect(await failure(fetched(`${url}/never`, { timeouts }))).toMatch(/^asset_timed_out: /);
  expect(await failure(fetched(`${url}/middle`, { timeouts }))).toMatch(/^asset_timed_out: /);
});

test('stops a slow server at the total time limit', async () => {
  const { url } = await started((_request, response) => {
    const drip = setInterval(() => response.write('a'), 20);
    response.once('close', () => clearInterval(drip));
  });
  expect(await failure(fetched(url, { timeouts: { total: 300 } }))).toMatch(/^asset_timed_out: /);
});

test('fails for an empty body', async () => {
  const { url } = await started((_request, response) => response.end());
  expect(await failure(fetched(url))).toMatch(/^asset_not_media: /);
});

test('distinguishes hosts that do not exist from hosts that do not listen', async () => {
  const server = await startFixtureServer((_request, response) => response.end());
  await server.close();
  expect(await failure(fetched(server.url))).toMatch(/^asset_unreachable: .*refuses/);
  const nowhere = await failure(fetched('http://nowhere.invalid/a?b=c'));
  expect(nowhere).toContain('asset_unreachable: http://nowhere.invalid/a cannot be reached');
});

test('decompresses a body, and stops a decompression bomb at the limit', async () => {
  const { url, requests } = await started((request, response) => {
    const packed = gzipSync(request.url === '/bomb' ? Buffer.alloc(5_000_000) : BODY);
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(request.url === '/short' ? packed.subarray(0, packed.length / 2) : packed);
  });
  await fetched(`${url}/sound`);
  expect((await content()).equals(BODY)).toBe(true);
  expect(requests[0]!.headers['accept-encoding']).toBe('identity');
  await rm(join(folder, 'file'));
  expect(await failure(fetched(`${url}/bomb`))).toMatch(/^asset_too_large: /);
  expect(await failure(fetched(`${url}/short`))).toMatch(/^asset_not_media: /);
});

test('logs each retry with its reason', async () => {
  const entries: object[] = [];
  const log = { ...SILENT, info: (fields: object) => void entries.push(fields) };
  const { url } = await started((_request, response, count) =>
    response.writeHead(count === 1 ? 503 : 200).end('a'),
  );
  await fetched(url, { limits: { log } });
  expect(entries).toEqual([
    { attempt: 1, err: expect.objectContaining({ code: 'asset_unreachable' }) as Error },
  ]);
});

test.each(['rot13', 'constructor'])('fails for the unknown content encoding %s', async (encoding) => {
  const { url } = await started((_request, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(BODY),
  );
  expect(await failure(fetched(url))).toMatch(new RegExp(`^asset_not_media: .*"${encoding}"`));
});

test.each(['before the response', 'in the middle', 'between two attempts'])(
  'leaves nothing behind after an abort %s',
  async (when) => {
    const abort = new AbortController();
    const { url } = await started((_request, response) => {
      if (when === 'between two attempts') response.writeHead(503).end();
      else if (when === 'in the middle') response.writeHead(200, { 'content-length': 10 }).write('a');
      setTimeout(() => abort.abort(), 100);
    });
    const work = fetched(url, { signal: abort.signal, timeouts: { retry: 5000 } });
    expect(await failure(work)).toMatch(/^cancelled: /);
  },
);
