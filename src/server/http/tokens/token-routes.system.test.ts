import { createHash } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addKey, revokeKey } from '../../../store/accounts/keys.ts';
import { removeExpiredTokens } from '../../../store/accounts/tokens.ts';
import type { KeyScope, TokenScope } from '../../../store/schema.ts';
import { EDIT, openTestServer, type TestServer } from '../server.fixture.ts';

const lines: string[] = [];
let server: TestServer;
beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  server = await openTestServer(undefined, 1000, { log });
});
afterAll(() => server.close());

const edit = JSON.parse(EDIT) as { readonly timeline: object };
const template = {
  ...edit,
  merge: [
    { find: 'NAME', replace: 'Ada', field: { label: 'Name', kind: 'text', max: 5 } },
    { find: 'COLOUR', replace: '#112233' },
    { find: 'SIZE', replace: 12, field: { min: 10, max: 20 } },
    { find: 'SIDE', replace: 'left', field: { kind: 'choice', choices: ['left', 'right'] } },
    { find: 'PICTURE', replace: { type: 'svg', src: '<svg/>' } },
  ],
};

interface Made {
  readonly id: string;
  readonly token: string;
}

async function keep(base = '/edit/v1'): Promise<string> {
  return responseOf(await server.ask('POST', `${base}/edits`, { name: 'a', edit })).id;
}

async function store(): Promise<string> {
  const answer = await server.ask('POST', '/edit/v1/templates', { name: 'Greeting', template });
  return responseOf(answer).id;
}

/** All that the responses of these tests may have. */
interface AnyResponse extends Made {
  readonly tokens: readonly Made[];
  readonly data: { readonly merge: readonly object[] };
}

function responseOf(answer: { readonly body: string }): AnyResponse {
  // Each test reads what its own response has.
  return (JSON.parse(answer.body) as { readonly response: AnyResponse }).response;
}

async function make(body: object, key?: string): Promise<Made> {
  const answer = await server.ask(
    'POST',
    '/edit/v1/tokens',
    body,
    key === undefined ? {} : { 'x-api-key': key },
  );
  expect(answer.statusCode, answer.body).toBe(201);
  return responseOf(answer);
}

/** Makes a token of a scope for something new. */
async function makeOf(scope: TokenScope): Promise<Made & { readonly subject: string }> {
  const subject = await (scope === 'form' ? store() : keep());
  return { ...(await make({ scope, [scope === 'form' ? 'template' : 'edit']: subject })), subject };
}

type Method = Parameters<TestServer['ask']>[0];

async function use(
  { token }: Pick<Made, 'token'>,
  request: `${Method} /${string}`,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const [method = 'GET', url = ''] = request.split(' ');
  // The type of the request says so.
  return server.ask(method as Method, url, body, { 'x-api-key': token, ...headers });
}

async function statusOf(...request: Parameters<typeof use>): Promise<number> {
  return (await use(...request)).statusCode;
}

async function addOwnKey(scope: KeyScope): Promise<{ readonly key: string; readonly id: string }> {
  const key = `a-key-of-the-scope-${scope}-${Math.random()}`;
  const { tables } = server.parts.database;
  return { key, id: await addKey(tables, { owner: server.owners.v1, key, scope }) };
}

