import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SILENT } from '../../base/logger.ts';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { openSources } from './index.ts';
import type { FetchedSource, Sources, SourcesConfig } from './index.ts';
import { startFixtureServer } from '../../outbound/server.fixture.ts';
import type { FixtureServer } from '../../outbound/server.fixture.ts';

const OWNER = { owner: 'abc', cache: true };

let folder: string;
let server: FixtureServer;
let answer: (request: IncomingMessage, response: ServerResponse, count: number) => void;
const opened: Sources[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-sources-'));
  server = await startFixtureServer((request, response, count) => answer(request, response, count));
  answer = versioned('"1"', 'one');
});
afterEach(async () => {
  for (const sources of opened.splice(0)) await sources.close();
  await server.close();
  await rm(folder, { recursive: true });
});

function open(config: Partial<SourcesConfig> = {}): Sources {
  const sources = openSources({
    folder: join(folder, 'cache'),
    allowHosts: ['127.0.0.1'],
    timeouts: { connect: 2000, stall: 2000, total: 20_000, retry: 1 },
    ...config,
  });
  opened.push(sources);
  return sources;
}

function versioned(etag: string, body: string): typeof answer {
  return (request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, { etag }).end(body);
  };
}

async function use(source: FetchedSource): Promise<string> {
  const text = await readFile(source.path, 'utf8');
  await source.release();
  await source.release();
  return text;
}

async function left(): Promise<string[]> {
  const names = await readdir(join(folder, 'cache'), { recursive: true });
  // Each process has a folder for the links of its readers.
  return names.filter((name) => /^(partial[/\\]|readers[/\\][^/\\]+[/\\])/.test(name));
}

