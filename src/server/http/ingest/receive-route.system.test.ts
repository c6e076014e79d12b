import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { KinoraError } from '../../../base/errors.ts';
import { findMissedUploads } from '../../../store/sources.ts';
import { expireUploads } from '../../../store/uploads/uploads.ts';
import { MAX_BYTES, openReceivingServer, type ReceivingServer } from './receiving-server.fixture.ts';

/** Milliseconds without a byte after which an upload ends. */
const IDLE_MS = 600;

let server: ReceivingServer;
beforeAll(async () => {
  server = await openReceivingServer({ idleMs: IDLE_MS });
});
afterAll(() => server.close());
afterEach(() => void vi.restoreAllMocks());

const put = (url: string, body: Buffer | string | ReadableStream, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'PUT', body, headers, ...(body instanceof ReadableStream && { duplex: 'half' }) });

/** The bytes that wait for the import of a source. */
async function readIncoming(id: string): Promise<Buffer> {
  const { incoming } = await server.readSource(id);
  return readFile(await server.parts.storage.incoming.fetch(incoming!, tmpdir()));
}

/** Sends the head of a request and some bytes of its body. */
async function begin(url: string, headers: readonly string[], body: string): Promise<Socket> {
  const { pathname, search } = new URL(url);
  const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write([`PUT ${pathname}${search} HTTP/1.1`, 'Host: a', ...headers, '', body].join('\r\n'));
  return socket;
}

/** The detail of the only error in a response. */
async function detailOf(answer: Response): Promise<unknown> {
  const { errors } = (await answer.json()) as { errors: { detail: string }[] };
  return errors.map(({ detail }) => detail).join();
}

describe('a file that is sent to the URL of an upload', () => {
  it.each([
    ['with a content type', { 'content-type': 'video/mp4' }],
    ['without one', {}],
    ['as JSON', { 'content-type': 'application/json' }],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['with a malformed content type', { 'content-type': 'movie' }],
    ['with an encoding', { 'content-encoding': 'gzip' }],
  ])('waits for its import: %s', async (_how, headers: Record<string, string>) => {
    const { id, url } = await server.createUpload();
    const bytes = randomBytes(500_000);
    const answer = await put(url, bytes, headers);
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await server.readSource(id)).toMatchObject({ status: 'queued', version: 1, received: true });
    expect((await readIncoming(id)).equals(bytes)).toBe(true);
  });

  it('may have an unknown length', async () => {
    const { id, url } = await server.createUpload();
    const chunks = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from('some '));
        controller.enqueue(Buffer.from('bytes'));
        controller.close();
      },
    });
    expect((await put(url, chunks)).status).toBe(200);
    expect((await readIncoming(id)).toString()).toBe('some bytes');
  });

  it('replaces an earlier one', async () => {
    const { id, url } = await server.createUpload({ outputs: { renditions: [{ format: 'webm' }] } });
    await put(url, 'first');
    const first = (await server.readSource(id)).incoming!;
    await put(url, 'second');
    expect(await server.readSource(id)).toMatchObject({ status: 'queued', version: 2 });
    expect((await readIncoming(id)).toString()).toBe('second');
    expect(await server.listIncoming()).not.toContain(first);
  });

  it('may come from a browser', async () => {
    const { url } = await server.createUpload();
    const headers = { origin: 'https://page.example', 'access-control-request-method': 'PUT' };
    const answer = await fetch(url, { method: 'OPTIONS', headers });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-methods')).toContain('PUT');
  });

  it('is taken for the version v1 if the URL has no version', async () => {
    const { id, url } = await server.createUpload();
    expect((await put(url.replace('/v1/', '/'), 'bytes')).status).toBe(200);
    expect((await server.readSource(id)).received).toBe(true);
  });
});

