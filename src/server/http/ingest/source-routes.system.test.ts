import { Readable } from 'node:stream';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { KinoraError } from '../../../base/errors.ts';
import { beginAssets, setAssetsReady } from '../../../store/assets.ts';
import { addSource, beginImport, failSource, receiveUpload } from '../../../store/sources.ts';
import { recordBegunUpload } from '../../../store/uploads/begun-upload.fixture.ts';
import { buildServer } from '../app.ts';
import { ADDRESSES, KEYS, openTestServer, type TestServer } from '../server.fixture.ts';
import { importSource } from './import-source.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const url = 'https://example.com/a.mp4';

const post = (body: unknown, headers: Record<string, string> = {}) =>
  server.ask('POST', '/ingest/v1/sources', body, headers);
const get = (id: string) => server.ask('GET', `/ingest/v1/sources/${id}`);
const remove = (id: string) => server.ask('DELETE', `/ingest/v1/sources/${id}`);

async function created(body: object = { url }): Promise<string> {
  return (await post(body)).json<{ data: { id: string } }>().data.id;
}

async function attributesOf(id: string): Promise<Record<string, unknown>> {
  const answer = await get(id);
  return answer.json<{ data: { attributes: Record<string, unknown> } }>().data.attributes;
}

async function listed(query = '', stage = 'v1'): Promise<{ ids: string[]; cursor: unknown }> {
  const answer = await server.ask('GET', `/ingest/${stage}/sources${query}`);
  const { data, cursor } = answer.json<{ data: { id: string }[]; cursor?: unknown }>();
  return { ids: data.map(({ id }) => id), cursor };
}

function keyOf(stage: 'v1' | 'stage'): string {
  return `${stage}/${server.owners[stage]}`;
}

describe('POST /ingest/{version}/sources', () => {
  it('queues a source', async () => {
    const answer = await post({ url });
    expect(answer.statusCode).toBe(201);
    const id = expect.stringMatching(UUID) as string;
    expect(answer.json()).toEqual({ data: { type: 'source', id } });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
    const { data } = answer.json<{ data: { id: string } }>();
    const attributes = {
      id: data.id,
      owner: server.owners.v1,
      input: url,
      status: 'queued',
      created: time,
      updated: time,
    };
    expect((await get(data.id)).json()).toEqual({ data: { type: 'source', id: data.id, attributes } });
  });

  it('lists all invalid fields at once', async () => {
    const outputs = { renditions: [{ quality: 0 }, { format: 'flv' }] };
    const answer = await post({ url: 'ftp://example.com', outputs, callback: 5 });
    expect(answer.statusCode).toBe(400);
    const { errors } = answer.json<{ errors: { source: { pointer: string }; detail: string }[] }>();
    expect(errors.map(({ source }) => source.pointer)).toEqual([
      '/url',
      '/outputs/renditions/0/quality',
      '/outputs/renditions/1/format',
      '/callback',
    ]);
    expect(errors[1]).toEqual({
      status: '400',
      code: 'out_of_range',
      title: 'Validation Error',
      detail: 'outputs.renditions[0].quality must be 1 or more, not 0.',
      source: { pointer: '/outputs/renditions/0/quality' },
    });
  });

  it.each([
    ['a body that is not JSON', '{', {}, 400, 'Bad Request'],
    ['a list', '[]', {}, 400, 'Validation Error'],
    ['no body', undefined, {}, 400, 'Bad Request'],
    ['text', 'x', { 'content-type': 'text/plain' }, 415, 'Unsupported Media Type'],
    ['an unknown key', { url }, { 'x-api-key': 'wrong' }, 401, 'Unauthorized'],
    ['the key of the other environment', { url }, { 'x-api-key': KEYS.stage }, 403, 'Forbidden'],
  ])('rejects %s', async (_what, body, headers, status, title) => {
    const answer = await post(body, headers);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ errors: [{ status: String(status), title }] });
  });

  it('rejects destinations without credentials', async () => {
    const answer = await post({ url, destinations: { provider: 'mux' } });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('kinora destinations set mux');
    expect((await post({ url, destinations: [{ provider: 'shotstack' }] })).statusCode).toBe(201);
    expect((await post({ url, destinations: { provider: 'mux', exclude: true } })).statusCode).toBe(201);
  });

  it('rejects a transcription if the server has no transcription service', async () => {
    const app = await buildServer({ ...server.parts, canTranscribe: false });
    const ask = (body: object) =>
      app.inject({
        method: 'POST',
        url: '/ingest/v1/sources',
        headers: { 'x-api-key': KEYS.v1 },
        payload: { url, ...body },
      });
    const answer = await ask({ outputs: { transcription: {} }, destinations: [{ provider: 'mux' }] });
    expect(answer.statusCode).toBe(400);
    const pointers = ['/outputs/transcription', '/destinations/0/provider'];
    expect(answer.json()).toMatchObject({ errors: pointers.map((pointer) => ({ source: { pointer } })) });
    expect((await ask({ outputs: { renditions: [] } })).statusCode).toBe(201);
    await app.close();
  });

  it('stores nothing if too many sources are waiting', async () => {
    const before = await listed();
    const full = new KinoraError('queue_full', 'Too many sources are waiting. Try again later.');
    vi.spyOn(server.parts.queue.imports, 'submit').mockRejectedValueOnce(full);
    const answer = await post({ url });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ errors: [{ status: '503', detail: full.message }] });
    expect(await listed()).toEqual(before);
  });

  it('creates one source for equal requests with one idempotency key', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await post({ url }, headers);
    const second = await post({ url }, headers);
    expect(second.statusCode).toBe(201);
    expect(second.body).toBe(first.body);
    expect((await post({ url: `${url}?2` }, headers)).statusCode).toBe(409);
  });
});

