import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { sendForever } from '../../outbound/server.fixture.ts';
import type { DeliveredFile } from '../destination-adapter.ts';
import { respondWith, cutConnection, neverRespond, startFaultyServer } from '../faulty-server.fixture.ts';
import type { InjectedFault, FaultyServer } from '../faulty-server.fixture.ts';
import { createS3Destination } from './s3-destination.ts';
import type { S3Credentials } from './s3-destination.ts';
import {
  SHORT_TIMEOUT_POLICY,
  FAST_POLICY,
  rejectRenewal,
  LOCAL_OUTBOUND,
  createTestFile,
} from '../sending.fixture.ts';
import type { TestFile } from '../sending.fixture.ts';

const PART = 300_000;
const PARTED = 1_000_000;
const S3 = createS3Destination({ partBytes: PART, policy: FAST_POLICY });
const HURRIED_S3 = createS3Destination({ partBytes: PART, policy: SHORT_TIMEOUT_POLICY });

let server: FaultyServer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-s3-'));
  const real = new S3rver({ directory: folder, silent: true, configureBuckets: [{ name: 'videos' }] });
  await real.configureBuckets();
  server = await startFaultyServer(real.callback());
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

beforeEach(() => server.reset());

function send(
  file: TestFile,
  options: object = {},
  credentials: Partial<S3Credentials> = {},
  signal = new AbortController().signal,
  destination = S3,
): Promise<DeliveredFile> {
  return destination.send(file, {
    options: { region: 'eu-central-1', bucket: 'videos', ...options },
    credentials: {
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      endpoint: server.url,
      pathStyle: true,
      ...credentials,
    },
    renewCredentials: rejectRenewal,
    outbound: LOCAL_OUTBOUND,
    signal,
  });
}

