import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failed } from '../../base/failed.fixture.ts';
import { sendForever, serve } from '../../outbound/server.fixture.ts';
import type { FixtureServer } from '../../outbound/server.fixture.ts';
import type { Sent } from './destination.ts';
import { s3Destination } from './s3.ts';
import type { S3Credentials } from './s3.ts';
import { IMPATIENT, OUTBOUND, testFile } from './sending.fixture.ts';
import type { TestFile } from './sending.fixture.ts';

const PART = 300_000;
const PARTED = 1_000_000;
const S3 = s3Destination({ partBytes: PART, patience: IMPATIENT });

/** What befalls a request instead of the answer of the real server; `undefined` when nothing does. */
type Fault = (request: IncomingMessage, response: ServerResponse) => void;

let server: FixtureServer;
let folder: string;
let faultOf: (request: IncomingMessage) => Fault | undefined;
const asked: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-s3-'));
  const real = new S3rver({ directory: folder, silent: true, configureBuckets: [{ name: 'videos' }] });
  await real.configureBuckets();
  const answer = real.callback();
  server = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`.replace(/[0-9a-f]{32}/, 'ID'));
    const fault = faultOf(request);
    if (fault) fault(request, response);
    else answer(request, response);
  });
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

beforeEach(() => {
  faultOf = () => undefined;
  asked.length = 0;
});

function send(
  file: TestFile,
  options: object = {},
  credentials: Partial<S3Credentials> = {},
  signal = new AbortController().signal,
): Promise<Sent> {
  return S3.send(file, {
    options: { region: 'eu-central-1', bucket: 'videos', ...options },
    credentials: {
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      endpoint: server.url,
      pathStyle: true,
      ...credentials,
    },
    outbound: OUTBOUND,
    signal,
  });
}

/** What anybody gets who may. */
async function stored(key: string): Promise<{ body: Buffer; type: string | null }> {
  const response = await fetch(`${server.url}/videos/${key}`, { headers: { 'x-kinora': 'look' } });
  return { body: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') };
}

/** The fault befalls the first requests that match. */
function first(times: number, match: RegExp, fault: Fault): void {
  let left = times;
  faultOf = (request) => (match.test(`${request.method} ${request.url}`) && left-- > 0 ? fault : undefined);
}

const busy: Fault = (_request, response) =>
  response
    .writeHead(503)
    .end('<Error><Code>SlowDown</Code><Message>Please reduce your rate.</Message></Error>');

test('a small file goes in one piece, with its type', async () => {
  const file = testFile(100_000);
  const sent = await send(file);
  expect(sent).toEqual({ id: 'render-1.mp4', url: `${server.url}/videos/render-1.mp4` });
  const { body, type } = await stored(sent.id);
  expect(body.equals(file.content)).toBe(true);
  expect(type).toBe('video/mp4');
  expect(server.requests.some(({ headers }) => 'x-amz-acl' in headers)).toBe(false);
});

test('a large file goes in parts', async () => {
  const file = testFile(PARTED);
  const sent = await send(file, { prefix: '/2026//a b/../ü/', filename: 'trailer (1)', acl: 'public-read' });
  expect(sent.id).toBe('2026/a b/ü/trailer (1).mp4');
  expect(sent.url).toBe(`${server.url}/videos/2026/a%20b/%C3%BC/trailer%20%281%29.mp4`);
  expect((await stored(encodeURIComponent(sent.id).replaceAll('%2F', '/'))).body.equals(file.content)).toBe(
    true,
  );
  expect(asked.filter((line) => line.includes('partNumber'))).toHaveLength(4);
  expect(server.requests.some(({ headers }) => headers['x-amz-acl'] === 'public-read')).toBe(true);
});

test('pictures beside an output keep their endings, and an empty file is one', async () => {
  expect((await send(testFile(10, '-poster.jpg', 'image/jpeg'), { filename: 'x' })).id).toBe('x-poster.jpg');
  expect((await send(testFile(0, '-thumb.jpg', 'image/jpeg'))).id).toBe('render-1-thumb.jpg');
});

test.each([
  ['a wrong secret', {}, { secretAccessKey: 'something-else' }, /SignatureDoesNotMatch/],
  ['a wrong key', {}, { accessKeyId: 'NOBODY' }, /InvalidAccessKeyId/],
  ['a missing bucket', { bucket: 'nowhere' }, {}, /NoSuchBucket: The specified bucket does not exist/],
  ['no bucket', { bucket: undefined }, {}, /"bucket"/],
  ['a bucket that is none', { bucket: 'arn:aws:s3:::x' }, {}, /"bucket"/],
  ['a region that leads elsewhere', { region: 'x.evil.example/' }, {}, /"region"/],
])('%s is refused', async (_what, options, credentials, reason) => {
  for (const bytes of [1000, PARTED]) {
    const file = testFile(bytes);
    const said = await failed(send(file, options, credentials));
    expect(said).toMatch(/^destination_refused: S3 refused the file: /);
    expect(said).toMatch(reason);
    expect(said).not.toContain('something-else');
    expect(file.opened.every((stream) => stream.destroyed)).toBe(true);
  }
});

test('a part that is refused for now, or cut, is sent again', async () => {
  const file = testFile(PARTED);
  let count = 0;
  faultOf = ({ url }) => {
    if (!url!.includes('partNumber=2')) return undefined;
    count += 1;
    if (count === 1) return busy;
    return count === 2 ? (request) => request.once('data', () => request.socket.destroy()) : undefined;
  };
  await send(file, { filename: 'again' });
  expect(count).toBe(3);
  expect((await stored('again.mp4')).body.equals(file.content)).toBe(true);
});

test('one that stays busy has failed, and its parts are removed', async () => {
  first(99, /partNumber=3/, busy);
  expect(await failed(send(testFile(PARTED), { filename: 'busy' }))).toBe(
    'destination_failed: S3 could not take the file: SlowDown: Please reduce your rate.',
  );
  expect(asked.at(-1)).toBe('DELETE /videos/busy.mp4?x-id=AbortMultipartUpload&uploadId=ID');
});

test('success with an error in it is none', async () => {
  first(99, /^POST .*uploadId/, (_request, response) =>
    response.end('<Error><Code>InternalError</Code><Message>Oh.</Message></Error>'),
  );
  expect(await failed(send(testFile(PARTED)))).toMatch(/^destination_failed: /);
  expect(asked.at(-1)).toMatch(/^DELETE/);
});

test.each<[string, Fault]>([
  ['never answers', () => undefined],
  ['never stops', (_request, response) => sendForever(response)],
  ['never stops refusing', (_request, response) => sendForever(response.writeHead(400))],
])('a server that %s does not hold us', async (_what, fault) => {
  first(99, /./, fault);
  expect(await failed(send(testFile(1000)))).toMatch(/^destination_failed: .*(in time|did not end)/);
});

test('the signal ends it and its parts', async () => {
  const controller = new AbortController();
  first(1, /partNumber=2/, () => controller.abort(new Error('stopping')));
  const file = testFile(PARTED);
  await expect(send(file, { filename: 'ended' }, {}, controller.signal)).rejects.toThrow('stopping');
  expect(asked.at(-1)).toBe('DELETE /videos/ended.mp4?x-id=AbortMultipartUpload&uploadId=ID');
  expect(file.opened.every((stream) => stream.destroyed)).toBe(true);
});

test('a private address needs the word of the operator', async () => {
  expect(await failed(send(testFile(10), {}, { endpoint: 'http://10.0.0.1:9000' }))).toMatch(
    /^destination_refused: .*KINORA_ALLOW_HOSTS/,
  );
});

test('credentials are checked', () => {
  const said = S3.credentials.safeParse({
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
