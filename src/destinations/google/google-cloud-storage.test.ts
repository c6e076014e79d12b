import { createVerify, generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import type { DeliveredFile } from '../destination-adapter.ts';
import { respondWith, cutConnection, neverRespond, startFaultyServer } from '../faulty-server.fixture.ts';
import type { FaultyServer } from '../faulty-server.fixture.ts';
import { createGoogleCloudStorage } from './google-cloud-storage.ts';
import {
  readRequestBody,
  SHORT_TIMEOUT_POLICY,
  FAST_POLICY,
  rejectRenewal,
  LOCAL_OUTBOUND,
  createTestFile,
} from '../sending.fixture.ts';
import type { TestFile } from '../sending.fixture.ts';

const UNIT = 256 * 1024;
const PARTED = 3 * UNIT + 1000;
const GOOGLE = createGoogleCloudStorage({ partBytes: 2 * UNIT, policy: FAST_POLICY });
const HURRIED_GOOGLE = createGoogleCloudStorage({ partBytes: 2 * UNIT, policy: SHORT_TIMEOUT_POLICY });
const BUSY = respondWith(503, '{"error":{"code":503,"message":"Backend Error"}}');
const PEM = { type: 'pkcs8', format: 'pem' } as const;
const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });
const OTHER_KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** An unfinished upload. */
interface Session {
  readonly name: string;
  readonly type: string;
  readonly total: number;
  content: Buffer;
}

const sessions = new Map<string, Session>();
const objects = new Map<string, Session>();
let server: FaultyServer;

beforeAll(async () => {
  server = await startFaultyServer((request, response) => void answer(request, response));
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  sessions.clear();
  objects.clear();
});

/** Serves tokens for signed claims, and resumable uploads, as the reference documents them. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url!, server.url);
  const session = sessions.get(url.searchParams.get('upload_id') ?? '');
  if (url.pathname === '/token') giveToken((await readRequestBody(request)).toString(), response);
  else if (url.searchParams.has('upload_id') && !session) response.writeHead(410).end();
  else if (session && request.method === 'DELETE') {
    sessions.delete(url.searchParams.get('upload_id')!);
    response.writeHead(499).end();
  } else if (session) await takePart(session, request, response);
  else begin(url, request, response);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status).end(JSON.stringify({ error: { code: status, message, errors: [] } }));
}

function giveToken(body: string, response: ServerResponse): void {
  const form = new URLSearchParams(body);
  const [head, claims, signature] = form.get('assertion')!.split('.');
  const right =
    form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
    createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(KEYS.publicKey, signature!, 'base64url');
  // The code under test sends these claims.
  const { iss, aud, scope, iat, exp } = JSON.parse(Buffer.from(claims!, 'base64url').toString()) as Record<
    string,
    unknown
  >;
  const known =
    iss === 'kinora@project.example' && aud === `${server.url}/token` && String(scope).includes('devstorage');
  if (right && known && Number(exp) - Number(iat) === 3600)
    response.end('{"access_token":"the-token","expires_in":3599}');
  else response.writeHead(400).end('{"error":"invalid_grant","error_description":"Invalid JWT Signature."}');
}

function begin(url: URL, request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  if (request.headers.authorization !== 'Bearer the-token') refuse(response, 401, 'Invalid Credentials');
  else if (url.pathname !== '/upload/storage/v1/b/videos/o')
    refuse(response, 404, 'The specified bucket does not exist.');
  else {
    const id = `secret-${sessions.size}`;
    sessions.set(id, {
      name: url.searchParams.get('name')!,
      type: String(request.headers['x-upload-content-type']),
      total: Number(request.headers['x-upload-content-length']),
      content: Buffer.alloc(0),
    });
    response
      .writeHead(200, { location: `${server.url}${url.pathname}?uploadType=resumable&upload_id=${id}` })
      .end();
  }
}

/** Accepts a part and reports the bytes that the session has. */
async function takePart(session: Session, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, from, , total] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(request.headers['content-range']!)!;
  const body = await readRequestBody(request);
  if (from !== undefined) {
    if (Number(from) !== session.content.length) {
      refuse(response, 400, 'Wrong offset.');
      return;
    }
    session.content = Buffer.concat([session.content, body]);
  }
  if (session.content.length === session.total && Number(total) === session.total) {
    objects.set(session.name, session);
    response.end(JSON.stringify({ kind: 'storage#object', id: `videos/${session.name}/17` }));
  } else response.writeHead(308, rangeOf(session)).end();
}

function rangeOf({ content }: Session): Record<string, string> {
  return content.length === 0 ? {} : { range: `bytes=0-${content.length - 1}` };
}

/** Keeps one unit of the part and then breaks the connection. */
function keepOneUnit(request: IncomingMessage): void {
  const session = sessions.get(new URL(request.url!, server.url).searchParams.get('upload_id')!)!;
  void readRequestBody(request).then((body) => {
    session.content = Buffer.concat([session.content, body.subarray(0, UNIT)]);
    request.socket.destroy();
  });
}

