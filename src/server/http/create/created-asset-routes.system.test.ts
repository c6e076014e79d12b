import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { KinoraError } from '../../../base/errors.ts';
import type { ChosenProvider, ProviderDirectory } from '../../../generation/provider-directory.ts';
import { addCreatedAsset, beginCreation, failCreation } from '../../../store/generation/created-assets.ts';
import { ADDRESSES, KEYS, NO_SERVICES, openTestServer, type TestServer } from '../server.fixture.ts';
import { finishCreatedAsset } from './finish-created-asset.fixture.ts';

/** The providers of this test. Each test may give them services. */
const providers: { -readonly [Name in keyof ProviderDirectory]: ProviderDirectory[Name] } = {
  ...NO_SERVICES,
};

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer(undefined, 1000, { providers });
});
afterEach(() => {
  Object.assign(providers, NO_SERVICES);
});
afterAll(() => server.close());

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const SPEECH = {
  provider: 'shotstack',
  options: { type: 'text-to-speech', text: 'Hello', voice: 'Léa', newscaster: false },
};
const IMAGE = { type: 'text-to-image', prompt: 'A cat', width: 512, height: 512 };

const post = (body: unknown, headers: Record<string, string> = {}) =>
  server.ask('POST', '/create/v1/assets', body, headers);
const get = (id: string) => server.ask('GET', `/create/v1/assets/${id}`);
const remove = (id: string) => server.ask('DELETE', `/create/v1/assets/${id}`);

async function created(body: object = SPEECH): Promise<string> {
  return (await post(body)).json<{ data: { id: string } }>().data.id;
}

async function attributesOf(id: string): Promise<Record<string, unknown>> {
  return (await get(id)).json<{ data: { attributes: Record<string, unknown> } }>().data.attributes;
}

async function listed(query = '', stage = 'v1'): Promise<{ ids: string[]; cursor: unknown }> {
  const answer = await server.ask('GET', `/create/${stage}/assets${query}`);
  const { data, cursor } = answer.json<{ data: { id: string }[]; cursor?: unknown }>();
  return { ids: data.map(({ id }) => id), cursor };
}

interface ShownError {
  readonly status: string;
  readonly code: string;
  readonly detail: string;
  readonly source: { readonly pointer: string };
}

async function errorsOf(body: unknown): Promise<readonly ShownError[]> {
  const answer = await post(body);
  expect(answer.statusCode).toBe(400);
  return answer.json<{ errors: ShownError[] }>().errors;
}

function serve(maker: ChosenProvider | undefined): void {
  providers.find = () => Promise.resolve(maker);
}