describe('a token', () => {
  it('is made, listed without itself, and revoked', async () => {
    const made = await makeOf('preview');
    expect(made.token).toMatch(/^kt_\w{40}$/);
    const list = await server.ask('GET', '/edit/v1/tokens');
    expect(list.body).not.toContain(made.token);
    expect(responseOf(list).tokens).toContainEqual(
      expect.objectContaining({ id: made.id, scope: 'preview', edit: made.subject, origin: null }),
    );
    expect(await statusOf(made, 'POST /edit/v1/frame?at=0')).toBe(200);
    expect((await server.ask('DELETE', `/edit/v1/tokens/${made.id}`)).statusCode).toBe(204);
    expect(await statusOf(made, 'POST /edit/v1/frame?at=0')).toBe(401);
    expect((await server.ask('DELETE', `/edit/v1/tokens/${made.id}`)).statusCode).toBe(404);
  });

  it('is in no log and in no row, in a header or in an address', async () => {
    const made = await makeOf('form');
    await use(made, `GET /edit/v1/templates/${made.subject}/form?token=${made.token}`);
    await use(made, 'GET /edit/v1/keys');
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('\n')).not.toContain(made.token);
    const rows = await server.parts.database.tables.selectFrom('token').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(made.token);
    expect(rows.map(({ hash }) => hash)).toContain(createHash('sha256').update(made.token).digest('hex'));
  });

  it('ends when it expires, and is removed then', async () => {
    const { tables } = server.parts.database;
    const made = await makeOf('edit');
    await tables
      .updateTable('token')
      .set({ expires: new Date(0) })
      .where('id', '=', made.id)
      .execute();
    const answer = await use(made, `GET /edit/v1/edits/${made.subject}`);
    expect([answer.statusCode, answer.body]).toEqual([401, expect.stringContaining('revoked or expired')]);
    await removeExpiredTokens(tables);
    const left = await tables.selectFrom('token').select('id').where('id', '=', made.id).execute();
    expect(left).toEqual([]);
  });

  it('ends with the key that made it', async () => {
    const { key, id } = await addOwnKey('render');
    const made = await make({ scope: 'edit', edit: await keep() }, key);
    expect(await statusOf(made, 'POST /edit/v1/frame?at=0', EDIT)).toBe(200);
    await revokeKey(server.parts.database.tables, id);
    expect(await statusOf(made, 'POST /edit/v1/frame?at=0', EDIT)).toBe(401);
  });

  it('is never more than the key that makes it', async () => {
    const reading = await addOwnKey('read');
    const answer = await use({ token: reading.key }, 'POST /edit/v1/tokens', {
      scope: 'form',
      template: await store(),
    });
    expect(answer.statusCode).toBe(403);
    const rendering = await addOwnKey('render');
    const foreign = await makeOf('preview');
    const own = await make({ scope: 'preview', edit: await keep() }, rendering.key);
    const list = await use({ token: rendering.key }, 'GET /edit/v1/tokens');
    expect(responseOf(list).tokens.map(({ id }) => id)).toEqual([own.id]);
    expect(await statusOf({ token: rendering.key }, `DELETE /edit/v1/tokens/${foreign.id}`)).toBe(404);
    expect(await statusOf({ token: rendering.key }, `DELETE /edit/v1/tokens/${own.id}`)).toBe(204);
  });

  it('works at its own environment and origin only', async () => {
    const subject = await store();
    const origin = 'https://www.example.com';
    const made = await make({ scope: 'form', template: subject, origin });
    const url = `GET /edit/v1/templates/${subject}/form` as const;
    expect(await statusOf(made, `GET /edit/stage/templates/${subject}/form`)).toBe(403);
    expect(await statusOf(made, url, undefined, { origin: 'https://www.example.com.evil.example' })).toBe(
      403,
    );
    const allowed = await use(made, url, undefined, { origin });
    expect(allowed.statusCode).toBe(200);
    expect(allowed.headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'origin' });
  });

  it('works in a page of Kinora only if a page of its origin frames it', async () => {
    const made = await make({ scope: 'edit', edit: await keep(), origin: 'https://www.example.com' });
    const statusIn = (headers: Record<string, string>) =>
      statusOf(made, 'POST /edit/v1/frame?at=0', EDIT, headers);
    const own = 'https://media.example';
    const [right, wrong] = ['https://www.example.com', 'https://evil.example'];
    expect(await statusIn({ origin: own })).toBe(403);
    expect(await statusIn({ origin: own, 'x-kinora-page': right })).toBe(200);
    expect(await statusIn({ origin: own, 'x-kinora-page': wrong })).toBe(403);
    expect(await statusIn({ 'x-kinora-page': wrong })).toBe(403);
    // Another page cannot pretend to be framed.
    expect(await statusIn({ origin: wrong, 'x-kinora-page': right })).toBe(403);
  });

  it.each<[string, object, string]>([
    ['no subject', { scope: 'form' }, 'template'],
    ['the wrong subject', { scope: 'preview', template: '019a9f3c-7c1e-7b52-8d0a-0f6f4b1c2d3e' }, 'template'],
    ['an end that is past', { expires: '2001-01-01T00:00:00Z' }, 'expires'],
    ['an end that is too far', { expires: new Date(Date.now() + 31 * 86_400_000).toISOString() }, 'expires'],
    ['an origin with a path', { origin: 'https://example.com/a' }, 'origin'],
    ['another scope', { scope: 'full' }, 'scope'],
  ])('is not made with %s', async (_what, values, field) => {
    const standard = 'template' in values ? {} : { template: await store() };
    const body = {
      scope: 'form',
      ...('scope' in values && values.scope === 'form' ? {} : standard),
      ...values,
    };
    const answer = await server.ask('POST', '/edit/v1/tokens', body);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain(`"field":"${field}"`);
  });

  it('is not made for what another account or environment has', async () => {
    const answer = await server.ask('POST', '/edit/stage/tokens', { scope: 'edit', edit: await keep() });
    expect(answer.statusCode).toBe(404);
  });

  it.each<TokenScope>(['preview', 'form', 'edit'])('with the scope %s opens few routes', async (scope) => {
    const made = await makeOf(scope);
    const { paths } = (await server.app.inject('/openapi.json')).json<{
      paths: Record<string, Record<string, { operationId: string; security?: object[] }>>;
    }>();
    const open: string[] = [];
    for (const [path, operations] of Object.entries(paths))
      for (const [method, { operationId, security }] of Object.entries(operations)) {
        if (!path.includes('{version}') || security !== undefined) continue;
        const url = path.replace('{version}', 'v1').replaceAll(/\{\w+\}/g, made.subject);
        const answer = await use(made, `${method.toUpperCase() as Method} /${url.slice(1)}`);
        if (answer.statusCode !== 403) open.push(operationId);
      }
    const looking = ['getLayer', 'getLayerPiece', 'postFrame', 'postLayers', 'postSheet', 'postWaveform'];
    const uploading = ['createTusUpload', 'continueTusUpload', 'getSource', 'postUpload'];
    expect(open.toSorted()).toEqual(
      {
        preview: looking,
        form: [
          ...[...looking, ...uploading],
          ...['followRender', 'getRender', 'getTemplateForm', 'postTemplateRender'],
        ],
        edit: [
          ...[...looking, ...uploading, 'getEdit', 'putEdit', 'listEditVersions', 'getEditVersion'],
          ...['getAccount', 'listVoices', 'postSpeech', 'probe'],
        ],
      }[scope].toSorted(),
    );
    expect(await statusOf(made, 'POST /mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' })).toBe(403);
  });
});

