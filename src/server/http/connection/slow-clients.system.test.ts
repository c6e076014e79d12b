import { once } from 'node:events';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../server.fixture.ts';

const TIMEOUTS = { headersMs: 300, bodyMs: 300, pace: { windowMs: 150, leastBytes: 1000 } };
const TRICKLE_MS = 20;
const MEGABYTES = 40;
const FILE = 'v1/owner/019a9f3c-a2b4-7d15-9e3f-1c2d3e4f5a6b/film.mp4';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer(undefined, undefined, { timeouts: TIMEOUTS });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

const portOf = () => (server.app.server.address() as AddressInfo).port;

function countConnections(): Promise<number> {
  return new Promise((resolve, reject) => {
    server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

async function open(): Promise<Socket> {
  const socket = connect(portOf(), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Sends the beginning of a request at once and then a byte at a time, until the connection is closed. */
async function trickle(start: string): Promise<string> {
  const socket = await open();
  socket.write(start);
  const timer = setInterval(() => socket.writable && socket.write('x'), TRICKLE_MS);
  try {
    return await readUntilClosed(socket);
  } finally {
    clearInterval(timer);
  }
}

/** Returns what a connection receives until it ends, even if it ends with a reset. */
async function readUntilClosed(socket: Socket): Promise<string> {
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
  socket.on('error', () => undefined);
  // Not `once` of node:events, which rejects if the connection ends with a reset.
  await new Promise((resolve) => socket.once('close', resolve));
  return received;
}

const headOf = (line: string, headers = '') =>
  `${line} HTTP/1.1\r\nHost: a\r\nX-Api-Key: test-key-v1\r\nContent-Type: application/json\r\n${headers}`;
const LONG = 'Content-Length: 1000000\r\n\r\n';

/** Returns the address of a signed upload without its origin. */
async function createUpload(): Promise<string> {
  const { data } = (await server.ask('POST', '/ingest/v1/upload')).json<{
    data: { attributes: { url: string } };
  }>();
  const { pathname, search } = new URL(data.attributes.url);
  return `${pathname}${search}`;
}

it('headers by the byte and silence are answered with 408, while others are served', async () => {
  const many = Array.from({ length: 100 }, (_, index) =>
    trickle(index % 2 === 0 ? 'GET /health HTTP/1.1\r\nHost: a\r\nX-Slow: ' : ''),
  );
  const url = `http://127.0.0.1:${portOf()}/health`;
  expect((await fetch(url, { headers: { connection: 'close' } })).status).toBe(200);
  for (const answer of await Promise.all(many)) expect(answer).toMatch(/^HTTP\/1\.1 (408|400) /);
  await expect.poll(countConnections).toBe(0);
});

it('a connection that says nothing is closed with 408', async () => {
  expect(await readUntilClosed(await open())).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request_timed_out"/);
});

it.each([
  'POST /edit/v1/render',
  'POST /edit/v1/templates',
  'POST /edit/v1/templates/render',
  'POST /edit/v1/frame?at=1',
  'POST /serve/v1/assets',
  'POST /ingest/v1/sources',
  'POST /create/v1/assets',
])('a body by the byte is answered with 408: %s', async (line) => {
  expect(await trickle(headOf(line, LONG))).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request_timed_out"/);
  await expect.poll(countConnections).toBe(0);
});

it('a file by the byte is answered with 408, and leaves nothing behind', async () => {
  const path = await createUpload();
  expect(await trickle(headOf(`PUT ${path}`, LONG))).toMatch(/^HTTP\/1\.1 408 /);
  await expect.poll(() => server.parts.storage.incoming.list()).toEqual([]);
});

it('a resumable file by the byte is answered with 408, and keeps what has arrived', async () => {
  const created = await server.app.inject({
    method: 'POST',
    url: '/ingest/v1/tus',
    headers: { 'x-api-key': 'test-key-v1', 'tus-resumable': '1.0.0', 'upload-length': '1000000' },
  });
  expect(created.statusCode).toBe(201);
  const { pathname, search } = new URL(String(created.headers.location));
  const headers = `Tus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n${LONG}`;
  const line = headOf(`PATCH ${pathname}${search}`, headers);
  const answer = await trickle(line.replace('application/json', 'application/offset+octet-stream'));
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  await expect
    .poll(async () => {
      const { headers: found } = await server.app.inject({
        method: 'HEAD',
        url: `${pathname}${search}`,
        headers: { 'x-api-key': 'test-key-v1', 'tus-resumable': '1.0.0' },
      });
      return Number(found['upload-offset']);
    })
    .toBeGreaterThan(0);
});

it('a file at an honest pace may take many windows', async () => {
  const socket = await open();
  const parts = 30;
  const size = 1000;
  const length = `Content-Length: ${parts * size}\r\nConnection: close\r\n\r\n`;
  socket.write(headOf(`PUT ${await createUpload()}`, length));
  let sent = 0;
  const timer = setInterval(() => {
    if (sent++ < parts) socket.write('x'.repeat(size));
    else clearInterval(timer);
  }, TRICKLE_MS);
  expect(await readUntilClosed(socket)).toMatch(/^HTTP\/1\.1 200 /);
});

it('a body that goes on after its refusal ends with its connection', async () => {
  const answer = await trickle(headOf('POST /edit/v1/render', LONG).replace('test-key-v1', 'wrong'));
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  await expect.poll(countConnections).toBe(0);
});

it('a hosted file that is not read ends with its connection', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'kinora-slow-'));
  const path = join(folder.path, 'film.mp4');
  await writeFile(path, Buffer.alloc(MEGABYTES * 1_000_000));
  await server.parts.storage.put(FILE, path);
  const many = await Promise.all(Array.from({ length: 20 }, open));
  for (const socket of many)
    socket
      .on('error', () => undefined)
      .pause()
      .write(headOf(`GET /files/${FILE}`, '\r\n'));
  await expect.poll(countConnections).toBe(0);
  for (const socket of many) socket.destroy();
});
