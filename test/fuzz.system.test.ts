import { afterAll, beforeAll, expect, it } from 'vitest';
import { KEYS, openTestServer, type TestServer } from '../src/server/http/server.fixture.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { sendTo } from './fuzz/send-to.ts';

let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await openTestServer(undefined, 1_000_000);
  // Over the network, because an injected request has no connection, which the routes for uploads need.
  address = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

it('responds to every random request as its OpenAPI document describes, and never with a 5xx', async () => {
  const mediaUrls = ['https://media.example/clip.mp4'];
  const seen = await fuzz({ keys: KEYS, send: sendTo(address) }, { rounds: 3, runs: 12, seed: 3, mediaUrls });
  // Otherwise, no request has passed authentication and validation.
  expect(seen.get('postRender')).toContain(201);
  expect(seen.get('postRender')).toContain(400);
  expect(seen.get('getRender')).toContain(200);
  expect(seen.get('postCreatedAsset')).toContain(201);
  expect(seen.get('getCreatedAsset')).toContain(200);
});
