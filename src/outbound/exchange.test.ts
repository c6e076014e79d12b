import { text } from 'node:stream/consumers';
import { afterAll, afterEach, expect, it } from 'vitest';
import { exchange, ExchangeFailure, type ExchangeRequest, toExchangeFailure } from './exchange.ts';
import { openOutbound } from './outbound.ts';
import { type FixtureServer, sendForever, startFixtureServer } from './server.fixture.ts';

const local = openOutbound({ allowHosts: ['127.0.0.1'], connectTimeoutMs: 2000 });
afterAll(() => local.close());
let server: FixtureServer | undefined;
afterEach(() => server?.close());

async function ask(
  handle: Parameters<typeof startFixtureServer>[0],
  request: Partial<ExchangeRequest> = {},
  signal = new AbortController().signal,
): ReturnType<typeof exchange> {
  server = await startFixtureServer(handle);
  const whole = { url: new URL(server.url), limitMs: 2000, maxBytes: 1000, ...request };
  return exchange(local, whole, signal);
}

/** Returns the outcome and the reason of an exchange that fails. */
async function failed(work: Promise<unknown>): Promise<readonly [string, string]> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof ExchangeFailure)) throw error;
  return [error.outcome, error.message];
}

it('returns the status, the headers and the body, whatever the status', async () => {
  const response = await ask((_, answer) =>
    answer.writeHead(429, { 'x-list': ['a', 'b'], 'retry-after': '7' }).end('\uFEFFlater'),
  );
  expect(response).toMatchObject({ status: 429, retryAfterMs: 7000, text: 'later' });
  expect(response.headers['x-list']).toBe('a, b');
  expect(response.bytes.length).toBe('\uFEFFlater'.length + 2);
});

it('accepts a response without a body', async () => {
  expect((await ask((_, answer) => answer.writeHead(204).end())).text).toBe('');
});

it('sends a form with its type, and other headers', async () => {
  const body = new FormData();
  body.append('field', 'value');
  const received = await ask(
    (request, answer) => {
      const { 'content-type': type = '', 'x-key': key } = request.headers;
      void text(request).then((sent) => answer.end(`${type} ${String(key)} ${sent}`));
    },
    { method: 'POST', headers: { 'x-key': 'k' }, body },
  );
  expect(received.text).toMatch(/^multipart\/form-data; boundary=\S+ k .*name="field"\r\n\r\nvalue/s);
});

it('leaves other redirects than those of a GET to the caller', async () => {
  const redirect = { method: 'POST', body: 'text' } as const;
  const response = await ask((_, answer) => answer.writeHead(307, { location: '/b' }).end(), redirect);
  expect(response.status).toBe(307);
  expect(server?.requests).toHaveLength(1);
});

it('fails if the guard refuses a host, also behind a redirect', async () => {
  const asked = ask((_, answer) => answer.writeHead(302, { location: 'http://127.0.0.2/' }).end());
  const [outcome, reason] = await failed(asked);
  expect(outcome).toBe('forbidden');
  expect(reason).toMatch(/leads to the host 127\.0\.0\.2, .*[^.]$/);
});

it.each<[string, Parameters<typeof startFixtureServer>[0], readonly [string, string]]>([
  ['never ends', (_, answer) => sendForever(answer), ['endless', 'its response did not end']],
  ['never comes', () => undefined, ['late', 'it did not answer in time']],
  ['breaks off', (request) => request.socket.destroy(), ['lost', 'the connection was lost']],
])('fails if the response %s', async (name, handle, failure) => {
  const limitMs = name === 'breaks off' ? 20_000 : 200;
  expect(await failed(ask(handle, { limitMs }))).toEqual(failure);
});

it('fails without a connection, and with a header that cannot be sent', async () => {
  expect(await failed(ask(() => undefined, { url: new URL('http://127.0.0.1:1') }))).toEqual([
    'unsent',
    'its server refuses the connection',
  ]);
  expect(await failed(ask(() => undefined, { headers: { 'x-key': 'a\nb' } }))).toEqual([
    'invalid',
    'the request is invalid: invalid x-key header',
  ]);
});

it('throws the reason of its signal, also in the middle of a response', async () => {
  const end = new AbortController();
  const response = ask((_, answer) => void answer.writeHead(200).write('a'), {}, end.signal);
  response.catch(() => undefined);
  await expect.poll(() => server?.requests.length).toBe(1);
  end.abort(new Error('Enough.'));
  await expect(response).rejects.toThrow('Enough.');
});

it('a dead connection is not the end of the time limit, so that the request may be repeated', () => {
  const error = Object.assign(new Error('read ETIMEDOUT'), { code: 'ETIMEDOUT', syscall: 'read' });
  expect(toExchangeFailure(error)).toMatchObject({ outcome: 'lost', message: 'it did not answer in time' });
});