describe('POST /create/{version}/assets', () => {
  it.each(['/create/v1/assets', '/create/v1/assets/', '/create/assets'])(
    'queues an asset: %s',
    async (url) => {
      const answer = await server.ask('POST', url, SPEECH);
      expect(answer.statusCode).toBe(201);
      const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
      const { data } = answer.json<{ data: { id: string } }>();
      expect(data).toEqual({
        type: 'asset',
        id: expect.stringMatching(UUID) as string,
        attributes: {
          owner: server.owners.v1,
          provider: 'shotstack',
          type: 'text-to-speech',
          options: { ...SPEECH.options, language: 'fr-FR' },
          status: 'queued',
          created: time,
          updated: time,
        },
      });
      expect((await get(data.id)).json()).toEqual({ data });
    },
  );

  it('stores the options with their defaults, and the callback', async () => {
    const id = await created({ ...SPEECH, callback: 'https://a.example/hook' });
    const row = await beginCreation(server.parts.database.tables, id);
    expect(row).toMatchObject({ stage: 'v1', callback: 'https://a.example/hook' });
    expect(JSON.parse(row!.options)).toEqual({ ...SPEECH.options, language: 'fr-FR' });
  });

  it('lists all invalid fields at once', async () => {
    const options = { type: 'text-to-image', prompt: '', width: 100, steps: 5 };
    const errors = await errorsOf({ provider: 'stability-ai', options, callback: 5 });
    expect(errors.map(({ source, code }) => `${source.pointer} ${code}`)).toEqual([
      '/options/prompt wrong_form',
      '/options/width out_of_range',
      '/options/width wrong_form',
      '/options/steps out_of_range',
      '/options/height required',
      '/callback wrong_type',
    ]);
    expect(errors[3]).toEqual({
      status: '400',
      code: 'out_of_range',
      title: 'Validation Error',
      detail: 'options.steps must be 10 or more, not 5.',
      source: { pointer: '/options/steps' },
    });
  });

  it.each([
    ['a body that is not JSON', '{', {}, 400, 'not_json'],
    ['a list', '[]', {}, 400, 'wrong_type'],
    ['no body', undefined, {}, 400, 'not_json'],
    ['text', 'x', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['an unknown key', SPEECH, { 'x-api-key': 'wrong' }, 401, 'unauthorized'],
    ['the key of the other environment', SPEECH, { 'x-api-key': KEYS.stage }, 403, 'wrong_environment'],
  ])('rejects %s', async (_what, body, headers, status, code) => {
    const answer = await post(body, headers);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ errors: [{ status: String(status), code }] });
  });

  it.each([
    [
      'heygen',
      { type: 'text-to-avatar', text: 'Hi', avatar: 'Zoey', voice: 'Sam - Natural' },
      ['set heygen'],
    ],
    ['openai', { type: 'text-generator', prompt: 'Hi', model: 'gpt-4' }, ['set openai']],
    ['kinora', IMAGE, ['set openai (or stability-ai,', 'set-default text-to-image NAME']],
    ['shotstack', { type: 'text-generator', prompt: 'Hi' }, ['set openai.']],
  ])('rejects %s without credentials, after wrong fields', async (provider, options, hints) => {
    const [error, ...others] = await errorsOf({ provider, options });
    expect(others).toEqual([]);
    expect(error).toMatchObject({ code: 'no_credentials', source: { pointer: '/provider' } });
    for (const hint of hints) expect(error?.detail).toContain(`kinora providers ${hint}`);
    const [wrong] = await errorsOf({ provider, options, callback: 5 });
    expect(wrong).toMatchObject({ source: { pointer: '/callback' } });
  });

  it('rejects a type that Kinora makes itself if its chosen service has no credentials', async () => {
    serve(undefined);
    const options = { type: 'image-to-video', imageUrl: 'https://example.com/a.png' };
    const [error] = await errorsOf({ provider: 'kinora', options });
    expect(error?.detail).toContain('kinora providers set-default image-to-video built-in');
  });

  it('accepts a provider with credentials, and the names that the operator has added', async () => {
    serve({ kind: 'service', name: 'openai', access: { key: 'secret' } });
    const options = { type: 'text-generator', prompt: 'Hi', model: 'gpt-9' };
    expect((await errorsOf({ provider: 'openai', options }))[0]).toMatchObject({ code: 'not_allowed' });
    providers.addedNames = (owner) =>
      Promise.resolve(
        owner === server.owners.v1 ? { openai: { models: ['gpt-9'], voices: [], avatars: [] } } : {},
      );
    const answer = await post({ provider: 'openai', options });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      data: { attributes: { provider: 'openai', type: 'text-generator' } },
    });
    expect(
      (await server.ask('POST', '/create/stage/assets', { provider: 'openai', options })).statusCode,
    ).toBe(400);
  });

  it('accepts a long request, which another thread checks', async () => {
    serve({ kind: 'service', name: 'openai', access: { key: 'secret' } });
    providers.addedNames = () => Promise.resolve({ openai: { models: ['gpt-9'], voices: [], avatars: [] } });
    const options = { type: 'text-generator', prompt: 'x'.repeat(60_000), model: 'gpt-9' };
    expect((await post({ provider: 'openai', options })).statusCode).toBe(201);
    const errors = await errorsOf({ provider: 'openai', options: { ...options, model: 'gpt-8' } });
    expect(errors).toMatchObject([{ source: { pointer: '/options/model' } }]);
  });

  it('stores nothing if too many assets are waiting', async () => {
    const before = await listed();
    const full = new KinoraError('queue_full', 'Too many files are waiting to be created. Try again later.');
    vi.spyOn(server.parts.queue.creations, 'submit').mockRejectedValueOnce(full);
    const answer = await post(SPEECH);
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ errors: [{ status: '503', detail: full.message }] });
    expect(await listed()).toEqual(before);
  });

  it('creates one asset for equal requests with one idempotency key', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await post(SPEECH, headers);
    const second = await post(SPEECH, headers);
    expect([second.statusCode, second.body]).toEqual([201, first.body]);
    expect((await post({ ...SPEECH, provider: 'kinora' }, headers)).statusCode).toBe(409);
    // Without a key, equal requests are two assets.
    expect(await created()).not.toBe(await created());
  });
});

