import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KEYS, openTestServer, type TestServer } from '../src/server/http/server.fixture.ts';
import { type FuzzResponse, fuzz, type FuzzRequest } from './fuzz/fuzz.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer(undefined, 1_000_000);
});
afterAll(() => server.close());

async function ask({ body, ...request }: FuzzRequest): Promise<FuzzResponse> {
  const answer = await server.app.inject({
    ...request,
    payloadAsStream: true,
    ...(body !== undefined && { body }),
  });
  const contentType = answer.headers['content-type']?.split(';')[0] ?? '';
  const stream = answer.stream();
  if (contentType !== 'text/event-stream')
    return { statusCode: answer.statusCode, contentType, body: await text(stream) };
  stream.destroy();
  return { statusCode: answer.statusCode, contentType, body: '' };
}

it('responds to every random request as its OpenAPI document describes, and never with a 5xx', async () => {
  const mediaUrls = ['https://media.example/clip.mp4'];
  const seen = await fuzz({ keys: KEYS, send: ask }, { rounds: 3, runs: 12, seed: 3, mediaUrls });
  // Otherwise, no request has passed authentication and validation.
  expect(seen.get('postRender')).toContain(201);
  expect(seen.get('postRender')).toContain(400);
  expect(seen.get('getRender')).toContain(200);
});
