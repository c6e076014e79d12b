import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_METRICS, openTestServer, type TestServer } from '../server.fixture.ts';

/** The routes that need no key. A signed address opens the last. */
const OPEN = [
  ...['/', '/health', '/ready', '/openapi.json', '/openapi.yaml', '/schemas/edit.json', '/llms.txt'],
  ...['/docs', '/docs/*', '/reference', '/embed/editor', '*'],
  ...['/files/*', '/ingest/:version/upload/:id'],
];
const ID = '019a9f3c-7c1e-7b52-8d0a-0f6f4b1c2d3e';

const routes: string[] = [];
let server: TestServer;
beforeAll(async () => {
  const onStart = (message: unknown): void => {
    // The channel of the framework sends this message.
    const { fastify } = message as { readonly fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
      for (const each of [method].flat()) routes.push(`${each} ${url}`);
    });
  };
  subscribe('fastify.initialization', onStart);
  const metrics = { ...NO_METRICS, allows: () => false };
  server = await openTestServer(undefined, 1000, { rateLimits: 1 / 60, trustProxy: ['127.0.0.1'], metrics });
  unsubscribe('fastify.initialization', onStart);
});
afterAll(() => server.close());

/** Sends two requests with a wrong key to a route. Returns their statuses. */
async function askTwice(route: string, index: number): Promise<string> {
  const [method = '', pattern = ''] = route.split(' ');
  const url = pattern
    .replace(/:version(\(.*?\$\))?/, 'v1')
    .replaceAll(/:\w+/g, ID)
    .replace('*', 'x');
  const ask = async (): Promise<number> => {
    const { statusCode } = await server.app.inject({
      // The framework knows the methods of its routes.
      method: method as 'GET',
      url,
      headers: { 'x-api-key': 'wrong', authorization: 'Bearer wrong', 'x-forwarded-for': `192.0.2.${index}` },
    });
    return statusCode;
  };
  return `${await ask()} ${await ask()}`;
}

it('counts wrong keys at every route', async () => {
  const closed = [...new Set(routes)].filter((route) => !OPEN.includes(route.split(' ')[1] ?? ''));
  const statuses = await Promise.all(closed.map(askTwice));
  expect(closed).toEqual(
    expect.arrayContaining(['POST /mcp', 'GET /metrics', 'PATCH /ingest/:version/tus/:tag/:id']),
  );
  expect(closed.filter((_, index) => statuses[index] !== '401 429')).toEqual([]);
});
