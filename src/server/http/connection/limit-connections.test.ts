import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { limitConnections } from './limit-connections.ts';

const MAX = 3;

let app: FastifyInstance;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

async function listen(proxies: readonly string[]): Promise<void> {
  app = fastify();
  limitConnections(app, MAX, proxies);
  app.get('/', () => 'served');
  await app.listen({ host: '127.0.0.1', port: 0 });
}

/** Opens a connection and asks for a page. Returns what it receives first. */
async function ask(): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket.on('error', () => undefined));
  await once(socket, 'connect');
  const received = once(socket, 'data') as Promise<[Buffer]>;
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  return String((await received)[0]);
}

it('an address has a limited number of connections at the same time', async () => {
  await listen([]);
  for (let count = 0; count < MAX; count++) expect(await ask()).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ask()).toMatch(/^HTTP\/1\.1 429 [^]*"code":"too_many_requests"[^]*has 3 open connections/);
  sockets[0]?.destroy();
  await expect.poll(ask).toMatch(/^HTTP\/1\.1 200 /);
});

it.each([['127.0.0.1'], ['127.0.0.0/8'], ['loopback']])('a trusted proxy has no limit: %s', async (proxy) => {
  await listen([proxy]);
  for (let count = 0; count < 2 * MAX; count++) expect(await ask()).toMatch(/^HTTP\/1\.1 200 /);
});

it('the proxies of another network do not lift the limit', async () => {
  await listen(['10.0.0.0/8', 'fd00::/8', 'uniquelocal', '::1']);
  for (let count = 0; count < MAX; count++) await ask();
  expect(await ask()).toMatch(/^HTTP\/1\.1 429 /);
});
