import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { ProviderDirectory } from '../../../generation/provider-directory.ts';
import { KEYS, NO_SERVICES, openTestServer, type TestServer } from '../server.fixture.ts';

const SPEECH = { type: 'audio', prompt: 'Hello', options: { voice: 'Amy' } };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let server: TestServer;
let services: readonly string[] = [];
const providers: ProviderDirectory = {
  find: (owner, query) => {
    const { provider, type, needsService = false } = query;
    const name = provider === 'kinora' && (needsService || type === 'text-to-image') ? services[0] : provider;
    if (services.includes(String(name)))
      return Promise.resolve({ kind: 'service', name: name as 'fal', access: { key: 'secret' } });
    return NO_SERVICES.find(owner, query);
  },
  addedNames: () => Promise.resolve({}),
};

beforeAll(async () => {
  server = await openTestServer(undefined, 3, { providers });
});
afterAll(() => server.close());
beforeEach(async () => {
  services = [];
  await sql`delete from created_asset`.execute(server.parts.database.tables);
});

const post = (asset: unknown, more: object = {}, headers = {}, url = '/v1/generate') =>
  server.ask('POST', url, { asset, ...more }, headers);
const withKey = (key: string) => ({ 'idempotency-key': key });

async function postId(asset: unknown, headers = {}): Promise<string> {
  const response = await post(asset, {}, headers);
  expect(response.statusCode).toBe(202);
  return response.json<{ id: string }>().id;
}

/** Returns the provider that a worker is to ask. */
async function providerOf(id: string): Promise<string> {
  const query = server.parts.database.tables.selectFrom('created_asset').select('provider');
  return (await query.where('id', '=', id).executeTakeFirstOrThrow()).provider;
}

/** Ends a generation as a worker does. */
async function end(id: string, values: object): Promise<void> {
  await server.parts.database.tables.updateTable('created_asset').set(values).where('id', '=', id).execute();
}

