import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildServer } from '../app.ts';
import { openTestServer, type TestServer } from '../server.fixture.ts';

let server: TestServer;
let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  server = await openTestServer();
  folder = await mkdtemp(join(tmpdir(), 'kinora-embed-'));
  for (const name of ['preview.js', 'preview.js.br', 'part-Ab_1-xyZ.js', 'files.json'])
    await writeFile(join(folder, name), name);
  app = await buildServer({ ...server.parts, embedFolder: folder });
});
afterAll(async () => {
  await app.close();
  await server.close();
  await rm(folder, { recursive: true });
});

const get = (name: string, headers = {}) =>
  app.inject({ url: `/embed/${name}`, headers: { origin: 'https://page.example', ...headers } });

it('sends scripts to the pages of all servers', async () => {
  const { statusCode, headers, body } = await get('preview.js', { 'accept-encoding': 'br' });
  expect([statusCode, body]).toEqual([200, 'preview.js.br']);
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-type': expect.stringContaining('javascript') as unknown,
    'content-encoding': 'br',
    'cache-control': 'no-cache',
  });
  const again = await get('preview.js', { 'accept-encoding': 'br', 'if-none-match': headers['etag'] });
  expect(again.statusCode).toBe(304);
});

it('lets pages keep the parts whose names change, and hides its records', async () => {
  expect((await get('part-Ab_1-xyZ.js')).headers['cache-control']).toContain('immutable');
  expect((await get('files.json')).statusCode).toBe(404);
  expect((await get('other.js')).statusCode).toBe(404);
});