describe('GET /ingest/{version}/sources/{id}', () => {
  it('shows the outputs in the order of the request', async () => {
    const renditions = [{ format: 'webm', note: 'mine' }, {}, { quality: 5 }];
    const id = await created({ url, outputs: { renditions, transcription: { format: 'srt' } } });
    expect(await attributesOf(id)).toMatchObject({
      outputs: {
        renditions: renditions.map((transformation) => ({ status: 'queued', transformation })),
        transcription: { id: expect.stringMatching(UUID) as string, status: 'queued' },
      },
    });
  });

  it('shows the files and their facts when they are ready', async () => {
    const id = await created({ url, outputs: { renditions: [{ format: 'webm' }], transcription: {} } });
    const files = await importSource(server.parts.database.tables, keyOf('v1'), id);
    expect(await attributesOf(id)).toMatchObject({
      source: ADDRESSES.urlOf(files.source),
      status: 'ready',
      width: 1920,
      height: 1080,
      duration: 2.5,
      fps: 29.97,
      outputs: {
        renditions: [
          {
            id: expect.stringMatching(UUID) as string,
            status: 'ready',
            url: ADDRESSES.urlOf(files.rendition!),
            executionTime: 12.5,
            transformation: { format: 'webm' },
            width: 640,
            height: 360,
            duration: 2.5,
            fps: 25,
          },
        ],
        transcription: {
          id: expect.stringMatching(UUID) as string,
          status: 'ready',
          url: ADDRESSES.urlOf(files.transcription!),
        },
      },
    });
  });

  it('shows the reason of a failure', async () => {
    const id = await created({ url, outputs: { renditions: [{}] } });
    await beginImport(server.parts.database.tables, id);
    await failSource(server.parts.database.tables, id, {}, 'The file is empty.');
    const attributes = await attributesOf(id);
    expect(attributes).toMatchObject({
      status: 'failed',
      error: 'The file is empty.',
      outputs: { renditions: [{ status: 'failed', error: 'The source could not be imported.' }] },
    });
    expect(attributes).not.toHaveProperty('source');
  });

  it.each(['GET', 'DELETE'] as const)('%s knows only the sources of its owner', async (method) => {
    const id = await created();
    const unknown = await server.ask(method, `/ingest/stage/sources/${id}`);
    expect(unknown.statusCode).toBe(404);
    expect(unknown.json()).toMatchObject({ errors: [{ status: '404', title: 'Not Found' }] });
    expect((await server.ask(method, `/ingest/v1/sources/${uuid()}`)).statusCode).toBe(404);
    const wrong = await server.ask(method, '/ingest/v1/sources/1');
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json()).toMatchObject({ errors: [{ source: { pointer: '/id' } }] });
    expect(await attributesOf(id.toUpperCase())).toMatchObject({ id, status: 'queued' });
  });
});

