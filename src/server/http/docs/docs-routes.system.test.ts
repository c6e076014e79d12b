import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCS_FOLDER } from '../../../base/built.js';
import { openTestServer, type TestServer } from '../server.fixture.ts';
import { docsRoutes } from './docs-routes.ts';

const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
  await docsRoutes(app, {
    publicUrl: () => 'https://kinora.example/behind/a/prefix',
    isPublicUrlSet: true,
    docsFolder: DOCS_FOLDER,
  });
});
afterAll(async () => {
  await app.close();
  await server.close();
});

describe('/docs', () => {
  it('is a page that loads only from its own origin', async () => {
    const answer = await app.inject({ url: '/docs' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('<title>Kinora API reference</title>');
    expect(answer.body).not.toMatch(/<script>|onload=|https?:\/\//);
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("connect-src 'self' https://kinora.example;");
  });

  it('has all files that it refers to', async () => {
    const { body } = await app.inject({ url: '/docs' });
    const parts = [...body.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, part]) => part!);
    expect(parts).toContain('docs/api/swagger-ui-bundle.js');
    for (const part of parts) expect([part, (await app.inject(`/${part}`)).statusCode]).toEqual([part, 200]);
  });

  it('is also available with a trailing slash', async () => {
    const answer = await app.inject({ url: '/docs/' });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '../docs']);
  });

  it.each(['index', 'index.html', 'api/swagger-ui.css.br', 'api/swagger-ui.css.gz'])(
    'does not serve other files: %s',
    async (file) => {
      expect((await app.inject({ url: `/docs/${file}` })).statusCode).toBe(404);
    },
  );
});

describe('a page below /docs', () => {
  const get = (url: string, headers = {}) => server.app.inject({ url, headers });

  it('has an address without an extension, and loads its own files only', async () => {
    const answer = await get('/docs/start');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    const again = await get('/docs/start', { 'if-none-match': answer.headers.etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip'],
    [undefined, 'identity'],
  ])('travels as %s if the client accepts %s', async (encoding, accepted) => {
    const answer = await app.inject({ url: '/docs/start', headers: { 'accept-encoding': accepted } });
    expect([answer.headers['content-encoding'], answer.headers['content-type']]).toEqual([
      encoding,
      'text/html; charset=utf-8',
    ]);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers.vary).toBe('accept-encoding');
  });

  it('is Markdown at the same address with .md', async () => {
    const answer = await get('/docs/start.md');
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      200,
      'text/markdown; charset=utf-8',
      '# Start\n',
    ]);
  });

  it.each(['made-from.json', 'files.json', 'nothing', '../start', '%2e%2e/start.html', 'start/'])(
    'is no other file: %s',
    async (path) => expect((await get(`/docs/${path}`)).statusCode).toBe(404),
  );
});

describe('/llms.txt', () => {
  it('lists the documents with complete addresses', async () => {
    const answer = await server.app.inject('/llms.txt');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(answer.body).toBe('# Kinora\n\n- [Start](https://media.example/docs/start.md): Begin.\n');
  });

  it('is missing if the documents are not built', async () => {
    await using empty = fastify();
    await docsRoutes(empty, { publicUrl: () => '', isPublicUrlSet: true, docsFolder: 'no/such/folder' });
    for (const url of ['/llms.txt', '/docs', '/docs/start', '/docs/start.md'])
      expect((await empty.inject(url)).statusCode).toBe(404);
  });
});
