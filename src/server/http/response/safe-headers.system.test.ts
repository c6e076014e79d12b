import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { EDIT, KEYS, openTestServer } from '../server.fixture.ts';

const JSON_POLICY = "default-src 'none'; frame-ancestors 'none'";
const server = await openTestServer();
afterAll(() => server.close());

it.each([
  ['POST', '/edit/v1/render', EDIT, 201],
  ['GET', '/v1/templates', undefined, 200],
  ['GET', '/edit/v1/render/nothing', undefined, 400],
  ['GET', '/serve/v1/assets/nothing', undefined, 400],
  ['GET', '/ingest/v1/sources', undefined, 200],
  ['POST', '/create/v1/assets', {}, 400],
] as const)(
  'JSON of an account is stored nowhere and loads nothing: %s %s',
  async (method, url, body, status) => {
    const { statusCode, headers } = await server.ask(method, url, body);
    expect([statusCode, headers]).toMatchObject([
      status,
      {
        'cache-control': 'no-store',
        'content-security-policy': JSON_POLICY,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      },
    ]);
  },
);

it.each(['/health', '/nothing', '/edit/v1/render/%zz', '/files/v1/owner/none.mp4'])(
  'other JSON loads nothing: %s',
  async (url) => {
    const { headers } = await server.app.inject({ url });
    expect(headers).toMatchObject({
      'content-security-policy': JSON_POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  },
);

it('documents and pages keep their own headers', async () => {
  const headersOf = async (url: string, accept = '*/*') =>
    (await server.app.inject({ url, headers: { accept, 'x-api-key': KEYS.v1 } })).headers;
  expect((await headersOf('/openapi.json'))['cache-control']).toBe('public, max-age=300');
  expect((await headersOf('/docs'))['content-security-policy']).toContain("script-src 'self'");
  expect((await headersOf('/', 'text/html'))['content-security-policy']).toContain("style-src 'sha256-");
  for (const url of ['/', '/docs', '/openapi.json'])
    expect(await headersOf(url)).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
});

it('pages have nothing to do with the windows of others', async () => {
  for (const url of ['/', '/docs', '/docs/index.html', '/nothing']) {
    const { headers } = await server.app.inject({ url, headers: { accept: 'text/html' } });
    expect([url, headers['content-type'], headers['cross-origin-opener-policy']]).toEqual([
      url,
      expect.stringContaining('text/html'),
      'same-origin',
    ]);
  }
});

it('hosted files keep their own headers', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'kinora-headers-'));
  const keyOf = (name: string) => `v1/owner/019a9f3c-a2b4-7d15-9e3f-1c2d3e4f5a6b/${name}`;
  for (const name of ['a.json', 'a.svg', 'a.vtt']) {
    const path = join(folder.path, name);
    await writeFile(path, '{}');
    await server.parts.storage.put(keyOf(name), path);
  }
  const headersOf = async (name: string) =>
    (await server.app.inject({ url: `/files/${keyOf(name)}` })).headers;
  const data = await headersOf('a.json');
  expect([data['content-security-policy'], data['cache-control']]).toEqual([
    'sandbox',
    'public, max-age=3600',
  ]);
  expect(await headersOf('a.svg')).toMatchObject({ 'content-type': 'image/svg+xml; charset=utf-8' });
  expect((await headersOf('a.vtt'))['content-type']).toBe('text/vtt; charset=utf-8');
});
