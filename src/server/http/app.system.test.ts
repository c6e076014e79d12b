import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { beginAssets, findAssetsOfRender, setAssetsReady } from '../../store/assets.ts';
import { beginAttempt, setFailed } from '../../store/attempts.ts';
import { finishRender } from '../../store/finish-render.fixture.ts';
import { buildServer } from './app.ts';
import { EDIT, KEYS, openTestServer } from './server.fixture.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const server = await openTestServer(undefined, 100);
afterAll(() => server.close());
const { app, owners, parts } = server;
const { tables } = parts.database;

function post(url: string, body: string, headers: Record<string, string> = {}) {
  return app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', 'x-api-key': KEYS.v1, ...headers },
    body,
  });
}
function get(url: string, key = KEYS.v1) {
  return app.inject({ url, headers: { 'x-api-key': key } });
}
async function submitted(): Promise<string> {
  const answer = await post('/edit/v1/render', EDIT);
  return answer.json<{ response: { id: string } }>().response.id;
}

describe('POST /edit/{version}/render', () => {
  it('queues the edit and returns an id', async () => {
    const answer = await post('/edit/v1/render', EDIT);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      success: true,
      message: 'Created',
      response: { message: 'Render Successfully Queued', id: expect.stringMatching(UUID) as string },
    });
  });

  it.each(['/edit/stage/render', '/stage/render', '/edit/stage/render/'])(
    'is also available at %s',
    async (url) => {
      const answer = await post(url, EDIT, { 'x-api-key': KEYS.stage });
      expect(answer.statusCode).toBe(201);
      const { id } = answer.json<{ response: { id: string } }>().response;
      expect((await get(`/stage/render/${id}`, KEYS.stage)).json()).toMatchObject({
        response: { id, owner: owners.stage, status: 'queued' },
      });
      expect((await get(`/edit/v1/render/${id}`)).statusCode).toBe(404);
    },
  );

  it('lists all invalid fields at once', async () => {
    const bad = '{"timeline":{"tracks":[{"clips":[{"asset":{"type":"video"},"start":-1,"length":1}]}]}}';
    const answer = await post('/edit/v1/render', bad);
    expect(answer.statusCode).toBe(400);
    const body = answer.json<{
      response: { message: string; error: { code: string; message: string; details: object[] } };
    }>();
    expect(body).toMatchObject({ success: false, message: 'Bad Request' });
    expect(body.response.message).toBe(body.response.error.message);
    expect(body.response.message).toMatch(/[^.] \(and 2 more problems\)\.$/);
    expect(body.response.error.code).toBe('validation_failed');
    expect(body.response.error.details).toContainEqual({
      path: ['timeline', 'tracks', 0, 'clips', 0, 'asset', 'src'],
      field: 'timeline.tracks[0].clips[0].asset.src',
      pointer: '/timeline/tracks/0/clips/0/asset/src',
      code: 'required',
      type: 'missing',
      message: expect.stringContaining('timeline.tracks[0].clips[0].asset.src') as string,
    });
    expect(body.response.error.details).toHaveLength(3);
  });

  it.each([
    ['not JSON', '{"timeline":', 400, 'not_json'],
    ['an empty body', '', 400, 'not_json'],
    ['a list', '[]', 400, 'validation_failed'],
    ['a poisoned object', '{"__proto__":{"admin":true}}', 400, 'not_json'],
    ['more than 10 MB', `"${'x'.repeat(10 * 1024 * 1024)}"`, 413, 'body_too_large'],
  ])('rejects %s', async (_what, body, status, code) => {
    const answer = await post('/edit/v1/render', body);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ success: false, response: { error: { code } } });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
    'rejects the content type %s',
    async (type) => {
      const answer = await post('/edit/v1/render', EDIT, { 'content-type': type });
      expect(answer.statusCode).toBe(415);
      expect(answer.json()).toMatchObject({ response: { error: { code: 'unsupported_media_type' } } });
    },
  );

  it('rejects sources that only the command line supports', async () => {
    const clip = { asset: { type: 'image', src: 'file:///films/a.png' }, start: 0, length: 1 };
    const edit = { timeline: { tracks: [{ clips: [clip] }] }, output: { format: 'mp4', resolution: 'sd' } };
    const answer = await post('/edit/v1/render', JSON.stringify(edit));
    expect(answer.statusCode).toBe(400);
    const body = answer.json<{ response: { error: { details: { pointer: string }[] } } }>();
    const pointers = body.response.error.details.map(({ pointer }) => pointer);
    expect(pointers).toEqual(['/timeline/tracks/0/clips/0/asset/src']);
  });

  it('rejects a request without a body', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/edit/v1/render',
      headers: { 'x-api-key': KEYS.v1 },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ response: { error: { code: 'not_json' } } });
  });

  it('returns 503 while the queue is full', async () => {
    await sql`insert into render (id, owner, stage, edit)
      select gen_random_uuid(), ${owners.v1}, 'v1', '{}' from generate_series(1, 100)`.execute(tables);
    const answer = await post('/edit/v1/render', EDIT);
    await sql`delete from render where edit = '{}'`.execute(tables);
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({
      message: 'Service Unavailable',
      response: { error: { code: 'queue_full' } },
    });
  });
});

