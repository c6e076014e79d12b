import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { KinoraError } from '../../../base/errors.ts';
import { respondWith } from '../../../destinations/faulty-server.fixture.ts';
import { FAST_S3_POLICY, type S3Server, startS3Server } from '../../../hosting/s3-server.fixture.ts';
import { openS3Storage } from '../../../hosting/s3-storage.ts';
import { buildServer } from '../app.ts';
import { KEYS } from '../server.fixture.ts';
import { MAX_BYTES, openReceivingServer, type ReceivingServer } from './receiving-server.fixture.ts';

const KEY = { 'x-api-key': KEYS.v1 };
const VERSION = { 'tus-resumable': '1.0.0' };
const BYTES = { 'content-type': 'application/offset+octet-stream' };

let folder: string;
let s3: S3Server;
/** One server for each kind of storage. */
const servers: ReceivingServer[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-tus-'));
  s3 = await startS3Server();
  const settings = { rateLimits: 1, canTranscribe: false };
  servers.push(await openReceivingServer(settings));
  const storage = await openS3Storage(s3.location, FAST_S3_POLICY);
  servers.push(await openReceivingServer({ ...settings, storage }));
});
afterAll(async () => {
  for (const server of servers) {
    await server.close();
    await server.parts.storage.close();
  }
  await s3.close();
  await rm(folder, { recursive: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  s3.reset();
});

type Options = Readonly<Record<string, string>>;

const send = (method: string, url: string, headers: Options, body?: Buffer) =>
  fetch(url, { method, headers: { ...VERSION, ...headers }, ...(body && { body }) });

const patch = (url: string, offset: number, bytes: Buffer, headers: Options = KEY) =>
  send('PATCH', url, { ...BYTES, 'upload-offset': String(offset), ...headers }, bytes);

const encode = (metadata: Options): string =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/** The offset and the length of an upload. */
async function readProgress(url: string, headers: Options = KEY): Promise<(string | null)[]> {
  const answer = await send('HEAD', url, headers);
  expect(answer.status).toBe(200);
  return [answer.headers.get('upload-offset'), answer.headers.get('upload-length')];
}

describe.each(['a folder', 'S3'] as const)('a resumable upload to %s', (kind) => {
  let server: ReceivingServer;
  beforeAll(() => {
    server = servers[kind === 'S3' ? 1 : 0]!;
  });

  const createAt = (headers: Options, query = '', body?: Buffer) =>
    send('POST', `${server.origin}/ingest/v1/tus${query}`, headers, body);

  /** Creates an upload with the key. Returns its address and the id of its source. */
  async function create(length: number, metadata: Options = { filename: 'a.mp4' }) {
    const answer = await createAt({
      ...KEY,
      'upload-length': String(length),
      'upload-metadata': encode(metadata),
    });
    expect(answer.status).toBe(201);
    const url = answer.headers.get('location')!;
    return { url, id: url.split('/').at(-1)!, answer };
  }

  async function expectImport(id: string, bytes: Buffer): Promise<void> {
    const source = await server.readSource(id);
    expect(source).toMatchObject({ status: 'queued', received: true, input: null });
    const path = await server.parts.storage.incoming.fetch(source.incoming!, folder);
    expect((await readFile(path)).equals(bytes)).toBe(true);
  }

  const findLocks = () => server.parts.database.tables.selectFrom('upload_lock').select('id').execute();

  it('creates a source, takes bytes in pieces, and is then imported', async () => {
    const bytes = randomBytes(1_000_000);
    const { url, id, answer } = await create(bytes.length);
    expect(url).toMatch(new RegExp(`^${server.origin}/ingest/v1/tus/[\\w-]+/${id}$`));
    expect(answer.headers.get('x-kinora-source')).toBe(id);
    expect(Date.parse(answer.headers.get('upload-expires')!)).toBeGreaterThan(Date.now());
    expect(answer.headers.get('tus-resumable')).toBe('1.0.0');
    expect(await server.readSource(id)).toMatchObject({ status: 'queued', received: false, incoming: null });
    expect(await readProgress(url)).toEqual(['0', '1000000']);
    const middle = await patch(url, 0, bytes.subarray(0, 400_000));
    expect([middle.status, middle.headers.get('upload-offset')]).toEqual([204, '400000']);
    expect(middle.headers.get('x-kinora-source')).toBe(id);
    expect(await readProgress(url)).toEqual(['400000', '1000000']);
    expect((await patch(url, 400_000, bytes.subarray(400_000))).status).toBe(204);
    await expectImport(id, bytes);
  });

  it('can be created with all its bytes', async () => {
    const bytes = randomBytes(100_000);
    const answer = await createAt({ ...KEY, ...BYTES, 'upload-length': '100000' }, '', bytes);
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([201, '100000']);
    await expectImport(answer.headers.get('x-kinora-source')!, bytes);
  });

  it('continues after a cut connection', async () => {
    const bytes = randomBytes(1_000_000);
    const { url } = await create(bytes.length);
    const { pathname } = new URL(url);
    const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    const head = { ...KEY, ...VERSION, ...BYTES, 'upload-offset': '0', 'content-length': '1000000' };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
    socket.write([`PATCH ${pathname} HTTP/1.1`, 'host: a', ...lines, '', ''].join('\r\n'));
    await new Promise((resolve) => socket.write(bytes.subarray(0, 650_000), resolve));
    await expect.poll(findLocks).toHaveLength(1);
    // The second request takes over from the first, whose connection is still open.
    const [offset] = await readProgress(url);
    expect(Number(offset)).toBeGreaterThan(0);
    socket.destroy();
    expect((await patch(url, Number(offset), bytes.subarray(Number(offset)))).status).toBe(204);
    await expectImport(url.split('/').at(-1)!, bytes);
    expect(await findLocks()).toEqual([]);
  });

  it('continues on another server', async () => {
    const other = await buildServer(server.parts);
    await other.listen({ host: '127.0.0.1', port: 0 });
    const bytes = randomBytes(700_000);
    const { url, id } = await create(bytes.length);
    await patch(url, 0, bytes.subarray(0, 350_000));
    const { port } = other.server.address() as AddressInfo;
    const elsewhere = url.replace(server.origin, `http://127.0.0.1:${port}`);
    expect(await readProgress(elsewhere)).toEqual(['350000', '700000']);
    expect((await patch(elsewhere, 350_000, bytes.subarray(350_000))).status).toBe(204);
    await expectImport(id, bytes);
    await other.close();
  });

  it('can use a signed upload instead of a key', async () => {
    const { id, url: target } = await server.createUpload({ outputs: { renditions: [{}] } });
    const query = `?upload=${id}&${new URL(target).searchParams.toString()}`;
    const bytes = randomBytes(10_000);
    const answer = await createAt({ 'upload-length': '10000' }, query);
    expect([answer.status, answer.headers.get('x-kinora-source')]).toEqual([201, id]);
    const url = answer.headers.get('location')!;
    expect(url).toMatch(new RegExp(`/ingest/v1/tus/[\\w-]+/${id}\\?expires=\\d+&signature=[\\w-]+$`));
    expect(await readProgress(url, {})).toEqual(['0', '10000']);
    expect((await patch(url, 0, bytes, {})).status).toBe(204);
    await expectImport(id, bytes);
    expect((await patch(url.replace(/signature=./, 'signature='), 0, bytes, {})).status).toBe(403);
    expect((await patch(url.replace(/\?.*/, ''), 0, bytes, {})).status).toBe(401);
    expect((await createAt({ 'upload-length': '1' }, query.replace(id, uuid()))).status).toBe(403);
  });

  it('fails its source if it is empty', async () => {
    const { id } = await create(0);
    expect(await server.readSource(id)).toMatchObject({
      status: 'failed',
      error: 'The uploaded file is empty. Upload a file with content.',
    });
    expect((await server.listIncoming()).filter((name) => name.startsWith(id))).toEqual([]);
  });

  it('fails its source if the client cancels it', async () => {
    const { url, id } = await create(1000);
    await patch(url, 0, randomBytes(10));
    expect((await send('DELETE', url, KEY)).status).toBe(204);
    expect(await server.readSource(id)).toMatchObject({ status: 'failed' });
    expect((await server.listIncoming()).filter((name) => name.startsWith(id))).toEqual([]);
    expect((await send('HEAD', url, KEY)).status).toBe(404);
  });

  it('cannot be cancelled or changed when it is finished', async () => {
    const { url, id } = await create(10);
    const bytes = randomBytes(10);
    await patch(url, 0, bytes);
    expect((await send('DELETE', url, KEY)).status).toBe(400);
    expect((await patch(url, 10, randomBytes(1))).status).toBe(413);
    expect((await patch(url, 0, bytes)).status).toBe(409);
    await expectImport(id, bytes);
  });

  it('cannot be resumed after its time', async () => {
    const { url } = await create(1000);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 3_600_000);
    expect((await patch(url, 0, randomBytes(10))).status).toBe(404);
  });

  it('is recorded later if that failed at its end', async () => {
    const { url, id } = await create(10);
    const bytes = randomBytes(10);
    vi.spyOn(server.parts.queue.imports, 'submit').mockRejectedValueOnce(
      new KinoraError('queue_full', 'Not now.'),
    );
    expect((await patch(url, 0, bytes)).status).toBe(503);
    expect(await server.readSource(id)).toMatchObject({ received: false });
    expect(await readProgress(url)).toEqual(['10', '10']);
    await expectImport(id, bytes);
    expect(await readProgress(url)).toEqual(['10', '10']);
    expect(await server.readSource(id)).toMatchObject({ version: 1 });
  });

  it('is still known as complete when it has been imported', async () => {
    const { url, id } = await create(10);
    await patch(url, 0, randomBytes(10));
    const { incoming } = await server.readSource(id);
    await server.parts.storage.incoming.delete(incoming!);
    await server.parts.database.tables
      .updateTable('source')
      .set({ status: 'ready', incoming: null, imported: incoming, bytes: 10 })
      .where('id', '=', id)
      .execute();
    expect(await readProgress(url)).toEqual(['10', '10']);
    // Not so another upload to the same source.
    const other = url.replace(/tus\/[^/]+/, 'tus/other');
    expect((await send('HEAD', other, KEY)).status).toBe(404);
  });

  it('rejects more bytes than announced, also if their number is not announced', async () => {
    const { url } = await create(1000);
    const answer = await fetch(url, {
      method: 'PATCH',
      headers: { ...VERSION, ...BYTES, ...KEY, 'upload-offset': '0' },
      body: new Blob([randomBytes(2000)]).stream(),
      duplex: 'half',
    });
    expect([answer.status, await answer.json()]).toMatchObject([413, { errors: [{ status: '413' }] }]);
  });

  it('is told in the format of the API what is wrong', async () => {
    const { url } = await create(1000);
    const wrong = await patch(url, 5, randomBytes(5));
    expect([wrong.status, await wrong.json()]).toEqual([
      409,
      {
        errors: [
          {
            status: '409',
            title: 'Conflict',
            detail: expect.stringContaining('Send HEAD to the same URL') as string,
          },
        ],
      },
    ]);
    const unknown = await send('PATCH', url.replace(/tus\/[\w-]+/, 'tus/none'), {
      ...KEY,
      ...BYTES,
      'upload-offset': '0',
    });
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { errors: [{ status: '404' }] }]);
  });
});

