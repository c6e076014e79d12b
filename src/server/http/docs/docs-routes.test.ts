import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docsRoutes } from './docs-routes.ts';

const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
beforeAll(() =>
  docsRoutes(app, { publicUrl: () => 'https://kinora.example/behind/a/prefix', isPublicUrlSet: true }),
);
afterAll(() => app.close());

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
      const answer = await app.inject({ url: `/${part}` });
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
