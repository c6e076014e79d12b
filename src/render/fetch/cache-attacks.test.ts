import { mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { type FixtureServer, sendForever, startFixtureServer } from '../../outbound/server.fixture.ts';
import { cacheKeyOf } from './cache.ts';
import { openSources, type Sources } from './sources.ts';

vi.mock('node:fs/promises', { spy: true });

let folder: string;
let server: FixtureServer;
let sources: Sources;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-attacks-'));
  server = await startFixtureServer((request, response) => answer(request, response));
  sources = openSources({
    folder,
    allowHosts: ['127.0.0.1', 'localhost'],
    maxBytes: 5_000_000,
    timeouts: { stall: 5000, retry: 1 },
  });
});
afterEach(async () => {
  vi.mocked(statfs).mockReset();
  await sources.close();
  await server.close();
  await rm(folder, { recursive: true });
});

/** Fetches a source for an owner. Returns its content, or the code of the failure. */
async function get(owner: string, url: string): Promise<string> {
  const fetching = sources.fetch(url, { owner, cache: true });
  const source = await fetching.catch(() => undefined);
  if (source === undefined) return (await failureOf(fetching)).replace(/:.*/s, '');
  try {
    return await readFile(source.path, 'utf8');
  } finally {
    await source.release();
  }
}

describe('the cache of one owner gives nothing to another one', () => {
  const SECRET = 'what only A may read';

  test('a file that A read with credentials is refused to B without them, or with others', async () => {
    answer = ({ headers }, response) => {
      const isOpen = headers.authorization === `Basic ${Buffer.from('a:1').toString('base64')}`;
      response.writeHead(isOpen ? 200 : 401, { etag: '"1"' }).end(isOpen ? SECRET : 'no');
    };
    const at = (credentials: string): string => `${server.url.replace('//', `//${credentials}`)}/film.mp4`;
    expect(await get('A', at('a:1@'))).toBe(SECRET);
    for (const credentials of ['', 'b:1@', 'a:2@', 'a@', ':1@', 'A:1@'])
      expect([credentials, await get('B', at(credentials))]).toEqual([credentials, 'asset_unreachable']);
    // A without the credentials does not get the file either.
    expect(await get('A', at(''))).toBe('asset_unreachable');
  });

  test('a server that always answers "not modified" gives B nothing of A', async () => {
    answer = ({ headers }, response) => {
      const isFirst = headers['if-none-match'] === undefined && server.requests.length === 1;
      response.writeHead(isFirst ? 200 : 304, { etag: '"same"' }).end(isFirst ? SECRET : undefined);
    };
    const url = `${server.url}/film.mp4`;
    expect(await get('A', url)).toBe(SECRET);
    expect(await get('B', url)).toBe('asset_unreachable');
    expect(server.requests[1]?.headers).not.toHaveProperty('if-none-match');
    expect(await get('A', url)).toBe(SECRET);
  });

  test('the same ETag for other URLs and owners mixes nothing up', async () => {
    answer = ({ url = '', headers }, response) => {
      if (headers['if-none-match'] !== undefined) response.writeHead(304).end();
      else response.writeHead(200, { etag: '"same"' }).end(`${url} ${server.requests.length}`);
    };
    const [one, two] = [`${server.url}/one`, `${server.url}/two`];
    const first = [await get('A', one), await get('B', one), await get('A', two), await get('B', two)];
    expect(first).toEqual(['/one 1', '/one 2', '/two 3', '/two 4']);
    expect([await get('A', one), await get('B', one), await get('A', two), await get('B', two)]).toEqual(
      first,
    );
  });

  test('what B reads through a redirect does not replace what A has at its end', async () => {
    let target = 'good';
    answer = ({ url = '' }, response) => {
      if (url === '/turn') response.writeHead(302, { location: `/${target}`, etag: '"1"' }).end();
      else response.writeHead(200, { etag: `"${url}"` }).end(url);
    };
    expect([await get('A', `${server.url}/turn`), await get('A', `${server.url}/good`)]).toEqual([
      '/good',
      '/good',
    ]);
    target = 'evil';
    expect(await get('B', `${server.url}/turn`)).toBe('/evil');
    expect(await get('A', `${server.url}/good`)).toBe('/good');
    // A redirect is not kept. Its target is asked for each time.
    expect(await get('A', `${server.url}/turn`)).toBe('/evil');
  });

  test('the key holds the owner and the whole URL, in the one spelling of URLs', () => {
    const key = (owner: string, url: string): string => cacheKeyOf(owner, new URL(url));
    const base = key('a', 'http://h.example/x?y');
    for (const same of ['HTTP://H.EXAMPLE/x?y', 'http://h.example:80/x?y', 'http://h.example/z/../x?y'])
      expect(key('a', same)).toBe(base);
    const others = [
      ['b', 'http://h.example/x?y'],
      ['a","http://h.example/x?y', 'http://h.example/'],
      ['a', 'http://u@h.example/x?y'],
      ['a', 'http://u:p@h.example/x?y'],
      ['a', 'https://h.example/x?y'],
      ['a', 'http://h.example:81/x?y'],
      ['a', 'http://h.example./x?y'],
      ['a', 'http://h.example/X?y'],
      ['a', 'http://h.example/%78?y'],
      ['a', 'http://h.example/x?y&'],
      ['a', 'http://h.example/x%3fy'],
    ] as const;
    const keys = others.map(([owner, url]) => key(owner, url));
    expect(new Set([base, ...keys]).size).toBe(others.length + 1);
  });

  test('a fragment does not make another entry, and is not sent', async () => {
    answer = ({ url = '' }, response) => response.writeHead(200, { etag: '"1"' }).end(url);
    expect(await get('A', `${server.url}/film#one`)).toBe('/film');
    expect(await get('A', `${server.url}/film#two`)).toBe('/film');
    expect(server.requests[1]?.headers['if-none-match']).toBe('"1"');
  });
});