describe('the creation of a resumable upload', () => {
  let server: ReceivingServer;
  beforeAll(() => {
    server = servers[0]!;
  });

  const create = (headers: Options, query = '') =>
    send('POST', `${server.origin}/ingest/v1/tus${query}`, headers);

  it('takes the options of a source from the metadata', async () => {
    const metadata = encode({
      filename: 'ä.mp4',
      outputs: JSON.stringify({ renditions: [{ format: 'webm' }] }),
      destinations: JSON.stringify([{ provider: 'kinora' }]),
      callback: 'https://example.com/hook',
    });
    const answer = await create({ ...KEY, 'upload-length': '5', 'upload-metadata': metadata });
    expect(answer.status).toBe(201);
    const source = await server.readSource(answer.headers.get('x-kinora-source')!);
    const kept = { callback: 'https://example.com/hook', owner: server.owners.v1, name: 'ä.mp4' };
    expect(source).toMatchObject(kept);
    expect(JSON.parse(source.outputs)).toEqual({ renditions: [{ format: 'webm' }] });
    expect(JSON.parse(source.destinations)).toMatchObject([{ provider: 'kinora' }]);
  });

  it.each([
    ['C:\\films\\../sea.mov', 'sea.mov'],
    ['/etc/passwd', 'passwd'],
    ['a\u0000\r\n\u202eb.mp4', 'ab.mp4'],
    ['<img src=x>.mp4', '<img src=x>.mp4'],
    ['  ', null],
    ['folder/', null],
    ['🎬'.repeat(300), '🎬'.repeat(255)],
  ])('keeps of the file name %j only what can be shown', async (filename, name) => {
    const metadata = encode({ filename });
    const answer = await create({ ...KEY, 'upload-length': '5', 'upload-metadata': metadata });
    expect(answer.status).toBe(201);
    expect((await server.readSource(answer.headers.get('x-kinora-source')!)).name).toBe(name);
  });

  it.each([
    ['a wrong option', { outputs: '{"renditions":[{"quality":0}]}' }, '/outputs/renditions/0/quality'],
    ['options that are not JSON', { outputs: '{' }, '/outputs'],
    ['a transcription without a service', { outputs: '{"transcription":{}}' }, '/outputs/transcription'],
    ['a destination without credentials', { destinations: '{"provider":"mux"}' }, '/destinations/provider'],
  ])('rejects %s', async (_what, metadata: Options, pointer) => {
    const answer = await create({ ...KEY, 'upload-length': '5', 'upload-metadata': encode(metadata) });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ status: '400', source: { pointer } }] });
  });

  it('rejects options of an upload that exists already', async () => {
    const { id, url } = await server.createUpload();
    const query = `?upload=${id}&${new URL(url).searchParams.toString()}`;
    const metadata = encode({ outputs: '{}' });
    const answer = await create({ 'upload-length': '5', 'upload-metadata': metadata }, query);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ source: { pointer: '/outputs' } }] });
  });

  it.each([
    ['a file that is too large', { 'upload-length': String(MAX_BYTES + 1) }, 413],
    ['a missing length', {}, 400],
    ['a length that is to follow', { 'upload-defer-length': '1' }, 400],
    ['malformed metadata', { 'upload-length': '1', 'upload-metadata': 'a b c' }, 400],
    ['another version of the protocol', { 'upload-length': '1', 'tus-resumable': '2.0.0' }, 400],
    ['a missing key', { 'upload-length': '1', 'x-api-key': '' }, 401],
    ['the other key', { 'upload-length': '1', 'x-api-key': KEYS.stage }, 403],
  ])('rejects %s', async (_what, headers: Options, status) => {
    const before = await countSources();
    const answer = await create({ ...KEY, ...headers });
    expect([answer.status, await answer.json()]).toEqual([status, { errors: [expect.anything()] }]);
    expect(await countSources()).toBe(before);
  });

  async function countSources(): Promise<number> {
    return (await server.parts.database.tables.selectFrom('source').select('id').execute()).length;
  }

  it('counts as a change, but what follows does not', async () => {
    const answer = await create({ ...KEY, 'upload-length': '10' });
    const left = Number(answer.headers.get('ratelimit-remaining'));
    const url = answer.headers.get('location')!;
    const head = await send('HEAD', url, KEY);
    expect(Number(head.headers.get('ratelimit-limit'))).toBe(3000);
    const next = await patch(url, 0, randomBytes(5));
    expect(Number(next.headers.get('ratelimit-limit'))).toBe(3000);
    const another = await create({ ...KEY, 'upload-length': '10' });
    expect(Number(another.headers.get('ratelimit-remaining'))).toBe(left - 1);
  });

  it('is announced by OPTIONS, also to browsers', async () => {
    const answer = await fetch(`${server.origin}/ingest/v1/tus`, { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,expiration,termination',
      'tus-max-size': String(MAX_BYTES),
    });
    const created = await create({ ...KEY, 'upload-length': '10', origin: 'https://page.example' });
    expect(created.headers.get('access-control-allow-origin')).toBe('*');
    expect(created.headers.get('access-control-expose-headers')?.toLowerCase()).toContain('upload-offset');
  });

  it('belongs to its owner', async () => {
    const stageUrl = `${server.origin}/ingest/stage/tus`;
    const stageKey = { 'x-api-key': KEYS.stage, 'upload-length': '10' };
    const url = (await send('POST', stageUrl, stageKey)).headers.get('location')!;
    expect(url).toContain('/ingest/stage/tus/');
    expect((await send('HEAD', url.replace('/stage/', '/v1/'), KEY)).status).toBe(404);
    expect((await send('HEAD', url, stageKey)).status).toBe(200);
  });
});

