import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerMalformedRequests } from './malformed-request.ts';
import { limitRequestTime, TAKES_FILES } from './slow-clients.ts';

const LIMIT_MS = 200;

const app = fastify({
  requestTimeout: 0,
  clientErrorHandler: answerMalformedRequests(pino({ level: 'silent' })),
});
beforeAll(async () => {
  limitRequestTime(app, LIMIT_MS);
  app.addContentTypeParser('*', (_request, body, done) => {
    text(body).then(
      (read) => done(null, read),
      () => done(new Error('The body was cut.')),
    );
  });
  app.post('/json', ({ body }) => body);
  app.post('/file', { config: TAKES_FILES }, ({ body }) => body);
  app.get('/slow', async () => {
    await new Promise((resolve) => setTimeout(resolve, 2 * LIMIT_MS));
    return 'late';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

/** Sends a request with a body of 4 bytes: the first immediately, and the others after a while. */
async function sendSlowly(path: string, restAfterMs: number): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: a',
    'Content-Type: a/b',
    'Content-Length: 4',
    'Connection: close',
  ];
  socket.write([...head, '', 'b'].join('\r\n'));
  const timer = setTimeout(() => socket.write('ody'), restAfterMs);
  try {
    return await text(socket);
  } finally {
    clearTimeout(timer);
  }
}

it('a body that does not arrive in time is answered with 408', async () => {
  const answer = await sendSlowly('/json', 60_000);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"code":"request_timed_out"');
  expect(answer).toContain('connection: close');
});

it('a body that arrives in time is read', async () => {
  expect(await sendSlowly('/json', 10)).toMatch(/^HTTP\/1\.1 200 [^]*body$/);
});

it('a file may take longer', async () => {
  expect(await sendSlowly('/file', 2 * LIMIT_MS)).toMatch(/^HTTP\/1\.1 200 [^]*body$/);
});

it('an answer may take longer', async () => {
  const answer = await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/slow`);
  expect(await answer.text()).toBe('late');
});