test('revalidates and uses the copy at the second fetch', async () => {
  const sources = open();
  expect(await use(await sources.fetch(`${server.url}/a`, OWNER))).toBe('one');
  expect(await use(await sources.fetch(`${server.url}/a`, OWNER))).toBe('one');
  expect(server.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"']);
  expect(await left()).toEqual([]);
});

test('keeps the copy after the process ends', async () => {
  const first = open();
  await use(await first.fetch(`${server.url}/a`, OWNER));
  await first.close();
  await use(await open().fetch(`${server.url}/a`, OWNER));
  expect(server.requests[1]!.headers).toHaveProperty('if-none-match');
});

test('replaces the copy by a new version while a reader keeps the old one', async () => {
  const sources = open();
  const old = await sources.fetch(`${server.url}/a`, OWNER);
  answer = versioned('"2"', 'two');
  expect(await use(await sources.fetch(`${server.url}/a`, OWNER))).toBe('two');
  expect(await use(old)).toBe('one');
});

test('logs a failed sweep', async () => {
  const entries: object[] = [];
  await mkdir(join(folder, 'cache/entries'), { recursive: true });
  await symlink('endless', join(folder, 'cache/entries/endless'));
  const log = { ...SILENT, warn: (fields: object) => void entries.push(fields) };
  const sources = open({ log });
  await use(await sources.fetch(`${server.url}/a`, OWNER));
  await sources.close();
  expect(entries).toEqual([{ err: expect.any(Error) as Error }]);
});

test('does not share copies between owners or queries', async () => {
  const sources = open();
  await use(await sources.fetch(`${server.url}/a?x=1`, OWNER));
  await use(await sources.fetch(`${server.url}/a?x=2`, OWNER));
  await use(await sources.fetch(`${server.url}/a?x=1`, { ...OWNER, owner: 'other' }));
  expect(server.requests.map(({ headers }) => headers['if-none-match'])).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('does not end a fetch because another of the same file has a smaller limit', async () => {
  const sources = open();
  const begun = Promise.withResolvers<undefined>();
  const released = Promise.withResolvers<undefined>();
  answer = (_request, response) => {
    begun.resolve(undefined);
    void released.promise.then(() => response.writeHead(200, { etag: '"1"' }).end('one'));
  };
  const small = failureOf(sources.fetch(`${server.url}/a`, { ...OWNER, maxBytes: 2 }));
  await begun.promise;
  const large = sources.fetch(`${server.url}/a`, OWNER);
  released.resolve(undefined);
  expect(await small).toMatch(/^asset_too_large/);
  expect(await use(await large)).toBe('one');
});

test('downloads again and keeps nothing without the cache', async () => {
  const sources = open();
  await use(await sources.fetch(`${server.url}/a`, OWNER));
  answer = versioned('"1"', 'again');
  const source = await sources.fetch(`${server.url}/a`, { ...OWNER, cache: false });
  expect(await use(source)).toBe('again');
  expect(await left()).toEqual([]);
  expect(await use(await sources.fetch(`${server.url}/a`, OWNER))).toBe('one');
});

test('fails if the server is down, even with a copy', async () => {
  const sources = open();
  await use(await sources.fetch(`${server.url}/a`, OWNER));
  answer = (_request, response) => response.writeHead(503).end();
  expect(await failureOf(sources.fetch(`${server.url}/a`, OWNER))).toMatch(/^asset_unreachable: /);
});

test('shares one download between simultaneous fetches of a URL', async () => {
  const sources = open();
  const all = Array.from({ length: 20 }, () => sources.fetch(`${server.url}/a`, OWNER));
  const found = await Promise.all(all);
  expect(server.requests).toHaveLength(1);
  expect(new Set(found.map(({ path }) => path)).size).toBe(20);
  expect(await Promise.all(found.map(use))).toEqual(all.map(() => 'one'));
});

test('reports the failure of a shared download to all callers', async () => {
  answer = (_request, response) => response.writeHead(404).end();
  const sources = open();
  const all = Array.from({ length: 3 }, () => sources.fetch(`${server.url}/a`, OWNER));
  for (const failure of await Promise.all(all.map(failureOf))) expect(failure).toMatch(/^asset_not_found: /);
  expect(server.requests).toHaveLength(1);
});

test('continues a shared download if one caller leaves', async () => {
  const started = Promise.withResolvers<ServerResponse>();
  answer = (_request, response) => started.resolve(response);
  const abort = new AbortController();
  const sources = open();
  const leaving = sources.fetch(`${server.url}/a`, { ...OWNER, signal: abort.signal });
  const staying = sources.fetch(`${server.url}/a`, OWNER);
  const response = await started.promise;
  abort.abort();
  expect(await failureOf(leaving)).toMatch(/^cancelled: /);
  response.end('one');
  expect(await use(await staying)).toBe('one');
  expect(server.requests).toHaveLength(1);
});

test.each([true, false])(
  'stops a download at the abort and leaves nothing behind (cache: %s)',
  async (cache) => {
    const started = Promise.withResolvers<ServerResponse>();
    answer = (_request, response) => {
      response.write('part', () => started.resolve(response));
    };
    const abort = new AbortController();
    const patient = { timeouts: { stall: 300_000, total: 300_000 } };
    const fetching = open(patient).fetch(`${server.url}/a`, { owner: 'abc', cache, signal: abort.signal });
    const response = await started.promise;
    const ended = new Promise((resolve) => response.once('close', resolve));
    abort.abort();
    expect(await failureOf(fetching)).toMatch(/^cancelled: /);
    expect(await left()).toEqual([]);
    await ended;
  },
);

test('starts a new download after all callers of the previous one have left', async () => {
  const abort = new AbortController();
  answer = (_request, response, count) => {
    if (count === 1) abort.abort();
    else response.end('one');
  };
  const sources = open();
  const first = sources.fetch(`${server.url}/a`, { ...OWNER, signal: abort.signal });
  expect(await failureOf(first)).toMatch(/^cancelled: /);
  expect(await use(await sources.fetch(`${server.url}/a`, OWNER))).toBe('one');
});

test('fetches nothing if the signal has already aborted', async () => {
  const fetching = open().fetch(`${server.url}/a`, { ...OWNER, signal: AbortSignal.abort() });
  expect(await failureOf(fetching)).toMatch(/^cancelled: /);
  expect(server.requests).toHaveLength(0);
});

test('cancels pending fetches and removes unreleased files when it closes', async () => {
  const started = Promise.withResolvers();
  answer = (request, response) => {
    if (request.url === '/slow') started.resolve(0);
    else response.end('one');
  };
  const sources = open();
  await sources.fetch(`${server.url}/a`, OWNER);
  const slow = sources.fetch(`${server.url}/slow`, OWNER);
  await started.promise;
  const [failure] = await Promise.all([failureOf(slow), sources.close()]);
  expect(failure).toMatch(/^cancelled: /);
  expect(await left()).toEqual([]);
});

test('shares copies between processes with the same folder', async () => {
  const [one, two] = [open(), open()];
  const both = await Promise.all([one, two].map((each) => each.fetch(`${server.url}/a`, OWNER)));
  expect(await Promise.all(both.map(use))).toEqual(['one', 'one']);
  await use(await one.fetch(`${server.url}/a`, OWNER));
  expect(server.requests.at(-1)!.headers).toMatchObject({ 'if-none-match': '"1"' });
});

test('refuses a private host, also after a redirect', async () => {
  answer = (_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
  const refused = /^asset_refused: .*KINORA_ALLOW_HOSTS/;
  expect(await failureOf(open({ allowHosts: [] }).fetch(server.url, OWNER))).toMatch(refused);
  expect(server.requests).toHaveLength(0);
  expect(await failureOf(open().fetch(server.url, OWNER))).toMatch(refused);
});

test('reads hosted files from the storage without a request', async () => {
  const file = join(folder, 'stored.mp4');
  await writeFile(file, 'stored');
  const sources = open({
    hostedFiles: {
      baseUrl: server.url,
      filesUrl: `${server.url}/files`,
      open: (path) => (path === '/files/a.mp4' ? file : undefined),
    },
  });
  expect(await use(await sources.fetch(`${server.url}/files/a.mp4`, OWNER))).toBe('stored');
  expect(await failureOf(sources.fetch(`${server.url}/files/b.mp4`, OWNER))).toMatch(/^asset_not_found: /);
  expect(server.requests).toHaveLength(0);
  expect(await readFile(file, 'utf8')).toBe('stored');
});

test('uses local files in place if they are allowed', async () => {
  await writeFile(join(folder, 'clip.mp4'), 'local');
  const sources = open({ localFiles: folder });
  const source = await sources.fetch('clip.mp4', OWNER);
  expect(source.path).toBe(join(folder, 'clip.mp4'));
  expect(await use(source)).toBe('local');
  expect(await readFile(source.path, 'utf8')).toBe('local');
  expect(await failureOf(sources.fetch('none.mp4', OWNER))).toBe(
    `asset_not_found: "none.mp4" was not found. Relative paths start from "${folder}".`,
  );
  expect(await failureOf(open().fetch('clip.mp4', OWNER))).toMatch(/^asset_refused: /);
});