describe('a token with the scope preview', () => {
  it('shows the edit as it is saved, and nothing else', async () => {
    const made = await makeOf('preview');
    expect(await statusOf(made, 'POST /edit/v1/frame?at=0')).toBe(200);
    expect(await statusOf(made, 'POST /edit/v1/frame?at=0', EDIT)).toBe(400);
    const dry = await use(made, 'POST /edit/v1/render?dryRun=true');
    expect(responseOf(dry)).toMatchObject({ output: { format: 'mp4' } });
    expect(await statusOf(made, 'POST /edit/v1/render')).toBe(403);
    expect(await statusOf(made, `GET /edit/v1/edits/${made.subject}`)).toBe(403);
    await server.ask('DELETE', `/edit/v1/edits/${made.subject}`);
    expect(await statusOf(made, 'POST /edit/v1/frame?at=0')).toBe(404);
  });
});

describe('a token with the scope edit', () => {
  it('reads and saves its edit, and no other one', async () => {
    const made = await makeOf('edit');
    const own = `/edit/v1/edits/${made.subject}` as const;
    const other = await keep();
    expect(await statusOf(made, `GET ${own}`)).toBe(200);
    expect(await statusOf(made, `PUT ${own}`, { name: 'b', edit }, { 'if-match': '"1"' })).toBe(200);
    expect(await statusOf(made, `GET ${own}/versions/2`)).toBe(200);
    expect(await statusOf(made, `DELETE ${own}`)).toBe(403);
    expect(await statusOf(made, `GET /edit/v1/edits/${other}`)).toBe(403);
    expect(await statusOf(made, `PUT /edit/v1/edits/${other}`, { name: 'b', edit })).toBe(403);
    expect(await statusOf(made, 'POST /edit/v1/frame?at=0', EDIT)).toBe(200);
    // Without a body, it shows the edit as it is saved.
    expect(await statusOf(made, 'POST /edit/v1/frame?at=0')).toBe(200);
    expect(await statusOf(made, 'POST /edit/v1/render?dryRun=true', EDIT)).toBe(200);
    expect(await statusOf(made, 'POST /edit/v1/render', EDIT)).toBe(403);
  });

  it('says until when it works, and nothing of the destinations of the account', async () => {
    const made = await makeOf('edit');
    const account = responseOf(await use(made, 'GET /edit/v1/account'));
    expect(account).toMatchObject({ destinations: [], token: { edit: made.subject } });
    expect(responseOf(await server.ask('GET', '/edit/v1/account'))).not.toHaveProperty('token');
  });

  it('uploads files, without sending them on', async () => {
    const made = await makeOf('edit');
    const upload = await use(made, 'POST /ingest/v1/upload');
    expect(upload.statusCode).toBe(200);
    const { id } = upload.json<{ data: { id: string } }>().data;
    expect(await statusOf(made, `GET /ingest/v1/sources/${id}`)).toBe(200);
    for (const options of [
      { callback: 'https://example.com' },
      { outputs: { renditions: [{ format: 'webm' }] } },
      { destinations: [{ provider: 'shotstack' }] },
    ])
      expect(await statusOf(made, 'POST /ingest/v1/upload', options), JSON.stringify(options)).toBe(403);
  });
});