describe('POST /generate', () => {
  test.each(['/v1/generate', '/edit/v1/generate', '/edit/generate'])('%s queues a file', async (url) => {
    const response = await post(SPEECH, {}, {}, url);
    expect(response.statusCode).toBe(202);
    const { id, ...body } = response.json<{ id: string }>();
    expect(id).toMatch(UUID);
    expect(body).toEqual({ status: 'queued' });
    expect(response.headers).toMatchObject({ 'retry-after': '2' });
    const location = String(response.headers.location);
    expect(location).toMatch(new RegExp(`/v1/generate/${id}$`));
    const polled = await server.ask('GET', location);
    expect([polled.statusCode, polled.json(), polled.headers['retry-after']]).toEqual([
      202,
      { id, status: 'queued' },
      '2',
    ]);
  });

  test('gives equal assets one id, while they run and after it', async () => {
    const id = await postId(SPEECH);
    expect(await postId({ ...SPEECH, model: 'kinora-speech' })).toBe(id);
    expect(await postId({ ...SPEECH, prompt: 'Bye' })).not.toBe(id);
    await end(id, { status: 'done', file: 'v1/a/b.mp3' });
    const again = await post(SPEECH);
    expect([again.statusCode, again.json()]).toEqual([
      200,
      { id, status: 'done', url: 'https://media.example/files/v1/a/b.mp3' },
    ]);
    expect((await server.ask('GET', `/v1/generate/${id}`)).statusCode).toBe(200);
  });

  test('at the same time gives equal assets one id', async () => {
    const answers = await Promise.all([post(SPEECH), post(SPEECH), post(SPEECH)]);
    expect(new Set(answers.map((each) => each.json<{ id: string }>().id)).size).toBe(1);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([202]));
  });

  test('makes a failed one again, unless a key asks for the same', async () => {
    const failed = { status: 'failed', error: 'The service is tired.' };
    const id = await postId(SPEECH);
    await end(id, failed);
    expect((await server.ask('GET', `/v1/generate/${id}`)).json()).toEqual({ id, ...failed });
    expect(await postId(SPEECH)).not.toBe(id);
    const keyed = await postId(SPEECH, withKey('a'));
    await end(keyed, failed);
    const again = await post(SPEECH, {}, withKey('a'));
    expect([again.statusCode, again.json()]).toEqual([200, { id: keyed, ...failed }]);
  });

  test('gives each key a take of its own, and one asset within 24 hours', async () => {
    const [none, one, two] = [
      await postId(SPEECH),
      await postId(SPEECH, withKey('1')),
      await postId(SPEECH, withKey('2')),
    ];
    expect(new Set([none, one, two]).size).toBe(3);
    expect(await postId(SPEECH, withKey('1'))).toBe(one);
    const other = await post({ ...SPEECH, prompt: 'Bye' }, {}, withKey('1'));
    expect([other.statusCode, other.json()]).toEqual([
      409,
      { error: expect.stringMatching(/^This Idempotency-Key was used for another file/) as string },
    ]);
    await end(one, { created: new Date(Date.now() - 25 * 3_600_000) });
    expect(await postId({ ...SPEECH, prompt: 'Bye' }, withKey('1'))).toBe(one);
  });

  test.each([
    [{}, /asset is required/],
    [{ asset: { type: 'audio' } }, /asset\.prompt is required/],
    [{ asset: { type: 'audio', prompt: ' ' } }, /asset\.prompt must not be empty/],
    [{ asset: { ...SPEECH, model: '' } }, /asset\.model/],
    [{ asset: { ...SPEECH, src: 'x' } }, /asset\.src is not a known property/],
    [{ asset: { ...SPEECH, model: 'flux-schnell' } }, /asset\.model .* makes an asset of the type "image"/],
    [{ asset: { ...SPEECH, options: { voice: 'Ami' } } }, /asset\.options\.voice must be one of/],
    [{ asset: SPEECH, length: 0 }, /length/],
    [
      {
        asset: {
          type: 'video',
          prompt: 'x',
          model: 'kinora-camera',
          options: { startSrc: 'http://127.0.0.1/a.png' },
        },
      },
      /asset\.options\.startSrc leads to the host 127\.0\.0\.1, which is private/,
    ],
    ['{"asset":', /not valid JSON|JSON/],
  ])('refuses %j with a sentence', async (body, sentence) => {
    for (const url of ['/v1/generate', '/v1/generate/quote']) {
      const response = await server.ask('POST', url, body);
      expect([response.statusCode, response.json()]).toEqual([
        400,
        { error: expect.stringMatching(sentence) as string },
      ]);
    }
  });

  test('needs a valid key of the right stage and scope', async () => {
    const ask = (key: string | undefined, url = '/v1/generate') =>
      server.app.inject({
        method: 'POST',
        url,
        headers: { ...(key !== undefined && { 'x-api-key': key }), 'content-type': 'application/json' },
        body: JSON.stringify({ asset: SPEECH }),
      });
    for (const [key, status] of [
      [undefined, 401],
      ['unknown', 401],
      [KEYS.stage, 403],
    ] as const) {
      const response = await ask(key);
      expect([response.statusCode, response.json()]).toEqual([
        status,
        { error: expect.any(String) as string },
      ]);
    }
  });

  test('says with 403 what a model needs', async () => {
    const image = { type: 'image', prompt: 'A cat' };
    for (const url of ['/v1/generate', '/v1/generate/quote']) {
      const response = await post(image, {}, {}, url);
      expect([response.statusCode, response.json()]).toEqual([
        403,
        {
          error: expect.stringMatching(
            /^The model "kinora-image" needs a service that makes images, .*kinora providers set openai/,
          ) as string,
          code: 'AiCapabilityNotIncluded',
        },
      ]);
    }
    services = ['fal'];
    const id = await postId(image);
    services = [];
    expect(await postId(image)).toBe(id);
  });

  test('lets the service of the account make what Kinora can make, too, and not what was made without one', async () => {
    const film = {
      type: 'video',
      prompt: 'The waves roll.',
      model: 'seedance-2.0-image-to-video',
      options: { startSrc: 'https://media.example/a.png' },
    };
    const motion = await postId(film);
    expect(await providerOf(motion)).toBe('built-in');
    const take = await postId(film, withKey('a'));
    services = ['fal'];
    const made = await postId(film);
    expect([made === motion, await providerOf(made)]).toEqual([false, 'fal']);
    expect(await postId(film)).toBe(made);
    expect(await postId(film, withKey('a'))).toBe(take);
  });

  test('lets Kinora itself speak if there is no service for the model, whatever speaks by default', async () => {
    expect(await providerOf(await postId({ ...SPEECH, model: 'elevenlabs-tts' }))).toBe('built-in');
  });

  test('says with 503 that the queue is full, and when to come back', async () => {
    for (const prompt of ['1', '2', '3']) await postId({ ...SPEECH, prompt });
    const response = await post({ ...SPEECH, prompt: '4' });
    expect([response.statusCode, response.json()]).toEqual([503, { error: expect.any(String) as string }]);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('keeps owners and stages apart', async () => {
    const id = await postId(SPEECH);
    const stage = await server.ask('GET', `/stage/generate/${id}`);
    expect([stage.statusCode, stage.json()]).toEqual([404, { error: `There is no generation ${id}.` }]);
    const other = await post(SPEECH, {}, {}, '/stage/generate');
    expect(other.json<{ id: string }>().id).not.toBe(id);
    expect((await server.ask('GET', '/v1/generate/no-id')).statusCode).toBe(404);
  });

  test('makes created assets, which the Create API lists and deletes, and knows no others', async () => {
    const id = await postId(SPEECH);
    const listed = await server.ask('GET', '/create/v1/assets');
    expect(listed.json<{ data: { id: string }[] }>().data.map((each) => each.id)).toEqual([id]);
    expect((await server.ask('DELETE', `/create/v1/assets/${id}`)).statusCode).toBe(204);
    expect((await server.ask('GET', `/v1/generate/${id}`)).statusCode).toBe(404);
    expect(await postId(SPEECH)).not.toBe(id);
    const own = await server.ask('POST', '/create/v1/assets', {
      provider: 'kinora',
      options: { type: 'text-to-speech', text: 'Hi', voice: 'Amy' },
    });
    const { data } = own.json<{ data: { id: string } }>();
    expect((await server.ask('GET', `/v1/generate/${data.id}`)).statusCode).toBe(404);
  });

  test('is priced at nothing', async () => {
    const response = await post(SPEECH, { length: 3 }, {}, '/v1/generate/quote');
    expect([response.statusCode, response.json()]).toEqual([200, { credits: 0, ceiling: false }]);
    expect((await server.ask('GET', '/create/v1/assets')).json()).toMatchObject({ data: [] });
  });
});

test('answers too many requests with a sentence', async () => {
  const limited = await openTestServer(undefined, 10, { providers, rateLimits: 1 / 300 });
  try {
    await limited.ask('POST', '/v1/generate', { asset: SPEECH });
    const response = await limited.ask('POST', '/v1/generate', { asset: SPEECH });
    expect([response.statusCode, response.json()]).toEqual([429, { error: expect.any(String) as string }]);
    expect(response.headers['retry-after']).toBeDefined();
  } finally {
    await limited.close();
  }
});

describe('GET /models', () => {
  test('lists the models, and says which can be used', async () => {
    const response = await server.ask('GET', '/v1/models');
    const { models } = response.json<{ models: Record<string, unknown>[] }>();
    const find = (name: string) => models.find(({ model }) => model === name);
    expect(find('kinora-speech')).toMatchObject({ type: 'audio', available: true });
    expect(find('elevenlabs-tts')).toMatchObject({
      available: true,
      description: expect.stringContaining('Now a built-in voice speaks') as string,
    });
    expect(find('nano-banana-2')).toMatchObject({
      available: false,
      unavailableReason: 'AiCapabilityNotIncluded',
      description: expect.stringContaining('kinora providers set openai') as string,
    });
    expect(models.filter((model) => 'options' in model)).toEqual([]);
    services = ['fal'];
    const later = (await server.ask('GET', '/v1/models/nano-banana-2')).json<object>();
    expect(later).toMatchObject({ available: true });
    expect(later).not.toHaveProperty('unavailableReason');
  });

  test('has the JSON Schemas of the options for one model, or if it is asked for them', async () => {
    const all = await server.ask('GET', '/v1/models?expand=options');
    const { models } = all.json<{ models: Record<string, unknown>[] }>();
    expect(models.every(({ options }) => (options as { type?: string }).type === 'object')).toBe(true);
    const one = await server.ask('GET', '/v1/models/seedance-2.0-text-to-video');
    expect(one.json()).toMatchObject({
      options: { properties: { resolution: { enum: ['480p', '720p', '1080p'], default: '720p' } } },
    });
    const wrong = await server.ask('GET', '/v1/models?expand=all');
    expect([wrong.statusCode, wrong.json()]).toEqual([400, { error: 'expand must be "options".' }]);
  });

  test('knows unknown and withdrawn models', async () => {
    for (const [path, name] of [
      ['nobody', 'UnknownGenerationModel'],
      ['fal%2Fseedance-2.0', 'WithdrawnGenerationModel'],
    ] as const) {
      const response = await server.ask('GET', `/v1/models/${path}`);
      expect([response.statusCode, response.json()]).toEqual([
        404,
        { error: { name, message: expect.any(String) as string } },
      ]);
    }
  });
});