/** Downloads a stored object. */
async function stored(key: string): Promise<{ body: Buffer; type: string | null }> {
  const response = await fetch(`${server.url}/videos/${key}`, { headers: { 'x-kinora': 'look' } });
  return { body: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') };
}

const BUSY = respondWith(
  503,
  '<Error><Code>SlowDown</Code><Message>Please reduce your rate.</Message></Error>',
);

/** Returns the request lines without the upload id. */
function requestedLines(): string[] {
  return server.requestLines.map((line) => line.replace(/[0-9a-f]{32}/, 'ID'));
}

test('uploads a small file in one piece, with its type', async () => {
  const file = createTestFile(100_000);
  const sent = await send(file);
  expect(sent).toEqual({ id: 'render-1.mp4', url: `${server.url}/videos/render-1.mp4` });
  const { body, type } = await stored(sent.id);
  expect(body.equals(file.content)).toBe(true);
  expect(type).toBe('video/mp4');
  expect(server.requests.some(({ headers }) => 'x-amz-acl' in headers)).toBe(false);
});

test('uploads a large file in parts', async () => {
  const file = createTestFile(PARTED);
  const sent = await send(file, { prefix: '/2026//a b/../ü/', filename: 'trailer (1)', acl: 'public-read' });
  expect(sent.id).toBe('2026/a b/ü/trailer (1).mp4');
  expect(sent.url).toBe(`${server.url}/videos/2026/a%20b/%C3%BC/trailer%20%281%29.mp4`);
  expect((await stored(encodeURIComponent(sent.id).replaceAll('%2F', '/'))).body.equals(file.content)).toBe(
    true,
  );
  expect(requestedLines().filter((line) => line.includes('partNumber'))).toHaveLength(4);
  expect(server.requests.some(({ headers }) => headers['x-amz-acl'] === 'public-read')).toBe(true);
});

test('keeps the suffix of stills, and uploads an empty file', async () => {
  expect((await send(createTestFile(10, '-poster.jpg', 'image/jpeg'), { filename: 'x' })).id).toBe(
    'x-poster.jpg',
  );
  expect((await send(createTestFile(0, '-thumb.jpg', 'image/jpeg'))).id).toBe('render-1-thumb.jpg');
});

test.each([
  ['a wrong secret', {}, { secretAccessKey: 'something-else' }, /SignatureDoesNotMatch/],
  ['a wrong key', {}, { accessKeyId: 'NOBODY' }, /InvalidAccessKeyId/],
  ['a missing bucket', { bucket: 'nowhere' }, {}, /NoSuchBucket: The specified bucket does not exist/],
  ['an ACL that is invalid in a header', { acl: 'a\nb' }, {}, /the request is invalid: .*acl/],
  ['a region that the SDK rejects', { region: '-' }, {}, /the request is invalid: .*region/i],
  [
    'a bucket name that the SDK rejects',
    { bucket: 'films--x-s3' },
    { endpoint: undefined, pathStyle: false },
    /the request is invalid: .*bucket/,
  ],
  ['a key that is invalid in a header', {}, { accessKeyId: 'a\nb' }, /the request is invalid: .*header/],
])('rejects %s', async (_what, options, credentials, reason) => {
  for (const bytes of [1000, PARTED]) {
    const file = createTestFile(bytes);
    const said = await failureOf(send(file, options, credentials));
    expect(said).toMatch(/^destination_refused: S3 refused the file: /);
    expect(said).toMatch(reason);
    expect(said).not.toContain('something-else');
    expect(file.opened.every((stream) => stream.destroyed)).toBe(true);
  }
});

test('sends a part again after a busy response or an interruption', async () => {
  const file = createTestFile(PARTED);
  server.inject(/partNumber=2/, BUSY, cutConnection);
  await send(file, { filename: 'again' });
  expect(requestedLines().filter((line) => line.includes('partNumber=2'))).toHaveLength(3);
  expect((await stored('again.mp4')).body.equals(file.content)).toBe(true);
});

test('fails and removes the parts if the server stays busy', async () => {
  server.inject(/partNumber=3/, BUSY, BUSY, BUSY);
  expect(await failureOf(send(createTestFile(PARTED), { filename: 'busy' }))).toBe(
    'destination_failed: S3 could not process the file: SlowDown: Please reduce your rate.',
  );
  expect(requestedLines().at(-1)).toBe('DELETE /videos/busy.mp4?x-id=AbortMultipartUpload&uploadId=ID');
});

test('fails if a response with a success status holds an error', async () => {
  const fault = respondWith(200, '<Error><Code>InternalError</Code><Message>Oh.</Message></Error>');
  server.inject(/^POST .*uploadId/, fault, fault, fault);
  expect(await failureOf(send(createTestFile(PARTED)))).toMatch(/^destination_failed: /);
  expect(requestedLines().at(-1)).toMatch(/^DELETE/);
});

test.each<[string, InjectedFault]>([
  ['never responds', neverRespond],
  ['never stops', (_request, response) => sendForever(response)],
  ['never stops refusing', (_request, response) => sendForever(response.writeHead(400))],
])('does not wait forever for a server that %s', async (_what, fault) => {
  server.inject(/^/, fault, fault);
  expect(await failureOf(send(createTestFile(1000), {}, {}, undefined, HURRIED_S3))).toMatch(
    /^destination_failed: .*(in time|did not end)/,
  );
});

test('stops and removes the parts when the signal aborts', async () => {
  const controller = new AbortController();
  server.inject(/partNumber=2/, () => controller.abort(new Error('stopping')));
  const file = createTestFile(PARTED);
  await expect(send(file, { filename: 'ended' }, {}, controller.signal)).rejects.toThrow('stopping');
  expect(requestedLines().at(-1)).toBe('DELETE /videos/ended.mp4?x-id=AbortMultipartUpload&uploadId=ID');
  expect(file.opened.every((stream) => stream.destroyed)).toBe(true);
});

test('rejects a private address unless the operator allows it', async () => {
  expect(await failureOf(send(createTestFile(10), {}, { endpoint: 'http://10.0.0.1:9000' }))).toMatch(
    /^destination_refused: .*KINORA_ALLOW_HOSTS/,
  );
});

test('checks the credentials', () => {
  const said = S3.credentialsSchema.safeParse({
    accessKeyId: 'a',
    secretAccessKey: 'b',
    endpoint: 'ftp://x',
    more: 1,
  });
  expect(said.error?.issues.map(({ path, code }) => [path.join('.'), code])).toEqual([
    ['endpoint', 'invalid_format'],
    ['', 'unrecognized_keys'],
  ]);
});
