import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENOUGH_SPACE } from '../../../base/disk/enough-space.fixture.ts';
import { expireUploads } from '../../../store/uploads/uploads.ts';
import { KEYS } from '../server.fixture.ts';
import { openReceivingServer, type ReceivingServer } from './receiving-server.fixture.ts';

const KEY = { 'x-api-key': KEYS.v1 };
const BYTES = { 'content-type': 'application/offset+octet-stream' };

/** A busy machine needs more than the default. */

/** Bytes that are free on the disk. */
let usable = 1e15;
let server: ReceivingServer;
beforeAll(async () => {
  const disk = { ...ENOUGH_SPACE, measure: () => Promise.resolve({ usable, whole: 1e15 }) };
  server = await openReceivingServer({ disk });
});
afterAll(() => server.close());
beforeEach(async () => {
  usable = 1e15;
  await server.parts.database.tables.deleteFrom('upload').execute();
});

type Options = Readonly<Record<string, string>>;

const send = (method: string, url: string, headers: Options, body?: string | Buffer | ReadableStream) =>
  fetch(url, {
    method,
    headers: { 'tus-resumable': '1.0.0', ...headers },
    ...(body !== undefined && { body }),
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
const patch = (url: string, body: string | Buffer | ReadableStream, offset = 0) =>
  send('PATCH', url, { ...BYTES, 'upload-offset': String(offset) }, body);
const stream = (length: number) => new Blob([new Uint8Array(length)]).stream();

/** Returns the query that creates a resumable upload with a signed address. */
const queryOf = ({ id, url }: { readonly id: string; readonly url: string }) =>
  `?upload=${id}&${new URL(url).searchParams.toString()}`;

const createAt = (
  query: string,
  length: number,
  headers: Options = {},
  body?: string | Buffer | ReadableStream,
) =>
  send(
    'POST',
    `${server.origin}/ingest/v1/tus${query}`,
    { 'upload-length': String(length), ...headers },
    body,
  );

/** Creates a resumable upload of a signed one. Returns its address. */
async function begin(signed: { readonly id: string; readonly url: string }, length = 100): Promise<string> {
  const answer = await createAt(queryOf(signed), length);
  expect(answer.status).toBe(201);
  return answer.headers.get('location')!;
}

const listOf = async (id: string) => (await server.listIncoming()).filter((name) => name.startsWith(id));
const findUploads = () =>
  server.parts.database.tables.selectFrom('upload').select(['status', 'bytes']).orderBy('bytes').execute();

/** Sends the head of a request and some bytes of its body, and cuts the connection. */
async function cut(method: string, url: string, headers: Options): Promise<void> {
  const { pathname, search } = new URL(url);
  const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write([`${method} ${pathname}${search} HTTP/1.1`, 'host: a', ...lines, '', 'bytes'].join('\r\n'));
  await expect.poll(findUploads).toHaveLength(1);
  socket.destroy();
}

describe('the unfinished uploads', () => {
  it('of a source are limited, however they are sent', async () => {
    const signed = await server.createUpload();
    for (let n = 0; n < 4; n += 1) await begin(signed);
    for (const refused of [
      await createAt(queryOf(signed), 100),
      await send('PUT', signed.url, {}, 'bytes'),
    ]) {
      expect(refused.status).toBe(429);
      expect(await refused.text()).toContain(
        'This source has 4 unfinished uploads, and its limit is 4. Finish or cancel one of them, or wait until one has expired.',
      );
    }
    await begin(await server.createUpload());
  });

  it('of an account are limited', async () => {
    const { tables } = server.parts.database;
    const expires = new Date(Date.now() + 60_000);
    const { v1: owner } = server.owners;
    const { id: source } = await server.createUpload();
    const rows = Array.from({ length: 500 }, (_, n) => ({ id: `u${n}`, owner, source, bytes: 1, expires }));
    await tables.insertInto('upload').values(rows).execute();
    const refused = await createAt('', 100, KEY);
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringContaining('This account has 500 unfinished uploads, and its limit is 500.'),
    ]);
    // An upload whose time is over does not count.
    const past = new Date(Date.now() - 1000);
    await tables.updateTable('upload').set({ expires: past }).where('id', '=', 'u0').execute();
    expect((await createAt('', 100, KEY)).status).toBe(201);
  });

  it('of an account leave half of the free space of the disk to others', async () => {
    usable = 1000;
    const signed = await server.createUpload();
    await begin(signed, 400);
    const refused = await createAt(queryOf(signed), 101);
    expect([refused.status, await refused.text()]).toEqual([
      503,
      expect.stringContaining('too little free space for the unfinished uploads of this account'),
    ]);
    expect((await createAt('', 100, { 'x-api-key': KEYS.stage })).status).toBe(403);
    const other = `${server.origin}/ingest/stage/tus`;
    expect((await send('POST', other, { 'x-api-key': KEYS.stage, 'upload-length': '500' })).status).toBe(201);
  });

  it('stop while the disk fills, and continue when there is room', async () => {
    const signed = await server.createUpload();
    const url = await begin(signed, 1000);
    usable = 999;
    expect((await patch(url, 'bytes')).status).toBe(503);
    expect((await send('PUT', signed.url, {}, 'bytes')).status).toBe(503);
    usable = 1e15;
    expect((await patch(url, Buffer.alloc(1000))).status).toBe(204);
    expect(await server.readSource(signed.id)).toMatchObject({ status: 'queued', received: true });
  });
});

