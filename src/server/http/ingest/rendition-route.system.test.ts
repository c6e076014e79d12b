import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestServer, type TestServer } from '../server.fixture.ts';
import { importSource } from './import-source.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

interface ShownSource {
  readonly outputs?: {
    readonly renditions: readonly { id: string; status: string; transformation: object }[];
  };
}

async function createSource(body: object = {}): Promise<string> {
  const url = 'https://example.com/a.mp4';
  const answer = await server.ask('POST', '/ingest/v1/sources', { url, ...body });
  return answer.json<{ data: { id: string } }>().data.id;
}

const ready = (id: string) => importSource(server.parts.database.tables, `v1/${server.owners.v1}`, id);
const add = (id: string, renditions: unknown, version = 'v1') =>
  server.ask('POST', `/ingest/${version}/sources/${id}/renditions`, { renditions });

async function renditionsOf(id: string) {
  const answer = await server.ask('GET', `/ingest/v1/sources/${id}`);
  const { data } = answer.json<{ data: { attributes: ShownSource } }>();
  return data.attributes.outputs?.renditions ?? [];
}

it('queues renditions after those that the source has', async () => {
  const id = await createSource({ outputs: { renditions: [{ format: 'webm' }] } });
  await ready(id);
  const enqueue = vi.spyOn(server.parts.queue.renditions, 'enqueue');
  const answer = await add(id, [{ format: 'jpg' }, { format: 'mp4', size: { height: 360 } }]);
  expect(answer.statusCode).toBe(201);
  const { data } = answer.json<{ data: { id: string; renditions: string[] } }>();
  const shown = await renditionsOf(id);
  expect(shown.map(({ transformation, status }) => [transformation, status])).toEqual([
    [{ format: 'webm' }, 'ready'],
    [{ format: 'jpg' }, 'queued'],
    [{ format: 'mp4', size: { height: 360 } }, 'queued'],
  ]);
  expect(data).toEqual({ type: 'renditions', id, renditions: shown.slice(1).map((each) => each.id) });
  expect(enqueue.mock.calls.map(([, { id: queued }]) => queued)).toEqual(data.renditions);
  enqueue.mockRestore();
});

it('names the wrong field', async () => {
  const id = await createSource();
  await ready(id);
  const answer = await add(id, [{ format: 'mp5' }, { size: { width: 0 } }]);
  expect(answer.statusCode).toBe(400);
  const { errors } = answer.json<{ errors: { source: { pointer: string } }[] }>();
  expect(errors.map(({ source }) => source.pointer)).toEqual([
    '/renditions/0/format',
    '/renditions/1/size/width',
  ]);
  for (const renditions of [[], undefined, {}]) expect((await add(id, renditions)).statusCode).toBe(400);
  expect(await renditionsOf(id)).toEqual([]);
});

it('refuses a source that is not ready, and more than 100', async () => {
  const id = await createSource({ outputs: { renditions: Array.from({ length: 99 }, () => ({})) } });
  const early = await add(id, [{}]);
  expect([early.statusCode, early.body]).toEqual([
    400,
    expect.stringContaining('id must be that of a source with the status'),
  ]);
  await ready(id);
  expect((await add(id, [{}, {}])).body).toContain('must not make a source have more than 100 renditions');
  expect((await add(id, [{}])).statusCode).toBe(201);
});

it('finds neither the sources of others nor deleted ones', async () => {
  const id = await createSource();
  await ready(id);
  expect((await add(id, [{}], 'stage')).statusCode).toBe(404);
  await server.ask('DELETE', `/ingest/v1/sources/${id}`);
  expect((await add(id, [{}])).statusCode).toBe(400);
  expect((await add('nonsense', [{}])).statusCode).toBe(400);
});