describe('an upload to S3', () => {
  let server: ReceivingServer;
  beforeAll(() => {
    server = servers[1]!;
  });

  async function create(length: number): Promise<{ url: string; id: string }> {
    const headers = { ...KEY, 'upload-length': String(length) };
    const answer = await send('POST', `${server.origin}/ingest/v1/tus`, headers);
    return { url: answer.headers.get('location')!, id: answer.headers.get('x-kinora-source')! };
  }

  const NO_UPLOAD = respondWith(404, '<Error><Code>NoSuchUpload</Code><Message>Gone.</Message></Error>');

  it('is gone, and not complete, if its parts have vanished', async () => {
    const { url, id } = await create(1_000_000);
    await patch(url, 0, randomBytes(400_000));
    s3.inject(/uploadId=/, ...Array.from({ length: 20 }, () => NO_UPLOAD));
    expect((await send('HEAD', url, KEY)).status).toBe(404);
    expect((await patch(url, 400_000, randomBytes(600_000))).status).toBe(404);
    expect(await server.readSource(id)).toMatchObject({ received: false });
  });

  it('does not harm the server if its parts vanish while bytes arrive', async () => {
    const { url } = await create(1_000_000);
    await patch(url, 0, randomBytes(400_000));
    s3.inject(/partNumber=/, NO_UPLOAD, NO_UPLOAD, NO_UPLOAD, NO_UPLOAD);
    expect((await patch(url, 400_000, randomBytes(600_000))).status).toBeGreaterThanOrEqual(500);
    expect((await fetch(`${server.origin}/health`)).status).toBe(200);
  });

  it('is not gone if S3 does not respond', async () => {
    const { url } = await create(1000);
    await patch(url, 0, randomBytes(10));
    s3.inject(/^GET .*\.info/, ...Array.from({ length: 10 }, () => respondWith(403)));
    expect((await send('HEAD', url, KEY)).status).toBe(503);
    s3.reset();
    expect(await readProgress(url)).toEqual(['10', '1000']);
  });

  it('is completed if its server ended after the last part', async () => {
    const { url, id } = await create(1000);
    s3.inject(/^POST .*uploadId=/, ...Array.from({ length: 10 }, () => respondWith(403)));
    expect((await patch(url, 0, randomBytes(1000))).status).toBe(503);
    s3.reset();
    expect(await readProgress(url)).toEqual(['1000', '1000']);
    const { incoming } = await server.readSource(id);
    expect(await server.parts.storage.incoming.size(incoming!)).toBe(1000);
  });

  it('leaves nothing in the bucket when it is deleted', async () => {
    const { url } = await create(1_000_000);
    await patch(url, 0, randomBytes(400_000));
    const name = url.split('/').slice(-2).reverse().join('-');
    expect(await server.listIncoming()).toContain(name);
    s3.reset();
    await server.parts.storage.incoming.delete(name);
    expect(await server.listIncoming()).not.toContain(name);
    expect(s3.requestLines.filter((line) => /^DELETE .*uploadId=/.test(line))).toHaveLength(1);
  });
});
