import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { configureConnections } from './connection/connections.ts';
import { closeServer, createListenError, listen } from './listen.ts';

/** Longer than a test may take: a server that waits for this time fails the test. */
const NEVER_MS = 10 * 60_000;

/** More than the buffers of a connection hold. */
const FILM_BYTES = 40_000_000;
const PIECE_BYTES = 64_000;

let app: FastifyInstance;
let port: number;
/** Resolves when the handler of `/slow` runs. */
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
  // A film that is read beside other work stands still for a second at most.
  configureConnections(app, { windowMs: 24_000, leastBytes: 24_000 });
  app.get('/', () => 'now');
  app.get('/picture', () => Buffer.alloc(FILM_BYTES));
  app.get('/film', (_request, reply) => reply.send(Readable.from(readFilm())));
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

/** Returns a film in pieces, as a file has it. */
function* readFilm(): Iterable<Buffer> {
  for (let sent = 0; sent < FILM_BYTES; sent += PIECE_BYTES) yield Buffer.alloc(PIECE_BYTES);
}

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
  // New connections are refused now.
  while (app.server.listening) await wait(5);
  finish();
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nA picture$/);
  await closed;
});

it('answers requests that were sent in advance on one connection', async () => {
  const socket = await send(requestOf('GET /') + requestOf('POST /slow', 'A picture') + requestOf('GET /'));
  await started;
  const closed = closeServer(app, NEVER_MS);
  while (app.server.listening) await wait(5);
  finish();
  expect(await text(socket)).toMatch(/now[^]*A picture[^]*now$/);
  await closed;
});

it.each(['picture', 'film'])('sends a %s to its end', async (name) => {
  const socket = await send(requestOf(`GET /${name}`));
  await once(socket, 'readable');
  const closed = closeServer(app, NEVER_MS);
  while (app.server.listening) await wait(5);
  expect((await text(socket)).length).toBeGreaterThan(FILM_BYTES);
  await closed;
});

it('does not wait for a player that pauses', async () => {
  const socket = await send(requestOf('GET /film'));
  await once(socket, 'readable');
  await closeServer(app, NEVER_MS);
  expect((await text(socket).catch(() => '')).length).toBeLessThan(FILM_BYTES);
});

it('closes the connection of a request that does not finish in time', async () => {
  const socket = await send(requestOf('POST /slow'));
  await started;
  await closeServer(app, 1);
  expect(await text(socket).catch(() => '')).toBe('');
});

it.each([
  ['EADDRINUSE', 'Set PORT to another port'],
  ['EACCES', 'Set PORT to a port above 1023'],
  ['EADDRNOTAVAIL', 'Set HOST to an address of this machine'],
  ['ENOTFOUND', 'Set HOST to an address of this machine'],
])('says which setting is wrong if a server cannot listen: %s', (code, advice) => {
  const { message } = createListenError(
    { host: 'kino.example', port: 80 },
    Object.assign(new Error(), { code }),
  );
  expect(message).toContain(`HOST "kino.example" and PORT 80 (${code})`);
  expect(message).toContain(advice);
});
