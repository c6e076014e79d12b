import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEYS, openTestServer, type TestServer } from '../src/server/http/server.fixture.ts';
import { listRoutes, type Route } from './routes.ts';
import { type Work, WorkWatch } from './watch-work.ts';
import { listEdit, type StoredIds, worstRequestsFor } from './worst-requests.ts';

/** More than the thread of the server parses itself, and few enough for a fast test. */
const LARGEST = { body: 200_000, agent: 200_000 };
/**
 * The most that the requests for a route may make the thread of the server do. A body of the largest size exceeds
 * this if the thread parses it, writes it, searches it or loops over what is in it.
 */
const MOST: Work = { blocks: 4_000_000, json: 128_000, searched: 64_000 };
const AGENT_HEADERS = { accept: 'application/json, text/event-stream' };

const routes: Route[] = [];
let folder: string;
let server: TestServer;
let stored: StoredIds;

/** Sends a request with a valid key. Returns the body of the response. */
async function send(
  { method, path }: Route,
  body?: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const all = {
    'x-api-key': KEYS.v1,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  };
  const payload = body === undefined ? {} : { payload: body };
  return (await server.app.inject({ method: method as 'GET', url: path, headers: all, ...payload })).body;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-studio-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<head></head>');
  const all = listRoutes();
  server = await openTestServer(undefined, 1000, { studioFolder: folder });
  // Work at the start of listening must not count as work of a request.
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  // HEAD is GET without a body, and the routes without a prefix are those of the Edit API.
  routes.push(...all.filter(({ method, path }) => method !== 'HEAD' && !path.startsWith('/:version')));
  const clip = `{"asset":{"type":"text","text":"${'a'.repeat(900)}"},"start":0,"length":1}`;
  const edit = `{"timeline":{"tracks":[{"clips":[${Array(200).fill(clip).join()}]}]},"output":{"format":"mp4","resolution":"sd"}}`;
  const idOf = (body: string): string => (JSON.parse(body) as { response: { id: string } }).response.id;
  const idOfSource = (body: string): string => (JSON.parse(body) as { data: { id: string } }).data.id;
  const post = (path: string, body: string) => send({ method: 'POST', path }, body, AGENT_HEADERS);
  const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"validate","arguments":${listEdit(190_000)}}}`;
  // The schemas of the pieces are made once, by the first call that needs them.
  await post(
    '/mcp',
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"schema","arguments":{"names":["Clip"]}}}`,
  );
  stored = {
    render: idOf(await post('/edit/v1/render', edit)),
    templates: idOf(await post('/edit/v1/templates', `{"name":"a","template":${edit}}`)),
    sources: idOfSource(await post('/ingest/v1/sources', '{"url":"http://a.example/a.mp4"}')),
    heldEdit: /e-[0-9a-f]{12}/.exec(await post('/mcp', call))?.[0] ?? '',
  };
}, 120_000);
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

describe('the thread of the server', () => {
  it(
    'parses, writes, searches and computes no large body, whatever the route',
    { timeout: 120_000 },
    async () => {
      expect(stored['heldEdit']).not.toBe('');
      expect(routes.length).toBeGreaterThan(45);
      await using watch = await WorkWatch.start();
      const tooMuch: unknown[] = [];
      for (const [turn, route] of routes.entries()) {
        await watch.take();
        // Each route gets some of the long headers in turn, because most are read before the route is known.
        const requests = [...worstRequestsFor(route, { stored, largest: LARGEST })].filter(
          ({ name }, place) => !name.startsWith('a long ') || place % 5 === turn % 5,
        );
        for (const { method = '', path = '', body, headers } of requests)
          await send({ method, path }, body, headers);
        const work = await watch.take();
        const isTooMuch = Object.entries(MOST).some(([kind, most]) => work[kind as keyof Work] > most);
        if (isTooMuch) tooMuch.push({ ...route, ...work });
      }
      expect(tooMuch).toEqual([]);
    },
  );
});
