import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeFetch, envelope, refusal } from './fake-fetch.fixture.ts';
import { createClient } from './client.ts';
import type { ClientOptions } from './connection.ts';
import { KinoraApiError } from './errors.ts';

const EDIT = {
  timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'H' }, start: 0, length: '{{ L }}' }] }] },
  output: { format: 'mp4', resolution: 'sd' },
} as const;
const OPTIONS = { url: 'https://kinora.example/', key: 'the key' };
const BUSY = { code: 'queue_full', message: 'The queue is full.' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Waits for work while all timers run out. Returns its value or its error. */
async function outcome<Value>(work: Promise<Value>): Promise<Value | Error> {
  const settled = work.catch((error: unknown) => error as Error);
  await vi.runAllTimersAsync();
  return settled;
}

async function failure(work: Promise<unknown>): Promise<KinoraApiError> {
  const error = await outcome(work);
  expect(error).toBeInstanceOf(KinoraApiError);
  return error as KinoraApiError;
}

describe('a request', () => {
  it('is sent to its environment with the key, as JSON', async () => {
    const sent = fakeFetch(envelope({ id: 'a' }, 201));
    const kinora = createClient({ ...OPTIONS, version: 'stage' });
    expect(await outcome(kinora.render(EDIT).id)).toBe('a');
    expect(sent).toMatchObject([{ method: 'POST', path: '/edit/stage/render', body: EDIT }]);
    expect(sent[0]!.headers.get('x-api-key')).toBe('the key');
    expect(sent[0]!.headers.get('content-type')).toBe('application/json');
  });

  it('carries the dialect of the client, unless the call has another one', async () => {
    const sent = fakeFetch(envelope({ id: 'a' }));
    const kinora = createClient({ ...OPTIONS, dialect: 'shotstack' });
    const dialect = 'interface';
    await outcome(kinora.render(EDIT).id);
    await outcome(kinora.render(EDIT, { dialect }).id);
    await outcome(kinora.dryRun(EDIT, { dialect }));
    await outcome(kinora.frame(EDIT, 1, { dialect }));
    await outcome(kinora.templates.create({ name: 'a', template: EDIT }, { dialect }));
    await outcome(kinora.templates.update('a', { name: 'a', template: EDIT }, { dialect }));
    await outcome(kinora.templates.render('a', { dialect }).id);
    expect(sent.map(({ headers }) => headers.get('x-kinora-dialect'))).toEqual([
      'shotstack',
      ...Array.from({ length: 6 }, () => 'interface'),
    ]);
    expect(sent.at(-1)!.body).toEqual({ id: 'a' });
  });

  it('carries no dialect if none was chosen, so that the one of the key applies', async () => {
    const sent = fakeFetch(envelope({ id: 'a' }));
    await outcome(createClient(OPTIONS).render(EDIT).id);
    expect(sent[0]!.headers.has('x-kinora-dialect')).toBe(false);
  });

  it('keeps the path of the URL and encodes its own segments', async () => {
    const sent = fakeFetch(envelope({ metadata: {} }));
    const kinora = createClient({ ...OPTIONS, url: 'https://example.com/media' });
    await outcome(kinora.probe('https://a.example/b c.mp4?d=e'));
    expect(sent[0]!.path).toBe('/media/edit/v1/probe/https%3A%2F%2Fa.example%2Fb%20c.mp4%3Fd%3De');
  });

  it('writes the times of a sheet as one parameter, and leaves out what was not chosen', async () => {
    const sent = fakeFetch(envelope({}));
    const kinora = createClient(OPTIONS);
    await outcome(kinora.sheet(EDIT, { at: [0, 2.5], times: false, format: 'jpeg' }));
    expect(sent[0]!.path).toBe('/edit/v1/sheet?at=0%2C2.5&times=false');
    expect(sent[0]!.headers.get('accept')).toBe('image/jpeg');
  });

  it('for the schema of an edit has no environment', async () => {
    const sent = fakeFetch(Response.json({ title: 'Kinora edit' }));
    const client = createClient({ ...OPTIONS, version: 'stage' });
    expect(await client.editSchema()).toEqual({ title: 'Kinora edit' });
    expect(sent).toMatchObject([{ method: 'GET', path: '/schemas/edit.json' }]);
  });

  it('fails at once if it cannot be written', async () => {
    const sent = fakeFetch(envelope({ id: 'a' }));
    const circular: Record<string, unknown> = {};
    circular['timeline'] = circular;
    expect(await outcome(createClient(OPTIONS).render(circular as never).id)).toBeInstanceOf(TypeError);
    const wrongKey = { idempotencyKey: 'schlüssel – zwei' };
    expect(await outcome(createClient(OPTIONS).render(EDIT, wrongKey).id)).toBeInstanceOf(TypeError);
    expect(sent).toEqual([]);
  });

  it.each([undefined, null, '', '.', '..', '\ud800'])(
    'fails at once if it is about the id %j',
    async (id) => {
      const sent = fakeFetch(envelope({ id: 'a' }));
      // The cast is the point: programs without types may pass anything.
      const wrong = id as string;
      const kinora = createClient(OPTIONS);
      const calls = [
        () => kinora.renders.get(wrong),
        () => kinora.renders.handle(wrong).wait(),
        () => kinora.templates.delete(wrong),
        () => kinora.assets.delete(wrong),
        () => kinora.sources.delete(wrong),
        () => kinora.createdAssets.delete(wrong),
        () => kinora.keys.revoke(wrong),
      ];
      const errorFor = (name: string): object =>
        typeof id === 'string'
          ? {
              status: 404,
              code: 'not_found',
              message: `There is nothing with the ${name} ${JSON.stringify(id)}.`,
            }
          : new TypeError(`The ${name} must be a text that names something, not ${String(id)}.`);
      for (const call of calls)
        expect(await outcome(Promise.resolve().then<unknown>(call))).toMatchObject(errorFor('id'));
      expect(await outcome(kinora.probe(wrong))).toMatchObject(errorFor('URL'));
      expect(sent).toEqual([]);
    },
  );

  it('fails at once if its signal is none', async () => {
    const sent = fakeFetch(envelope({ id: 'a' }));
    const signal = {} as AbortSignal;
    const error = new TypeError('The "signal" must be an AbortSignal.');
    expect(await outcome(createClient(OPTIONS).render(EDIT, { signal }).id)).toEqual(error);
    expect(await outcome(createClient(OPTIONS).account({ signal }))).toEqual(error);
    expect(sent).toEqual([]);
  });
});

describe('the options of a client', () => {
  const HOW =
    "createClient needs the URL of a server and a key, as in createClient({ url: 'http://127.0.0.1:3000', key: 'YOUR-KEY' }).";
  const URL_RULE = 'The "url" of a client must start with http:// or https://, as in http://127.0.0.1:3000.';
  const KEY_RULE = 'The "key" of a client must be an API key of the server.';

  it.each([
    ['are missing', undefined, HOW],
    ['are null', null, HOW],
    ['are a text', 'http://127.0.0.1:3000', HOW],
    ['have no URL', { key: 'k' }, URL_RULE],
    ['have no scheme', { ...OPTIONS, url: 'localhost:3000' }, URL_RULE],
    ['have no host', { ...OPTIONS, url: 'http://' }, URL_RULE],
    ['have no key', { url: OPTIONS.url }, KEY_RULE],
    ['have an empty key', { ...OPTIONS, key: ' ' }, KEY_RULE],
    ['have a key that no header can have', { ...OPTIONS, key: 'schlüssel' }, KEY_RULE],
    [
      'have another version',
      { ...OPTIONS, version: 'v2' },
      'The "version" of a client must be "v1" or "stage".',
    ],
    [
      'have another dialect',
      { ...OPTIONS, dialect: 'Shotstack' },
      'The "dialect" of a client must be "interface" or "shotstack".',
    ],
    [
      'have no number as time limit',
      { ...OPTIONS, timeout: '1s' },
      'The "timeout" of a client must be a number of milliseconds above 0.',
    ],
    ['have no function to fetch', { ...OPTIONS, fetch: true }, 'The "fetch" of a client must be a function.'],
    [
      'have an unknown name',
      { ...OPTIONS, dialct: 'shotstack' },
      '"dialct" is not an option of a client. The options are url, key, version, dialect, timeout, fetch.',
    ],
  ])('are rejected if they %s', (_, options, message) => {
    expect(() => createClient(options as ClientOptions)).toThrow(new TypeError(message));
  });

  it('may be undefined, and the key may end with a line break, as in a file', () => {
    const { url, key } = OPTIONS;
    const options = { url, key: `${key}\n`, version: undefined, dialect: undefined, timeout: undefined };
    expect(() => createClient(options)).not.toThrow();
  });
});

describe('a request that can be retried', () => {
  it('is sent again after the pause that the server asks for, and creates one thing', async () => {
    const sent = fakeFetch(refusal(503, BUSY, { 'retry-after': '7' }), envelope({ id: 'a' }, 201));
    const id = createClient(OPTIONS).render(EDIT).id;
    await vi.advanceTimersByTimeAsync(6_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await id).toBe('a');
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  it('waits until a date', async () => {
    const date = new Date(Date.now() + 30_000).toUTCString();
    const sent = fakeFetch(refusal(429, BUSY, { 'retry-after': date }), envelope({ templates: [] }));
    const list = createClient(OPTIONS).templates.list();
    await vi.advanceTimersByTimeAsync(28_000);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await list).toEqual([]);
  });

  it('has the idempotency key of the caller, or else a new key for each thing', async () => {
    const sent = fakeFetch(envelope({ id: 'a' }, 201));
    const { templates } = createClient(OPTIONS);
    await outcome(templates.create({ name: 'one' }, { idempotencyKey: 'mine' }));
    await outcome(templates.create({ name: 'two' }));
    await outcome(templates.render('a').id);
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect([keys[0], new Set(keys).size]).toEqual(['mine', 3]);
  });

  it.each([
    ['the network failed', () => new TypeError('fetch failed')],
    ['a proxy found no server', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['another server answers', () => new Response('<h1>Log in</h1>')],
  ])('is sent again if %s', async (_, reply) => {
    fakeFetch(reply(), reply(), envelope({ templates: [] }));
    expect(await outcome(createClient(OPTIONS).templates.list())).toEqual([]);
  });

  it('that deletes succeeds if a retry returns 404', async () => {
    const gone = refusal(404, { code: 'not_found', message: 'There is no template a.' });
    const sent = fakeFetch(new TypeError('fetch failed'), refusal(503, BUSY), gone);
    expect(await outcome(createClient(OPTIONS).templates.delete('a'))).toBeUndefined();
    expect(sent).toHaveLength(3);
    fakeFetch(refusal(503, BUSY), gone);
    expect(await failure(createClient(OPTIONS).templates.delete('a'))).toMatchObject({ status: 404 });
  });

  it('fails after six tries', async () => {
    const sent = fakeFetch(new TypeError('fetch failed'));
    const error = await failure(createClient(OPTIONS).templates.list());
    expect(error).toMatchObject({ status: 0, code: 'unreachable' });
    expect(error.message).toBe('https://kinora.example cannot be reached, or the response was interrupted.');
    expect(sent).toHaveLength(6);
  });

  it('fails if the server asks for too long a pause', async () => {
    const sent = fakeFetch(
      refusal(429, { code: 'too_many_requests', message: 'x' }, { 'retry-after': '61' }),
    );
    expect(await failure(createClient(OPTIONS).templates.list())).toMatchObject({ status: 429 });
    expect(sent).toHaveLength(1);
  });

  it('is not sent again after the caller aborts it', async () => {
    const sent = fakeFetch(refusal(503, BUSY));
    const reason = new Error('enough');
    const list = createClient(OPTIONS).templates.list({ signal: abortedAfter(100, reason) });
    expect(await outcome(list)).toBe(reason);
    expect(sent).toHaveLength(1);
  });
});

function abortedAfter(milliseconds: number, reason: Error): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), milliseconds);
  return controller.signal;
}