describe('a source that was received', () => {
  it('ends its other uploads, whose bytes go at once', async () => {
    const signed = await server.createUpload();
    const old = await begin(signed, 100);
    await patch(old, Buffer.alloc(60));
    expect((await send('PUT', signed.url, {}, 'the file')).status).toBe(200);
    const { incoming } = await server.readSource(signed.id);
    expect(await listOf(signed.id)).toEqual([incoming]);
    expect(await findUploads()).toEqual([{ status: 'received', bytes: 8 }]);
    const late = await patch(old, Buffer.alloc(40), 60);
    expect([late.status, await late.text()]).toEqual([404, expect.stringContaining('Create a new upload.')]);
    expect(await server.readSource(signed.id)).toMatchObject({ version: 1, incoming });
  });

  it('is not replaced by an upload that ends after the hour of its address', async () => {
    const { tables } = server.parts.database;
    const signed = await server.createUpload();
    await send('PUT', signed.url, {}, 'the file');
    const past = new Date(Date.now() - 1000);
    await tables.updateTable('source').set({ upload_expires: past }).where('id', '=', signed.id).execute();
    const before = await server.readSource(signed.id);
    const late = await send('PUT', signed.url, {}, 'another');
    expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('its time is over')]);
    expect((await send('PUT', signed.url, {}, '')).status).toBe(400);
    expect(await server.readSource(signed.id)).toEqual(before);
    expect(await listOf(signed.id)).toEqual([before.incoming]);
  });

  it('is replaced by a new upload within the hour', async () => {
    const signed = await server.createUpload();
    await send('PUT', signed.url, {}, 'the file');
    expect((await patch(await begin(signed, 7), 'another')).status).toBe(204);
    const { version, incoming } = await server.readSource(signed.id);
    expect([version, await listOf(signed.id)]).toEqual([2, [incoming]]);
    expect(await findUploads()).toEqual([{ status: 'received', bytes: 7 }]);
  });
});

