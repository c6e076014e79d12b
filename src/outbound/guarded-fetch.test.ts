import { buffer } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { failureOf } from '../base/failure-of.fixture.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { openOutbound } from './outbound.ts';
import { sendForever, startFixtureServer } from './server.fixture.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

function open(allowHosts = ['127.0.0.1']): typeof fetch {
  const outbound = openOutbound({ allowHosts, connectTimeoutMs: 2000 });
  opened.push(outbound);
  return createGuardedFetch(outbound, { maxBytes: 1000, stallTimeoutMs: 2000 });
}

async function started(
  ...args: Parameters<typeof startFixtureServer>
): ReturnType<typeof startFixtureServer> {
  const server = await startFixtureServer(...args);
  opened.push(server);
  return server;
}

/** Starts a server that answers with the method, the type and the body of each request. */
const startEcho = (): ReturnType<typeof startFixtureServer> =>
  started((request, response) => {
    void buffer(request).then((body) => {
      const type = request.headers['content-type']?.split(';')[0] ?? 'none';
      response
        .writeHead(201, { 'x-list': ['a', 'b'] })
        .end(`${request.method ?? ''} ${type} ${String(request.headers['x-key'] ?? '')} ${body.toString()}`);
    });
  });

it('a guarded fetch sends headers and texts, and returns the status, the headers and the body', async () => {
  const { url } = await startEcho();
  const response = await open()(url, { method: 'POST', headers: { 'X-Key': 'k' }, body: 'text' });
  expect([response.status, response.ok, response.headers.get('x-list')]).toEqual([201, true, 'a, b']);
  expect(await response.text()).toBe('POST text/plain k text');
});

it.each<[string, NonNullable<RequestInit['body']>, RegExp]>([
  ['bytes', new Uint8Array([65, 66]), /^PUT none {2}AB$/],
  ['a blob', new Blob(['AB'], { type: 'image/png' }), /^PUT image\/png {2}AB$/],
  ['parameters', new URLSearchParams({ a: '1' }), /^PUT application\/x-www-form-urlencoded {2}a=1$/],
])('a guarded fetch sends %s', async (_, body, received) => {
  const { url } = await startEcho();
  expect(await (await open()(new URL(url), { method: 'PUT', body })).text()).toMatch(received);
});

it('a guarded fetch sends forms', async () => {
  const { url } = await startEcho();
  const form = new FormData();
  form.append('field', 'value');
  const text = await (await open()(new Request(url, { method: 'POST', body: form }))).text();
  expect(text).toMatch(/^POST multipart\/form-data .*name="field"\r\n\r\nvalue/s);
});

it('a guarded fetch accepts responses without a body', async () => {
  const { url } = await started((_, response) => response.writeHead(204).end());
  const response = await open()(url);
  expect([response.status, response.body]).toEqual([204, null]);
});

it('a guarded fetch refuses private hosts', async () => {
  const { url, requests } = await started((_, response) => response.end());
  expect(await failureOf(open([])(url))).toContain('asset_refused: ');
  expect(requests).toEqual([]);
});

it('a guarded fetch refuses private hosts behind a redirect', async () => {
  const { url } = await started((_, response) =>
    response.writeHead(302, { location: 'http://127.0.0.2/' }).end(),
  );
  expect(await failureOf(open()(url))).toContain('leads to the host 127.0.0.2');
});

it('a guarded fetch leaves other redirects than those of a GET to the caller', async () => {
  const { url, requests } = await started((_, response) => response.writeHead(307, { location: '/b' }).end());
  expect((await open()(url, { method: 'POST', body: 'text' })).status).toBe(307);
  expect(requests).toHaveLength(1);
});

it('a guarded fetch rejects large responses', async () => {
  const { url } = await started((_, response) => sendForever(response));
  await expect(open()(url)).rejects.toThrow('The response has more than 1000 bytes.');
});

it('a guarded fetch ends with its signal, also in the middle of a response', async () => {
  const { url, requests } = await started((_, response) => void response.writeHead(200).write('a'));
  const end = new AbortController();
  const response = open()(url, { signal: end.signal });
  response.catch(() => undefined);
  await expect.poll(() => requests.length).toBe(1);
  end.abort(new Error('Enough.'));
  await expect(response).rejects.toThrow('Enough.');
});