describe('DELETE /ingest/{version}/sources/{id}', () => {
  it('deletes the source, its renditions and their files, once and for all', async () => {
    const { storage, database } = server.parts;
    const id = await created({ url, outputs: { renditions: [{}] } });
    const { source, rendition } = await importSource(database.tables, keyOf('v1'), id);
    const keys = [source, rendition!];
    const answer = await remove(id);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect((await remove(id)).statusCode).toBe(204);
    const attributes = await attributesOf(id);
    expect(attributes).toMatchObject({
      id,
      status: 'deleted',
      outputs: { renditions: [{ status: 'deleted' }] },
    });
    expect(JSON.stringify(attributes)).not.toContain('https://media.example');
    expect((await listed()).ids).not.toContain(id);
    for (const key of keys) await expect(storage.open(key)).rejects.toMatchObject({ code: 'not_found' });
    const marked = await database.tables.selectFrom('unwanted_file').selectAll().execute();
    expect(marked.filter(({ file: key }) => keys.includes(key))).toEqual([]);
  });

  it('deletes uploaded bytes that wait for their import, and those of unfinished uploads', async () => {
    const { storage, database } = server.parts;
    const upload = await server.ask('POST', '/ingest/v1/upload');
    const { id } = upload.json<{ data: { id: string } }>().data;
    const { v1: owner } = server.owners;
    for (const name of ['bytes', 'unfinished']) {
      await recordBegunUpload(database, { id: name, owner, source: id });
      await storage.incoming.receive(name, Readable.from('abc'), 10);
    }
    await receiveUpload(database.tables, id, { name: 'bytes', bytes: 3 });
    expect((await remove(id)).statusCode).toBe(204);
    expect(await storage.incoming.list()).toEqual([]);
    expect(await database.tables.selectFrom('upload').select('id').execute()).toEqual([]);
  });

  it('cancels a source that is not imported yet', async () => {
    const id = await created();
    expect((await remove(id)).statusCode).toBe(204);
    expect(await beginImport(server.parts.database.tables, id)).toBeUndefined();
  });
});

describe('GET /ingest/{version}/sources', () => {
  let ids: readonly string[];
  beforeAll(async () => {
    ids = Array.from({ length: 5 }, () => uuid()).reverse();
    const { tables } = server.parts.database;
    for (const id of ids)
      await addSource(tables, {
        id,
        owner: server.owners.stage,
        stage: 'stage',
        input: url,
        outputs: { renditions: [{ filename: id }] },
        destinations: [],
        callback: undefined,
        created: new Date(),
      });
  });

  it('lists all sources of the owner with their own renditions, newest first', async () => {
    const answer = await server.ask('GET', '/ingest/stage/sources');
    expect(answer.statusCode).toBe(200);
    expect(Object.keys(answer.json<object>())).toEqual(['data']);
    expect(answer.json()).toMatchObject({
      data: ids.map((id) => ({
        type: 'source',
        id,
        attributes: { id, outputs: { renditions: [{ transformation: { filename: id } }] } },
      })),
    });
  });

  it('lists pages if the request has a limit', async () => {
    expect(await listed('?limit=2', 'stage')).toEqual({ ids: ids.slice(0, 2), cursor: ids[1] });
    const second = await listed(`?limit=2&cursor=${ids[1]}`, 'stage');
    expect(second).toEqual({ ids: ids.slice(2, 4), cursor: ids[3] });
    expect(await listed(`?limit=2&cursor=${ids[3]}`, 'stage')).toEqual({ ids: ids.slice(4), cursor: null });
    expect(await listed('?limit=5', 'stage')).toEqual({ ids, cursor: null });
    expect(await listed(`?cursor=${ids[2]}`, 'stage')).toEqual({ ids: ids.slice(3), cursor: undefined });
  });

  it.each(['limit=0', 'limit=1001', 'limit=x', 'cursor=1'])('rejects %s', async (query) => {
    const answer = await server.ask('GET', `/ingest/v1/sources?${query}`);
    expect(answer.statusCode).toBe(400);
    const pointer = `/${query.split('=', 1)[0]}`;
    expect(answer.json()).toMatchObject({ errors: [{ source: { pointer } }] });
  });
});

describe('the Serve API', () => {
  it('has the files of sources and renditions as assets', async () => {
    const { tables } = server.parts.database;
    const id = await created({ url, outputs: { renditions: [{}] } });
    await importSource(tables, keyOf('v1'), id);
    const { outputs } = await attributesOf(id);
    const [rendition] = (outputs as { renditions: { id: string; url: string }[] }).renditions;
    const common = { owner: server.owners.v1, stage: 'v1', part: 'output' } as const;
    const folder = `${keyOf('v1')}/${id}`;
    const rows = [
      [id, 'source.mp4'],
      [rendition!.id, `${rendition!.id}.webm`],
    ] as const;
    for (const [render, filename] of rows) {
      await beginAssets(tables, [{ ...common, render, filename, file: `${folder}/${filename}` }]);
      await setAssetsReady(tables, render);
      const answer = await server.ask('GET', `/serve/v1/assets/render/${render}`);
      const { data } = answer.json<{ data: { attributes: { id: string } }[] }>();
      const attributes = { renderId: render, filename, url: ADDRESSES.urlOf(`${folder}/${filename}`) };
      expect(data).toMatchObject([{ type: 'asset', attributes }]);
      const asset = await server.ask('GET', `/serve/v1/assets/${data[0]!.attributes.id}`);
      expect(asset.json()).toEqual({ data: data[0] });
    }
  });
});
