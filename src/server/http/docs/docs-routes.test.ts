import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../server.fixture.ts';
import { docsRoutes } from './docs-routes.ts';

const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
  await docsRoutes(app, {
    publicUrl: () => 'https://kinora.example/behind/a/prefix',
    isPublicUrlSet: true,
    docsFolder: 'no/such/folder',
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
    expect(parts).toContain('docs/swagger-ui-bundle.js');
    for (const part of parts) {
      const answer = await server.app.inject({ url: `/${part}` });
      expect([part, answer.statusCode, answer.headers['x-content-type-options']]).toEqual([
        part,
        200,
        'nosniff',
      ]);
    }
  });

  it('is also available with a trailing slash', async () => {
    const answer = await app.inject({ url: '/docs/' });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '../docs']);
  });

  it.each(['index.html', 'package.json', 'swagger-ui-bundle.js.map', 'swagger-initializer.js'])(
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
    const again = await get('/docs/start', { 'if-none-match': answer.headers.etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
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
    for (const url of ['/llms.txt', '/docs/start', '/docs/start.md'])
      expect((await app.inject(url)).statusCode).toBe(404);
    expect((await app.inject('/docs')).statusCode).toBe(200);
  });
});
