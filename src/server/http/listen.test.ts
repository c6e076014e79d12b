import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { configureConnections } from './connection/connections.ts';
import { closeServer, listen } from './listen.ts';

/** Longer than a test may take: a server that waits for this time fails the test. */
const NEVER_MS = 10 * 60_000;

let app: FastifyInstance;
let port: number;
/** Tells that the handler of `/slow` runs. */
let started: Promise<unknown>;
/** Lets the handler of `/slow` answer. */
let finish: () => void;
const sockets: Socket[] = [];

beforeEach(async () => {
  const running = Promise.withResolvers<undefined>();
  const finished = Promise.withResolvers<undefined>();
  started = running.promise;
  finish = () => finished.resolve(undefined);
  app = fastify();
  configureConnections(app);
  app.get('/', () => 'now');
  app.post('/slow', async ({ body }) => {
    running.resolve(undefined);
    await finished.promise;
    return body;
  });
  port = await listen(app, { host: '127.0.0.1', port: 0 });
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  app.server.closeAllConnections();
  await app.close();
});

/** Opens a connection, and sends something. */
async function send(words: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(words);
  return socket;
}

const requestOf = (line: string, body = '') =>
  `${line} HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

it('stops at once if all connections are idle', async () => {
  await send('');
  const used = await send(requestOf('GET /'));
  await once(used, 'data');
  await closeServer(app, NEVER_MS);
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
});

it('lets a running request finish, and then closes its connection', async () => {
  const socket = await send(requestOf('POST /slow', 'A picture'));
  await started;
  const closed = closeServer(app, NEVER_MS);
  // Those who come now find nobody.
  while (app.server.listening) await wait(5);
  finish();
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nA picture$/);
  await closed;
});

it('closes the connection of a request that does not finish in time', async () => {
  const socket = await send(requestOf('POST /slow'));
  await started;
  await closeServer(app, 1);
  expect(await text(socket).catch(() => '')).toBe('');
});