describe('a request without a response', () => {
  const never = (_: unknown, signal: AbortSignal) =>
    new Promise<Response>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });

  it('fails after the time limit', async () => {
    const sent = fakeFetch(never);
    const error = await failure(createClient({ ...OPTIONS, timeout: 5_000 }).templates.list());
    expect(error).toMatchObject({ status: 0, code: 'timed_out' });
    expect(sent).toHaveLength(1);
  });

  it('ends when the caller aborts it', async () => {
    fakeFetch(never);
    const reason = new Error('enough');
    const list = createClient(OPTIONS).templates.list({ signal: abortedAfter(10, reason) });
    expect(await outcome(list)).toBe(reason);
  });
});

describe('an error', () => {
  it('has all details from the Edit API', async () => {
    const details = [
      {
        path: ['output'],
        field: 'output',
        pointer: '/output',
        code: 'required',
        message: 'output is required.',
      },
    ];
    const body = { code: 'validation_failed', message: 'output is required.', details };
    const sent = fakeFetch(refusal(400, body, { 'x-request-id': 'r1' }));
    const error = await failure(createClient(OPTIONS).render(EDIT).id);
    expect(error).toMatchObject({ status: 400, ...body, requestId: 'r1', name: 'KinoraApiError' });
    expect(error.message).toBe('output is required.');
    expect(sent).toHaveLength(1);
  });

  it('has all details from the Serve API', async () => {
    const errors = [
      { status: '404', title: 'Not Found', detail: 'There is no asset.', source: { pointer: '/id' } },
    ];
    fakeFetch(Response.json({ errors }, { status: 404 }));
    const error = await failure(createClient(OPTIONS).assets.get('a'));
    expect(error).toMatchObject({ status: 404, code: 'http_404', requestId: undefined });
    expect(error.message).toBe('There is no asset.');
    expect(error.details).toEqual([{ message: 'There is no asset.', pointer: '/id' }]);
  });

  it('has the codes of the Serve API', async () => {
    const problem = {
      status: '400',
      code: 'required',
      detail: 'No.',
      source: { pointer: '/provider' },
    };
    fakeFetch(Response.json({ errors: [problem] }, { status: 400 }));
    const error = await failure(createClient(OPTIONS).assets.get('a'));
    expect(error).toMatchObject({ code: 'validation_failed', details: [{ code: 'required' }] });
    const missing = { ...problem, code: 'no_credentials' };
    fakeFetch(Response.json({ errors: [missing] }, { status: 400 }));
    expect(await failure(createClient(OPTIONS).assets.get('a'))).toMatchObject({ code: 'no_credentials' });
    fakeFetch(Response.json({ errors: [{ code: 'not_found', detail: 'No.' }] }, { status: 404 }));
    expect(await failure(createClient(OPTIONS).assets.get('a'))).toMatchObject({ code: 'not_found' });
  });

  it.each(['<h1>Forbidden</h1>', 'null', '[]', '{"message":"Forbidden"}'])(
    'has the status alone when the body says nothing: %s',
    async (body) => {
      fakeFetch(new Response(body, { status: 403 }));
      const error = await failure(createClient(OPTIONS).assets.ofRender('a'));
      expect(error).toMatchObject({ status: 403, code: 'http_403', details: [] });
      expect(error.message).toBe('The server answered 403.');
    },
  );
});

describe('lists of renders', () => {
  it('are requested page by page as they are read', async () => {
    const page = (ids: string[], cursor: string | null) =>
      envelope({ renders: ids.map((id) => ({ id })), cursor });
    const sent = fakeFetch(page(['a', 'b'], 'x'), page(['c'], null));
    const ids: string[] = [];
    for await (const { id } of createClient(OPTIONS).renders.list({ status: 'done', pageSize: 2 })) {
      ids.push(`${id}${sent.length}`);
    }
    expect(ids).toEqual(['a1', 'b1', 'c2']);
    expect(sent.map(({ path }) => path)).toEqual([
      '/edit/v1/render?status=done&limit=2',
      '/edit/v1/render?status=done&limit=2&cursor=x',
    ]);
  });
});
