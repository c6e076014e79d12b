import fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { descriptionRoutes } from './description-routes.ts';

const app = fastify();
descriptionRoutes(app, () => 'https://kinora.example');
afterAll(() => app.close());

describe.each([
  ['/openapi.json', 'application/json', { openapi: '3.1.1', servers: [{ url: 'https://kinora.example' }] }],
  ['/schemas/edit.json', 'application/schema+json', { $id: 'https://kinora.example/schemas/edit.json' }],
])('%s', (url, type, content) => {
  it('is served with its content type', async () => {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe(`${type}; charset=utf-8`);
    expect(answer.json()).toMatchObject(content);
  });

  it('is not sent again to clients that have it', async () => {
    const { headers } = await app.inject({ url });
    expect(headers['cache-control']).toBe('public, max-age=300');
    for (const known of [headers.etag!, `W/${headers.etag!}`, `"other", ${headers.etag!}`, '*']) {
      const again = await app.inject({ url, headers: { 'if-none-match': known } });
      expect([again.statusCode, again.body], known).toEqual([304, '']);
    }
    const other = await app.inject({ url, headers: { 'if-none-match': '"other"' } });
    expect(other.statusCode).toBe(200);
  });
});