describe('GET /create/{version}/assets/{id}', () => {
  it('shows the file when it is done, and the warnings', async () => {
    const { tables } = server.parts.database;
    const id = await created();
    const file = await finishCreatedAsset(tables, `v1/${server.owners.v1}`, id, ['It skips 3 letters.']);
    expect(await attributesOf(id)).toMatchObject({
      status: 'done',
      url: ADDRESSES.urlOf(file),
      warnings: ['It skips 3 letters.'],
    });
  });

  it('shows the reason of a failure', async () => {
    const { tables } = server.parts.database;
    const id = await created();
    await beginCreation(tables, id);
    expect(await attributesOf(id)).toMatchObject({ status: 'processing' });
    await tables
      .transaction()
      .execute((transaction) => failCreation(transaction, { id }, 'No credit is left.'));
    const attributes = await attributesOf(id);
    expect(attributes).toMatchObject({ status: 'failed', error: 'No credit is left.' });
    expect(attributes).not.toHaveProperty('url');
  });

  it.each(['GET', 'DELETE'] as const)('%s knows only the assets of its owner', async (method) => {
    const id = await created();
    const unknown = await server.ask(method, `/create/stage/assets/${id}`);
    expect(unknown.statusCode).toBe(404);
    expect(unknown.json()).toMatchObject({
      errors: [{ status: '404', title: 'Not Found', code: 'not_found' }],
    });
    const wrong = await server.ask(method, '/create/v1/assets/1');
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json()).toMatchObject({ errors: [{ source: { pointer: '/id' } }] });
    expect(await attributesOf(id.toUpperCase())).toMatchObject({ status: 'queued' });
  });
});

describe('DELETE /create/{version}/assets/{id}', () => {
  it('deletes the asset and its file', async () => {
    const { storage, database } = server.parts;
    const id = await created();
    const file = await finishCreatedAsset(database.tables, `v1/${server.owners.v1}`, id);
    const local = join(tmpdir(), `${id}.mp3`);
    await writeFile(local, 'sound');
    await storage.put(file, local, () => Promise.resolve(), new AbortController().signal);
    const answer = await remove(id);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect((await get(id)).statusCode).toBe(404);
    expect((await remove(id)).statusCode).toBe(404);
    expect((await listed()).ids).not.toContain(id);
    await expect(storage.open(file)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('cancels an asset that is not done yet', async () => {
    const id = await created();
    expect((await remove(id)).statusCode).toBe(204);
    expect(await beginCreation(server.parts.database.tables, id)).toBeUndefined();
  });
});

describe('GET /create/{version}/assets', () => {
  let ids: readonly string[];
  beforeAll(async () => {
    ids = Array.from({ length: 5 }, () => uuid()).reverse();
    const common = { owner: server.owners.stage, stage: 'stage', provider: 'kinora', options: '{}' } as const;
    for (const id of ids)
      await addCreatedAsset(server.parts.database.tables, {
        ...common,
        id,
        type: 'text-to-speech',
        callback: undefined,
        created: new Date(),
      });
  });

  it('lists pages, newest first', async () => {
    expect(await listed('', 'stage')).toEqual({ ids, cursor: null });
    expect(await listed('?limit=2', 'stage')).toEqual({ ids: ids.slice(0, 2), cursor: ids[1] });
    expect(await listed(`?limit=2&cursor=${ids[1]}`, 'stage')).toEqual({
      ids: ids.slice(2, 4),
      cursor: ids[3],
    });
    expect(await listed(`?limit=2&cursor=${ids[3]}`, 'stage')).toEqual({ ids: ids.slice(4), cursor: null });
  });

  it.each(['limit=0', 'limit=1001', 'limit=x', 'cursor=1'])('rejects %s', async (query) => {
    const answer = await server.ask('GET', `/create/v1/assets?${query}`);
    expect(answer.statusCode).toBe(400);
    const pointer = `/${query.split('=', 1)[0]}`;
    expect(answer.json()).toMatchObject({ errors: [{ source: { pointer } }] });
  });
});