describe('keys', () => {
  it.each([undefined, '', 'wrong'])('rejects the key %j with 401', async (key) => {
    const headers = key === undefined ? {} : { 'x-api-key': key };
    const answer = await app.inject({ url: `/edit/v1/render/${uuid()}`, headers });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ success: false, message: 'Unauthorized' });
  });

  it('rejects a key of the other environment with 403 and names both', async () => {
    const answer = await get(`/edit/v1/render/${uuid()}`, KEYS.stage);
    expect(answer.statusCode).toBe(403);
    const sentence =
      'This API key belongs to the sandbox (stage) environment and cannot be used with production (v1).';
    expect(answer.json()).toMatchObject({ response: { message: sentence } });
  });

  it('checks the key before it reads the body', async () => {
    const answer = await post('/edit/v1/render', 'x'.repeat(11 * 1024 * 1024), { 'x-api-key': 'wrong' });
    expect(answer.statusCode).toBe(401);
  });
});

describe('GET /edit/{version}/render/{id}', () => {
  it('returns a queued render with the edit as submitted', async () => {
    const id = await submitted();
    const answer = await get(`/edit/v1/render/${id.toUpperCase()}`);
    expect(answer.statusCode).toBe(200);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
    expect(answer.json()).toEqual({
      success: true,
      message: 'OK',
      response: {
        id,
        owner: owners.v1,
        plan: 'basic',
        status: 'queued',
        created: time,
        updated: time,
        poster: null,
        thumbnail: null,
        progress: 0,
        data: JSON.parse(EDIT) as unknown,
      },
    });
  });

  it('omits the edit on request', async () => {
    const answer = await get(`/edit/v1/render/${await submitted()}?data=false`);
    expect(answer.json<{ response: object }>().response).not.toHaveProperty('data');
  });

  it('returns the URLs of a finished render', async () => {
    const id = await submitted();
    const attempt = (await beginAttempt(tables, id))!;
    const files = { output: 'v1/a/b.gif', poster: 'v1/a/b-poster.jpg', thumbnail: 'v1/a/b-thumb.jpg' };
    await finishRender(tables, attempt, files, { duration: 8.5, renderTime: 9433.44 });
    const below = 'https://media.example/files/v1/a';
    expect((await get(`/edit/v1/render/${id}`)).json()).toMatchObject({
      response: {
        status: 'done',
        duration: 8.5,
        renderTime: 9433,
        url: `${below}/b.gif`,
        poster: `${below}/b-poster.jpg`,
        thumbnail: `${below}/b-thumb.jpg`,
      },
    });
  });

  it('returns the error of a failed render', async () => {
    const id = await submitted();
    await setFailed(tables, (await beginAttempt(tables, id))!, 'The film does not exist.');
    const { response } = (await get(`/edit/v1/render/${id}`)).json<{ response: object }>();
    expect(response).toMatchObject({ status: 'failed', error: 'The film does not exist.' });
    expect(response).not.toHaveProperty('url');
  });

  it.each(['nonsense', '1', `${uuid()}0`, '%00', "'"])('rejects the id %s', async (id) => {
    const answer = await get(`/edit/v1/render/${id}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ response: { error: { code: 'validation_failed' } } });
  });

  it.each(['data=maybe', 'data=', 'merged=2', 'merged=TRUE', 'data=constructor', 'data=true&data=false'])(
    'rejects ?%s and names the valid values',
    async (query) => {
      const answer = await get(`/edit/v1/render/${await submitted()}?${query}`);
      const message = `${query.split('=')[0]} must be true, True or 1, or false, False or 0.`;
      expect([answer.statusCode, answer.json()]).toMatchObject([400, { response: { message } }]);
    },
  );

  it('takes other spellings of booleans', async () => {
    const id = await submitted();
    expect((await get(`/edit/v1/render/${id}?data=1&merged=True`)).json()).toHaveProperty('response.data');
    expect((await get(`/edit/v1/render/${id}?data=False`)).json()).not.toHaveProperty('response.data');
  });

  it('rejects a URL that cannot be decoded', async () => {
    const answer = await get('/edit/v1/render/%zz');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ success: false, message: 'Bad Request' });
  });

  it('returns 404 for an unknown id', async () => {
    expect((await get(`/edit/v1/render/${uuid()}`)).statusCode).toBe(404);
  });
});

describe('the Serve API', () => {
  it('returns the hosted files of a render, individually and as a list', async () => {
    const render = await submitted();
    expect((await get(`/serve/v1/assets/render/${render}`)).statusCode).toBe(404);
    const asset = { owner: owners.v1, stage: 'v1', render } as const;
    await beginAssets(tables, [
      { ...asset, part: 'output', filename: 'a.mp4', file: 'v1/x/a.mp4' },
      { ...asset, part: 'poster', filename: 'a-poster.jpg', file: 'v1/x/a-poster.jpg' },
    ]);
    const [{ id } = { id: '' }, still] = await findAssetsOfRender(tables, owners.v1, render);
    const list = async () => (await get(`/serve/v1/assets/render/${render}`)).json<{ data: object[] }>();
    expect(await list()).toMatchObject({
      data: [
        { type: 'asset', attributes: { id, status: 'importing', filename: 'a.mp4' } },
        { type: 'asset', attributes: { id: still?.id, status: 'importing', filename: 'a-poster.jpg' } },
      ],
    });
    await setAssetsReady(tables, render);
    const one = await get(`/serve/v1/assets/${id}`);
    expect(one.statusCode).toBe(200);
    expect(one.json()).toEqual({
      data: {
        type: 'asset',
        attributes: {
          id,
          owner: owners.v1,
          region: 'here',
          renderId: render,
          provider: 'shotstack',
          providerId: id,
          filename: 'a.mp4',
          url: 'https://media.example/files/v1/x/a.mp4',
          status: 'ready',
          created: expect.any(String) as string,
          updated: expect.any(String) as string,
        },
      },
    });
    const other = await get(`/serve/v1/assets/${still?.id}`);
    expect(other.json()).toMatchObject({
      data: { attributes: { url: 'https://media.example/files/v1/x/a-poster.jpg', status: 'ready' } },
    });
    const [first, second] = [one, other].map((answer) => answer.json<{ data: object }>().data);
    expect(await list()).toEqual({ data: [first, second] });
    expect((await get(`/serve/stage/assets/${id}`, KEYS.stage)).statusCode).toBe(404);
  });

  it.each([
    ['/serve/v1/assets/nonsense', 400, 'Validation Error'],
    [`/serve/v1/assets/${uuid()}`, 404, 'Not Found'],
    ['/serve/v1/nothing', 404, 'Not Found'],
    ['/serve', 404, 'Not Found'],
    ['/serve/v2/assets/1', 404, 'Not Found'],
    ['/serve/render', 404, 'Not Found'],
    ['/serve/v1/assets/%zz', 400, 'Validation Error'],
    ['/ingest/v1/sources/%zz', 400, 'Validation Error'],
    ['/ingest', 404, 'Not Found'],
    ['/ingest/v1/nothing', 404, 'Not Found'],
    ['/ingest/v2/sources', 404, 'Not Found'],
    ['/ingest/nothing', 404, 'Not Found'],
    ['/ingest/render', 404, 'Not Found'],
    ['/create/v1/assets/%zz', 400, 'Validation Error'],
    ['/create', 404, 'Not Found'],
    ['/create/v1/nothing', 404, 'Not Found'],
    ['/create/v2/assets', 404, 'Not Found'],
  ])('returns an error in its own format for %s', async (url, status, title) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({
      errors: [{ status: String(status), title, detail: expect.any(String) as string }],
    });
  });

  it('returns a pointer to the invalid field', async () => {
    expect((await get('/serve/v1/assets/nonsense')).json()).toMatchObject({
      errors: [{ source: { pointer: '/id' } }],
    });
  });
});

describe('an unknown path', () => {
  it.each([
    '/edit/v2/render/1',
    '/edit/v1/nothing',
    '/edit',
    '/nothing',
    '/v3/render/1',
    '/edit/renders/1',
    '/files/nothing',
  ])('returns 404 in the envelope, without a key: %s', async (url) => {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ success: false, message: 'Not Found' });
  });

  it.each([
    ['GET', '/edit/v2/render/1'],
    ['GET', '/edit/v2/nothing'],
    ['POST', '/edit/v1x/render'],
    ['POST', '/edit/sources'],
    ['POST', '/render'],
    ['GET', `/render/${uuid()}`],
    ['POST', '/v2/render'],
    ['GET', `/serve/v2/assets/${uuid()}`],
    ['GET', '/serve/render'],
    ['GET', '/ingest/v2/sources'],
    ['GET', '/ingest/assets'],
    ['POST', '/create/v2/assets'],
    ['GET', '/create/sources'],
    ['GET', '/edit'],
  ] as const)('names both versions if the version is wrong: %s %s', async (method, url) => {
    const answer = await app.inject({ method, url, headers: { 'x-api-key': KEYS.v1 } });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toMatch(/\bv1\b.*\bstage\b/);
    expect(answer.json()).toHaveProperty(
      /^\/(serve|ingest|create)/.test(url) ? 'errors' : 'response.message',
    );
  });

  it.each(['/edit/v1/nothing', '/v1/nothing', '/files/nothing'])(
    'does not mention versions if the version is not wrong: %s',
    async (url) => {
      expect((await app.inject({ url })).body).not.toContain('stage');
    },
  );
});

describe('a path without a version', () => {
  it.each([
    '/edit/render',
    '/edit/templates?limit=1',
    '/serve/assets/render/none',
    '/ingest/sources/',
    '/create/assets/',
  ])('means v1: %s', async (url) => {
    const [given, v1] = [await get(url), await get(url.replace(/^\/\w+/, '$&/v1'))];
    expect(given.body).toBe(v1.body);
    expect(given.statusCode).toBe(v1.statusCode);
    expect((await get(url, KEYS.stage)).statusCode).toBe(403);
    expect((await get(url, 'wrong')).statusCode).toBe(401);
  });

  it('takes a render', async () => {
    const answer = await post('/edit/render', EDIT);
    expect(answer.statusCode).toBe(201);
    const { id } = answer.json<{ response: { id: string } }>().response;
    expect((await get(`/edit/render/${id}`)).json()).toMatchObject({ response: { id, owner: owners.v1 } });
  });
});

describe('the health routes', () => {
  it('report that the server is running', async () => {
    expect((await app.inject({ url: '/health' })).statusCode).toBe(200);
  });

  it('report that the server is ready', async () => {
    const answer = await app.inject({ url: '/ready' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ status: 'ready' });
  });
});

describe('an internal error', () => {
  let broken: FastifyInstance;
  beforeEach(async () => {
    const submit = () => Promise.reject(new Error('disk /var/lib/kinora is full'));
    const renders = Object.assign(Object.create(parts.queue.renders) as typeof parts.queue.renders, {
      submit,
    });
    broken = await buildServer({ ...parts, queue: { ...parts.queue, renders } });
    return () => broken.close();
  });

  it('does not leak internals', async () => {
    const answer = await broken.inject({
      method: 'POST',
      url: '/edit/v1/render',
      body: EDIT,
      headers: { 'content-type': 'application/json', 'x-api-key': KEYS.v1 },
    });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('/var/lib');
    expect(answer.json()).toMatchObject({ response: { error: { code: 'internal' } } });
  });
});