describe('the signature of a URL', () => {
  it.each([
    ['missing', (url: string) => url.replace(/\?.*/, '')],
    ['wrong', (url: string) => url.replace(/signature=./, 'signature=')],
    ['for another source', (url: string) => url.replace(/upload\/[\w-]+/, `upload/${uuid()}`)],
    ['for another id', (url: string) => url.replace(/upload\/[\w-]+/, 'upload/none')],
    ['for another stage', (url: string) => url.replace('/v1/', '/stage/')],
  ])('must be valid: %s', async (_how, change) => {
    const { id, url } = await server.createUpload();
    const answer = await put(change(url), 'bytes');
    expect(answer.status).toBe(403);
    expect(await detailOf(answer)).toBe(
      'The URL of this upload has expired or is incomplete. Create a new upload.',
    );
    expect(await server.readSource(id)).toMatchObject({ received: false, status: 'queued' });
  });

  it('expires', async () => {
    const url = server.parts.uploadAddresses.urlOf('v1', uuid(), new Date(Date.now() - 1000));
    expect((await put(url, 'bytes')).status).toBe(403);
  });

  it('is checked before the client sends the file', async () => {
    const socket = await begin(`${server.origin}/ingest/v1/upload/${uuid()}`, EXPECTING, '');
    const [received] = (await once(socket, 'data')) as [Buffer];
    expect(received.toString()).toMatch(/^HTTP\/1\.1 403 /);
    socket.destroy();
    const { url } = await server.createUpload();
    const other = await begin(url, EXPECTING, '');
    const [permission] = (await once(other, 'data')) as [Buffer];
    expect(permission.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    other.write('bytes');
    const [answer] = (await once(other, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
    other.destroy();
  });
  const EXPECTING = ['Content-Length: 5', 'Expect: 100-continue'];

  it('of a deleted or unknown source returns 404', async () => {
    const { id, url } = await server.createUpload();
    await server.ask('DELETE', `/ingest/v1/sources/${id}`);
    expect((await put(url, 'bytes')).status).toBe(404);
    const unknown = server.parts.uploadAddresses.urlOf('v1', uuid(), new Date(Date.now() + 10_000));
    expect((await put(unknown, 'bytes')).status).toBe(404);
    expect(await server.listIncoming()).not.toContain(expect.stringContaining(id));
  });
});

describe('a source fails', () => {
  /** Waits until the source of an upload has failed. Its bytes are gone then. */
  async function expectFailure(id: string, error: string | RegExp): Promise<void> {
    await expect.poll(async () => (await server.readSource(id)).status).toBe('failed');
    expect(await server.readSource(id)).toMatchObject({
      error: typeof error === 'string' ? error : (expect.stringMatching(error) as string),
      incoming: null,
    });
    await expect
      .poll(async () => (await server.listIncoming()).filter((name) => name.startsWith(id)))
      .toEqual([]);
  }

  it('if its file is empty', async () => {
    const { id, url } = await server.createUpload();
    const answer = await put(url, '');
    expect([answer.status, await detailOf(answer)]).toEqual([
      400,
      'The uploaded file is empty. Upload a file with content.',
    ]);
    await expectFailure(id, 'The uploaded file is empty. Upload a file with content.');
    expect((await put(url, 'bytes')).status).toBe(200);
    expect(await server.readSource(id)).toMatchObject({ status: 'queued', error: null });
  });

  const LIMIT = 'The file is too large: it must have at most 2,000,000 bytes (KINORA_INGEST_MAX_BYTES).';

  it('if its file is announced as too large', async () => {
    const { id, url } = await server.createUpload();
    const socket = await begin(url, ['Content-Length: 5000000000', 'Connection: close'], 'the beginning');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain(LIMIT);
    await expectFailure(id, LIMIT);
  });

  it('if its file turns out to be too large', async () => {
    const { id, url } = await server.createUpload();
    const { port } = server.app.server.address() as AddressInfo;
    const { pathname, search } = new URL(url);
    const sending = httpRequest({ port, method: 'PUT', path: `${pathname}${search}` });
    sending.write(randomBytes(MAX_BYTES + 1));
    const [answer] = (await once(sending, 'response')) as [{ statusCode: number }];
    expect(answer.statusCode).toBe(413);
    sending.destroy();
    await expectFailure(id, LIMIT);
  });

  it('if the connection is cut', async () => {
    const { id, url } = await server.createUpload();
    const socket = await begin(url, ['Content-Length: 1000'], 'the beginning');
    await expect.poll(() => server.listIncoming()).not.toEqual([]);
    socket.destroy();
    await expectFailure(id, /^The upload of 1,000 bytes ended before the whole file had arrived\./);
  });

  it('if the client stops sending', async () => {
    const { id, url } = await server.createUpload();
    const socket = await begin(url, ['Content-Length: 1000'], 'the beginning');
    await expectFailure(id, /^The upload of 1,000 bytes ended/);
    socket.destroy();
  });

  it('and its client is told', async () => {
    const { id, url } = await server.createUpload({
      callback: 'https://example.com/hook',
      outputs: { renditions: [{}] },
    });
    await put(url, '');
    const sent = await server.parts.database.tables
      .selectFrom('callback')
      .select(['event', 'body'])
      .where('subject', '=', id)
      .orderBy('event')
      .execute();
    expect(sent.map(({ event }) => event)).toEqual(['ingest/rendition', 'ingest/source']);
    expect(JSON.parse(sent[1]!.body)).toMatchObject({ id, status: 'failed', url: null });
  });
});

it('a source is not missed while its file arrives', async () => {
  const { tables } = server.parts.database;
  const { id, url } = await server.createUpload();
  const socket = await begin(url, ['Content-Length: 5', 'Connection: close'], 'by');
  await expect.poll(() => server.listIncoming()).not.toEqual([]);
  const past = new Date(Date.now() - 1000);
  await tables.updateTable('source').set({ upload_expires: past }).where('id', '=', id).execute();
  expect([await expireUploads(tables, 10), await findMissedUploads(tables, 10)]).toEqual([[], []]);
  socket.write('tes');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
});

it('a file may arrive slowly', async () => {
  const { id, url } = await server.createUpload();
  const socket = await begin(url, ['Content-Length: 6'], 'a');
  for (const next of 'bcdef') {
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS / 4));
    socket.write(next);
  }
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
  expect((await readIncoming(id)).toString()).toBe('abcdef');
});

it('a client that has sent its file waits for a slow database', async () => {
  const { id, url } = await server.createUpload();
  const { imports } = server.parts.queue;
  const submit = imports.submit.bind(imports);
  vi.spyOn(imports, 'submit').mockImplementationOnce(async (...args) => {
    await new Promise((resolve) => setTimeout(resolve, 2 * IDLE_MS));
    return submit(...args);
  });
  expect((await put(url, 'bytes')).status).toBe(200);
  expect(await server.readSource(id)).toMatchObject({ status: 'queued', received: true });
});

it('a file in the chunks of AWS clients is refused', async () => {
  const { id, url } = await server.createUpload();
  const answer = await put(url, 'bytes', { 'content-encoding': 'aws-chunked' });
  expect(answer.status).toBe(415);
  expect(await detailOf(answer)).toContain('aws-chunked');
  expect((await server.readSource(id)).received).toBe(false);
});

it.each([
  ['the queue is full', 'queue_full'],
  ['the storage does not respond', 'storage_failed'],
] as const)('a source does not fail if %s', async (_what, code) => {
  const { id, url } = await server.createUpload();
  const failing = () => Promise.reject(new KinoraError(code, 'Not now.'));
  if (code === 'queue_full') vi.spyOn(server.parts.queue.imports, 'submit').mockImplementationOnce(failing);
  else vi.spyOn(server.parts.storage.incoming, 'receive').mockImplementationOnce(failing);
  expect((await put(url, 'bytes')).status).toBe(503);
  expect(await server.readSource(id)).toMatchObject({ status: 'queued', received: false });
  expect((await server.listIncoming()).filter((name) => name.startsWith(id))).toEqual([]);
  expect((await put(url, 'bytes')).status).toBe(200);
});
