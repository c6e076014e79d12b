import fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { descriptionRoutes } from './description-routes.ts';

const app = fastify();
descriptionRoutes(app, { publicUrl: () => 'https://kinora.example', isPublicUrlSet: true });
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
    for (const known of [headers.etag!, headers.etag!.replace('W/', ''), `"other", ${headers.etag!}`, '*']) {
      const again = await app.inject({ url, headers: { 'if-none-match': known } });
      expect([again.statusCode, again.body], known).toEqual([304, '']);
    }
    const other = await app.inject({ url, headers: { 'if-none-match': '"other"' } });
    expect(other.statusCode).toBe(200);
  });

  it('is not kept for other clients if its address is that of the request', async () => {
    const anywhere = fastify();
    descriptionRoutes(anywhere, { publicUrl: () => 'https://kinora.example', isPublicUrlSet: false });
    const { body, headers } = await anywhere.inject({ url, headers: { host: 'other.example' } });
    expect(body).toContain('http://other.example');
    expect(headers['cache-control']).toBe('private, max-age=300');
    await anywhere.close();
  });
});