describe('a resumable upload', () => {
  it('expires with the signed address that it came from', async () => {
    const signed = await server.createUpload();
    const end = Number(new URL(signed.url).searchParams.get('expires'));
    const soon = new URL(server.parts.uploadAddresses.urlOf('v1', signed.id, new Date((end - 600) * 1000)));
    const answer = await createAt(`?upload=${signed.id}&${soon.searchParams.toString()}`, 100);
    const url = new URL(answer.headers.get('location')!);
    expect(Number(url.searchParams.get('expires'))).toBe(end - 600);
    const next = await patch(url.href, 'bytes');
    for (const { headers } of [answer, next])
      expect(Date.parse(headers.get('upload-expires')!)).toBe((end - 600) * 1000);
    expect(Math.floor((await server.readSource(signed.id)).upload_expires!.getTime() / 1000)).toBe(end);
  });

  it('is removed if it sends more than it announced', async () => {
    const signed = await server.createUpload();
    const url = await begin(signed, 100);
    expect((await patch(url, stream(70_000))).status).toBe(413);
    expect([await listOf(signed.id), await findUploads()]).toEqual([[], []]);
    expect(await server.readSource(signed.id)).toMatchObject({
      status: 'failed',
      error: 'The client has sent more bytes than it announced. Create a new upload.',
    });
    expect((await patch(url, 'bytes')).status).toBe(404);
    expect((await createAt(queryOf(signed), 100, BYTES, stream(70_000))).status).toBe(413);
    expect([await listOf(signed.id), await findUploads()]).toEqual([[], []]);
  });

  it('is removed if its client is cut off before it knows the address', async () => {
    const signed = await server.createUpload();
    const url = `${server.origin}/ingest/v1/tus${queryOf(signed)}`;
    const head = { 'tus-resumable': '1.0.0', ...BYTES, 'upload-length': '100', 'content-length': '100' };
    await cut('POST', url, head);
    await expect.poll(findUploads).toEqual([]);
    await cut('POST', `${server.origin}/ingest/v1/tus`, { ...head, ...KEY });
    await expect.poll(findUploads).toEqual([]);
    const sources = server.parts.database.tables.selectFrom('source').select('error');
    expect(await sources.orderBy('created', 'desc').limit(1).execute()).toEqual([
      { error: expect.stringContaining('before its client had received its URL') as string },
    ]);
    expect(await server.readSource(signed.id)).toMatchObject({ status: 'queued', received: false });
  });

  it('is removed when its time is over', async () => {
    const { tables } = server.parts.database;
    const signed = await server.createUpload();
    const url = await begin(signed);
    expect(await expireUploads(tables, 10)).toEqual([]);
    await tables
      .updateTable('upload')
      .set({ expires: new Date(Date.now() - 1000) })
      .execute();
    expect((await patch(url, 'bytes')).status).toBe(404);
    expect(await expireUploads(tables, 10)).toEqual(await listOf(signed.id));
  });
});

describe('the requests to signed addresses', () => {
  it('are limited for each source and each network address', async () => {
    const limited = await openReceivingServer({ rateLimits: 0.1, trustProxy: ['127.0.0.1'] });
    const flood = async (url: string, ip: string) => {
      const headers = { 'x-forwarded-for': ip };
      const statuses: number[] = [];
      for (let n = 0; n < 35; n += 1) {
        const answer = await fetch(url, { method: 'PUT', headers, body: '' });
        statuses.push(answer.status);
        if (answer.status === 429) return [n, answer.headers.get('retry-after'), await answer.text()];
      }
      return statuses;
    };
    const SECONDS = expect.stringMatching(/^\d+$/) as string;
    const { url } = await limited.createUpload();
    const ofSource = 'The clients of this upload may send at most 6 such requests per minute without a key.';
    expect(await flood(url, '10.0.0.1')).toEqual([6, SECONDS, expect.stringContaining(ofSource)]);
    expect(await flood(url, '10.0.0.2')).toEqual([0, SECONDS, expect.stringContaining(ofSource)]);
    const ofAddress = 'Your address may send at most 30 such requests per minute without a key.';
    const wrong = url.replace(/signature=./, 'signature=');
    expect(await flood(wrong, '10.0.0.3')).toEqual([30, SECONDS, expect.stringContaining(ofAddress)]);
    expect(await flood(url, '10.0.0.3')).toEqual([0, SECONDS, expect.stringContaining(ofAddress)]);
    await limited.close();
  });
});
