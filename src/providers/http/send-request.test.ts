import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { sendRequest, type HttpRequest, type HttpProvider } from './send-request.ts';
import { createProviderContext, TEST_KEY } from './test-access.fixture.ts';
import { answerBytes, answerJson, type ServiceServer, startServiceServer } from './paid-server.fixture.ts';

const SERVICE: HttpProvider = {
  name: 'heygen',
  baseUrl: 'https://service.test',
  authorize: (key) => ({ 'x-api-key': key }),
};
const GET: HttpRequest = { step: 'look', path: '/list?a=1', limitMs: 5000, maxBytes: 1000 };
let server: ServiceServer;
let other: ServiceServer;

beforeAll(async () => {
  server = await startServer();
  other = await startServer();
});
afterAll(() => Promise.all([server.close(), other.close()]));
beforeEach(() => {
  server.reset();
  other.reset();
});

function startServer(): Promise<ServiceServer> {
  return startServiceServer({
    authorization: ['x-api-key', TEST_KEY],
    onWrongKey: answerJson(200, { key: 'wrong' }),
    answer: ({ json }) => answerJson(200, { json }, { 'x-hash': 'a' }),
  });
}

test('sends JSON, and returns the bytes, the JSON and the headers of the answer', async () => {
  const request: HttpRequest = { ...GET, step: 'start', body: { text: 'é' } };
  const answer = await sendRequest(SERVICE, request, await createProviderContext(`${server.url}/base/`));
  expect(answer.json).toEqual({ json: { text: 'é' } });
  expect(answer.bytes.toString()).toBe('{"json":{"text":"é"}}');
  expect(answer.header('x-hash')).toBe('a');
  expect(server.lines).toEqual(['POST /base/list']);
  expect(server.requests[0]?.query.get('a')).toBe('1');
});

test('does not send the key to another server that the service redirects to', async () => {
  server.inject(/^GET/, answerJson(302, {}, { location: `${other.url}/moved` }));
  const answer = await sendRequest(SERVICE, GET, await createProviderContext(server.url));
  expect(answer.json).toEqual({ key: 'wrong' });
  expect(other.requests[0]?.headers['x-api-key']).toBeUndefined();
});

test('rejects an answer that is too large', async () => {
  server.inject(/./, answerBytes(Buffer.alloc(2000), 'text/plain'));
  const context = await createProviderContext(server.url);
  expect(await failureOf(sendRequest(SERVICE, GET, context))).toBe(
    'provider_unreachable: The service heygen cannot be read: its answer cannot be read.',
  );
  const paid: HttpRequest = { ...GET, step: 'start' };
  expect(await failureOf(sendRequest(SERVICE, paid, context))).toMatch(/^provider_unknown: /);
});

test('does not send a key that cannot be in a header', async () => {
  const key = 'key-with-a-line-end\n';
  const context = await createProviderContext(server.url, { key });
  const failure = await failureOf(sendRequest(SERVICE, GET, context));
  expect(failure).toMatch(/^provider_rejects_key: /);
  expect(failure).not.toContain(key.trim());
  expect(server.requests).toEqual([]);
});

test('removes a key that the service repeats', async () => {
  server.inject(/./, answerJson(400, { message: `the key ${TEST_KEY} is blocked` }));
  const context = await createProviderContext(server.url);
  expect(await failureOf(sendRequest(SERVICE, GET, context))).toBe(
    'provider_refused: The service heygen has refused the request: the key ... is blocked.',
  );
});
