import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addKey } from '../../../store/accounts/keys.ts';
import { KEYS, openTestServer, type TestServer } from '../server.fixture.ts';

const EDIT = {
  timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'Hi' }, start: 0, length: 2 }] }] },
  output: { format: 'mp4', resolution: 'sd' },
};
const READ_KEY = 'a-key-that-may-only-read';
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer(undefined, 1000, { isPublicUrlSet: false });
  await addKey(server.parts.database.tables, { owner: server.owners.v1, key: READ_KEY, scope: 'read' });
});
afterAll(() => server.close());

/** Sends the requests of a client to the server, which does not listen. */
const sendToServer: typeof fetch = async (input, init) => {
  const request = new Request(input instanceof URL ? input.href : input, init);
  const response = await server.app.inject({
    method: request.method as 'POST',
    url: new URL(request.url).pathname,
    headers: { ...Object.fromEntries(request.headers), host: 'films.example:8080' },
    payload: await request.text(),
  });
  const { statusCode: status, body } = response;
  const type = response.headers['content-type'] ?? 'text/plain';
  return new Response(body === '' ? null : body, { status, headers: { 'content-type': type } });
};

async function connect(headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL('http://films.example:8080/mcp'), {
    fetch: sendToServer,
    requestInit: { headers },
  });
  await client.connect(transport);
  return client;
}

async function call(client: Client, name: string, given: Record<string, unknown> = {}): Promise<string> {
  const { content } = await client.callTool({ name, arguments: given });
  return (content as { text: string }[])[0]?.text ?? '';
}

const post = (headers: Record<string, string>, payload: object = LIST) =>
  server.app.inject({
    method: 'POST',
    url: '/mcp',
    payload,
    headers: { accept: 'application/json, text/event-stream', ...headers },
  });

describe('POST /mcp', () => {
  it('serves the tools to a key in either header, and renders in the stage of the key', async () => {
    const client = await connect({ authorization: `Bearer ${KEYS.stage}` });
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('validate');
    const { id } = JSON.parse(await call(client, 'render', { edit: EDIT })) as { id: string };
    const found = await server.ask('GET', `/edit/stage/render/${id}`);
    expect(found.json()).toMatchObject({ response: { id, status: 'queued' } });
    const other = await connect({ 'x-api-key': KEYS.v1 });
    expect(await call(other, 'status', { id, wait: 0 })).toMatch(/render/);
    expect(JSON.parse(await call(client, 'cancel', { id }))).toMatchObject({ status: 'failed' });
  });

  it('remembers edits between requests, for their owner alone', async () => {
    const client = await connect({ 'x-api-key': KEYS.v1 });
    const wrong = await call(client, 'validate', { edit: { ...EDIT, output: { format: 'mp5' } } });
    expect(wrong).toMatch(/output\.format must be .* not "mp5"/);
    const [edit] = /e-[0-9a-f]{12}/.exec(wrong) ?? [];
    const changes = [{ path: 'output', value: EDIT.output }];
    expect(JSON.parse(await call(client, 'render', { edit, changes }))).toMatchObject({ status: 'queued' });
    const other = await connect({ 'x-api-key': KEYS.stage });
    expect(await call(other, 'render', { edit, changes })).toMatch(/no longer remembered/);
  });

  it('gives tools no more rights than the key has', async () => {
    const client = await connect({ 'x-api-key': READ_KEY });
    expect(await call(client, 'templates')).toMatch(/quote-card/);
    expect(await call(client, 'render', { edit: EDIT })).toMatch(/needs "render"/);
  });

  it.each(['validate', 'frame', 'sheet', 'render', 'upload'])(
    'reads no arguments of %s for a key that may only read',
    async (tool) => {
      const client = await connect({ 'x-api-key': READ_KEY });
      expect(await call(client, tool, { nothing: true })).toMatch(/needs "render"/);
    },
  );

  it('lets nobody name files of the server', async () => {
    const client = await connect({ 'x-api-key': KEYS.v1 });
    expect(await call(client, 'upload', { path: '/etc/hosts' })).toMatch(/path is not a known property/);
    expect(await call(client, 'validate', { edit: 'package.json' })).toMatch(/must be an edit as JSON/);
    expect(await call(client, 'probe', { src: '/etc/hosts' })).toMatch(/URL/);
  });

  it('needs a key', async () => {
    const withoutKey = await post({});
    expect(withoutKey.statusCode).toBe(401);
    expect(withoutKey.json()).toMatchObject({ message: 'Unauthorized' });
    expect(withoutKey.body).toContain('or as \\"Authorization: Bearer KEY\\"');
    expect((await post({ 'x-api-key': 'wrong' })).statusCode).toBe(401);
    expect((await post({ authorization: 'Basic YTpi' })).statusCode).toBe(401);
    // The other header may be that of a proxy.
    expect((await post({ 'x-api-key': KEYS.v1, authorization: 'Bearer other' })).statusCode).toBe(200);
  });

  it.each([
    ['https://evil.example', 403],
    // The name of another site may lead to this machine.
    ['http://films.example:8080', 403],
    ['null', 403],
    ['http://localhost:6274', 200],
  ])('answers a page of %s with %i', async (origin, status) => {
    const { statusCode } = await post({ 'x-api-key': KEYS.v1, origin, host: 'films.example:8080' });
    expect(statusCode).toBe(status);
  });

  it('rejects other methods, and messages that are too large, too deep or none', async () => {
    const headers = { 'x-api-key': KEYS.v1 };
    expect((await server.app.inject({ method: 'GET', url: '/mcp', headers })).statusCode).toBe(405);
    expect((await post(headers, { text: 'a'.repeat(5_000_000) })).statusCode).toBe(413);
    const deep = '['.repeat(1000) + ']'.repeat(1000);
    const type = { 'content-type': 'application/json' };
    const many = await post(headers, { ...LIST, params: { _meta: { text: 'a'.repeat(16_000) } } });
    expect(many.statusCode).toBe(413);
    expect(many.body).toMatch(/characters besides the arguments of tools, but at most 16000/);
    expect((await post({ ...headers, ...type }, Buffer.from(deep))).statusCode).toBe(400);
    expect((await post(headers, { no: 'message' })).statusCode).toBe(400);
  });

  it('ends its calls when the server stops', async () => {
    const begun = Promise.withResolvers<undefined>();
    const own = await openTestServer(undefined, 1000, {
      answerAgent: ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(new Response('ended')));
          begun.resolve(undefined);
        }),
    });
    const url = await own.app.listen({ port: 0, host: '127.0.0.1' });
    const headers = { 'x-api-key': KEYS.v1, 'content-type': 'application/json' };
    const waiting = fetch(`${url}/mcp`, { method: 'POST', headers, body: JSON.stringify(LIST) });
    await begun.promise;
    await own.close();
    expect(await (await waiting).text()).toBe('ended');
  });
});