describe('a token with the scope form', () => {
  it('reads the form, previews and renders it, and follows its own renders alone', async () => {
    const made = await makeOf('form');
    const form = await use(made, `GET /edit/v1/templates/${made.subject}/form`);
    expect(responseOf(form)).toEqual({
      id: made.subject,
      name: 'Greeting',
      fields: [
        { name: 'NAME', label: 'Name', kind: 'text', max: 5, value: 'Ada' },
        { name: 'COLOUR', label: 'COLOUR', kind: 'colour', value: '#112233' },
        { name: 'SIZE', label: 'SIZE', kind: 'number', min: 10, max: 20, value: 12 },
        { name: 'SIDE', label: 'SIDE', kind: 'choice', choices: ['left', 'right'], value: 'left' },
        { name: 'PICTURE', label: 'PICTURE', kind: 'image', value: { type: 'svg', src: '<svg/>' } },
      ],
    });
    const merge = [{ find: 'NAME', replace: 'Bea' }];
    expect(await statusOf(made, 'POST /edit/v1/frame?at=0', { merge })).toBe(200);
    const body = { id: made.subject, merge };
    expect(await statusOf(made, 'POST /edit/v1/templates/render?dryRun=true', body)).toBe(200);
    const { id } = responseOf(await use(made, 'POST /edit/v1/templates/render', body));
    const render = responseOf(await use(made, `GET /edit/v1/render/${id}`));
    expect(render.data.merge).toEqual([{ ...template.merge[0], replace: 'Bea' }, ...template.merge.slice(1)]);
    const foreign = responseOf(await server.ask('POST', '/edit/v1/render', EDIT)).id;
    const second = await make({ scope: 'form', template: made.subject });
    for (const request of [`/edit/v1/render/${foreign}`, `/edit/v1/render/${foreign}/events`] as const)
      expect(await statusOf(made, `GET ${request}`)).toBe(404);
    expect(await statusOf(second, `GET /edit/v1/render/${id}`)).toBe(404);
  });

  it('uploads files if its form asks for one, without sending them on', async () => {
    const made = await makeOf('form');
    expect(await statusOf(made, 'POST /ingest/v1/upload')).toBe(200);
    const options = { outputs: { transcription: {} } };
    expect(await statusOf(made, 'POST /ingest/v1/upload', options)).toBe(403);
    const body = { name: 'Words', template: { ...template, merge: template.merge.slice(0, 1) } };
    const words = responseOf(await server.ask('POST', '/edit/v1/templates', body)).id;
    const other = await make({ scope: 'form', template: words });
    const refused = await use(other, 'POST /ingest/v1/upload');
    expect(refused.statusCode).toBe(403);
    expect(refused.body).toContain('The form of this token has no field for a file.');
  });

  it('is for one template', async () => {
    const made = await makeOf('form');
    const other = await store();
    expect(await statusOf(made, `GET /edit/v1/templates/${other}/form`)).toBe(403);
    expect(await statusOf(made, `GET /edit/v1/templates/${made.subject}`)).toBe(403);
    expect(await statusOf(made, 'POST /edit/v1/templates/render', { id: other })).toBe(403);
  });

  it.each<[string, object]>([
    ['another placeholder', { merge: [{ find: 'OTHER', replace: 'x' }] }],
    ['a text that is too long', { merge: [{ find: 'NAME', replace: 'Beatrix' }] }],
    ['an asset in place of a text', { merge: [{ find: 'NAME', replace: { type: 'html', html: 'x' } }] }],
    ['a number out of its limits', { merge: [{ find: 'SIZE', replace: 21 }] }],
    ['no choice', { merge: [{ find: 'SIDE', replace: 'up' }] }],
    ['no colour', { merge: [{ find: 'COLOUR', replace: 'url(x)' }] }],
    ['generated media', { merge: [{ find: 'PICTURE', replace: { type: 'text-to-image', prompt: 'a' } }] }],
    ['a local file', { merge: [{ find: 'PICTURE', replace: { type: 'image', src: 'file:///etc/passwd' } }] }],
    [
      'options of a file',
      { merge: [{ find: 'PICTURE', replace: { type: 'video', src: 'https://example.com/a', volume: 9 } }] },
    ],
    ['a callback', { callback: 'https://example.com' }],
    ['an edit', { ...edit }],
  ])('does not take %s', async (_what, values) => {
    const made = await makeOf('form');
    const body = { id: made.subject, ...values };
    expect(await statusOf(made, 'POST /edit/v1/templates/render', body)).toBe(400);
    expect(await statusOf(made, 'POST /edit/v1/frame?at=0', values)).toBe(400);
  });
});