describe('a source that does not end', () => {
  const list = async (): Promise<string[]> => {
    const folders = await Promise.all(['entries', 'partial'].map((name) => readdir(join(folder, name))));
    return folders.flat();
  };
  const sayRoom = (bytes: number): void =>
    // Only these members are read.
    void vi
      .mocked(statfs)
      .mockResolvedValue({ bavail: bytes, bsize: 1 } as Awaited<ReturnType<typeof statfs>>);
  const fail = (): Promise<string> =>
    failureOf(sources.fetch(`${server.url}/film.mp4`, { owner: 'A', cache: true }));

  test.each<[string, (response: ServerResponse) => void]>([
    ['in chunks', (response) => sendForever(response)],
    [
      'in a gzip of zeros',
      (response) => {
        const gzip = createGzip();
        response.writeHead(200, { 'content-encoding': 'gzip' });
        gzip.pipe(response);
        const write = (): void => {
          if (!response.destroyed) gzip.write(Buffer.alloc(1_000_000), write);
        };
        write();
      },
    ],
  ])('%s ends at the limit, which its owner learns, and leaves no file', async (_how, send) => {
    answer = (_request, response) => send(response);
    expect(await fail()).toBe(
      `asset_too_large: ${server.url}/film.mp4 is too large: a file must have at most 5,000,000 bytes.`,
    );
    expect(await list()).toEqual([]);
  });

  test('ends sooner on a small disk', async () => {
    answer = (_request, response) => sendForever(response);
    sayRoom(8_000_000);
    expect(await fail()).toContain('this machine has room for 1,000,000 bytes of it. Have the server send');
    expect(await list()).toEqual([]);
  });

  test('needs no room for what it only announces', async () => {
    answer = (_request, response) => response.writeHead(200, { 'content-length': '5000001' }).end();
    expect(await fail()).toContain('at most 5,000,000 bytes');
    expect(await list()).toEqual([]);
  });

  test('may not send more in ranges than it announces at first', async () => {
    const part = Buffer.alloc(1_000_000);
    answer = ({ headers }, response) => {
      const from = /^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1];
      const type = { etag: '"1"', 'content-range': `bytes ${from ?? 0}-${Number(from) + 4_999_999}/9999999` };
      // Announces more than it sends, and closes the connection each time.
      response.writeHead(from === undefined ? 200 : 206, { ...type, 'content-length': '2000000' });
      response.write(part, () => response.destroy());
    };
    expect(await fail()).toMatch(/^asset_(unreachable|too_large): /);
    expect(server.requests.length).toBeLessThanOrEqual(4);
    expect(await list()).toEqual([]);
  });
});