function send(
  file: TestFile,
  options: object = {},
  serviceAccount: object = {},
  signal = new AbortController().signal,
  destination = GOOGLE,
): Promise<DeliveredFile> {
  const account = {
    type: 'service_account',
    client_email: 'kinora@project.example',
    private_key: KEYS.privateKey.export(PEM).toString(),
    token_uri: `${server.url}/token`,
    ...serviceAccount,
  };
  return destination.send(file, {
    options: { bucket: 'videos', ...options },
    // Operators set the text of the key file that they got from Google.
    credentials: destination.credentialsSchema.parse({
      serviceAccount: JSON.stringify(account),
      endpoint: server.url,
    }),
    renewCredentials: rejectRenewal,
    outbound: LOCAL_OUTBOUND,
    signal,
  });
}

test('uploads files of any size with their type', async () => {
  for (const bytes of [0, 1000, 2 * UNIT, PARTED]) {
    const file = createTestFile(bytes, '-poster.jpg', 'image/jpeg');
    const sent = await send(file, { prefix: '/a b/ü', filename: 'x' });
    expect(sent).toEqual({
      id: 'videos/a b/ü/x-poster.jpg/17',
      url: `${server.url}/videos/a%20b/%C3%BC/x-poster.jpg`,
    });
    expect(objects.get('a b/ü/x-poster.jpg')!.content.equals(file.content)).toBe(true);
    expect(objects.get('a b/ü/x-poster.jpg')!.type).toBe('image/jpeg');
  }
});

test.each([
  [
    'a wrong key',
    {},
    { private_key: OTHER_KEYS.privateKey.export(PEM) },
    'invalid_grant: Invalid JWT Signature',
  ],
  [
    'an invalid key',
    {},
    { private_key: 'PRIVATE KEY' },
    'the private key in the credentials is not readable',
  ],
  ['a missing bucket', { bucket: 'nowhere' }, {}, 'The specified bucket does not exist'],
])('rejects %s', async (_what, options, account, reason) => {
  expect(await failureOf(send(createTestFile(PARTED), options, account))).toBe(
    `destination_refused: Google Cloud Storage refused the file: ${reason}.`,
  );
});

test('resumes an interrupted part after the last byte that arrived', async () => {
  const file = createTestFile(PARTED);
  server.inject(/^PUT/, keepOneUnit, undefined, BUSY);
  await send(file);
  expect(objects.get('render-1.mp4')!.content.equals(file.content)).toBe(true);
  const ranges = server.requests.map(({ headers }) => headers['content-range']).filter(Boolean);
  expect(ranges).toEqual([
    `bytes 0-${2 * UNIT - 1}/${PARTED}`,
    `bytes */${PARTED}`,
    `bytes ${UNIT}-${2 * UNIT - 1}/${PARTED}`,
    `bytes */${PARTED}`,
    `bytes ${UNIT}-${2 * UNIT - 1}/${PARTED}`,
    `bytes ${2 * UNIT}-${PARTED - 1}/${PARTED}`,
  ]);
});

test('does not send the last part again if only its response was lost', async () => {
  const file = createTestFile(1000);
  server.inject(/^PUT/, (request) => {
    const session = sessions.get('secret-0')!;
    void readRequestBody(request).then((body) => {
      session.content = body;
      request.socket.destroy();
    });
  });
  expect((await send(file)).id).toBe('videos/render-1.mp4/17');
  expect(server.requestLines.filter((line) => line.startsWith('PUT'))).toHaveLength(2);
});

test('fails and cancels the upload if the server stays busy or never responds', async () => {
  server.inject(/^PUT/, cutConnection, BUSY, BUSY);
  expect(await failureOf(send(createTestFile(PARTED)))).toMatch(
    /^destination_failed: Google Cloud Storage could not process the file/,
  );
  expect(server.requestLines.at(-1)).toMatch(/^DELETE/);
  expect(sessions.size).toBe(0);
  server.inject(/^PUT/, neverRespond, neverRespond);
  expect(await failureOf(send(createTestFile(10), {}, {}, undefined, HURRIED_GOOGLE))).toMatch(
    /^destination_failed: .* in time\.$/,
  );
  server.inject(/^POST .token/, respondWith(200, 'hello'));
  expect(await failureOf(send(createTestFile(10)))).toMatch(/^destination_failed: .* no token\.$/);
});

test('stops and cancels the upload when the signal aborts', async () => {
  const controller = new AbortController();
  server.inject(/^PUT/, undefined, () => controller.abort(new Error('stopping')));
  const file = createTestFile(PARTED);
  await expect(send(file, {}, {}, controller.signal)).rejects.toThrow('stopping');
  expect(file.opened.every((stream) => stream.destroyed)).toBe(true);
  expect(sessions.size).toBe(0);
});

test('requires a key file', () => {
  for (const wrong of ['no json', '{}', { client_email: 'a', private_key: 'b' }])
    expect(GOOGLE.credentialsSchema.safeParse({ serviceAccount: wrong }).success).toBe(false);
});
