import { afterAll, beforeAll, expect, it } from 'vitest';
import { KEYS, openTestServer, type TestServer } from '../server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer(undefined, 1000, { rateLimits: 0.1, trustProxy: ['127.0.0.1'] });
});
afterAll(() => server.close());

const ask = (key: string, address: string) =>
  server.ask('GET', '/edit/v1/render', undefined, { 'x-api-key': key, 'x-forwarded-for': address });

it('limits requests without a valid key by the address of the client', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => ask(`wrong${i}`, '192.0.2.1')));
  const statuses = new Set(answers.map(({ statusCode }) => statusCode));
  expect([...statuses]).toContain(401);
  const refused = await ask('wrong', '192.0.2.1');
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.json<{ response: { message: string } }>().response.message).toMatch(
    /^This address has sent \d+ requests without a valid API key within a minute, and the limit is 6\. /,
  );
});

it('lets valid keys pass from an address whose limit others have used up', async () => {
  for (let count = 0; count < 6; count += 1) await ask('wrong', '192.0.2.3');
  expect((await ask('wrong', '192.0.2.3')).statusCode).toBe(429);
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(KEYS.v1, '192.0.2.3')));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array<number>(20).fill(200));
  expect((await ask('', '192.0.2.3')).statusCode).toBe(429);
});

it('does not limit another address', async () => {
  expect((await ask('wrong', '192.0.2.2')).statusCode).toBe(401);
  expect((await server.ask('GET', '/edit/v1/render')).statusCode).toBe(200);
});
