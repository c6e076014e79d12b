import { createVerify, generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import type { DeliveredFile } from '../destination-adapter.ts';
import { respondWith, cutConnection, neverRespond, startFaultyServer } from '../faulty-server.fixture.ts';
import type { FaultyServer } from '../faulty-server.fixture.ts';
import { handleSessionRequest, createFixtureSession } from './upload-session.fixture.ts';
import type { FixtureSession } from './upload-session.fixture.ts';
import { createGoogleDrive } from './google-drive.ts';
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
const DRIVE = createGoogleDrive({ partBytes: 2 * UNIT, policy: FAST_POLICY });
const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });
const GRANT = { clientId: 'client', clientSecret: 'client-secret', refreshToken: 'refresh' };
const OFTEN = respondWith(
  403,
  '{"error":{"code":403,"message":"User Rate Limit Exceeded","errors":[{"reason":"userRateLimitExceeded"}]}}',
);

/** The metadata that the server received. */
interface Metadata {
  readonly name: string;
  readonly mimeType: string;
  readonly parents?: readonly string[];
}

let session: (FixtureSession & { readonly metadata: Metadata }) | undefined;
let server: FaultyServer;

beforeAll(async () => {
  server = await startFaultyServer((request, response) => void answer(request, response));
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  session = undefined;
});

/** Serves tokens and uploads as Google documents them. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url!, server.url);
  if (url.pathname === '/token')
    giveToken(new URLSearchParams((await readRequestBody(request)).toString()), response);
  else if (url.searchParams.has('upload_id')) {
    if (request.method === 'DELETE') session = undefined;
    await handleSessionRequest(session, request, response, JSON.stringify(made()));
  } else await begin(url, request, response);
}

function made(): object {
  return { id: 'file-17', webViewLink: 'https://drive.google.com/file/d/file-17/view' };
}

function giveToken(form: URLSearchParams, response: ServerResponse): void {
  const isRight = form.get('grant_type') === 'refresh_token' ? isGranted(form) : isSigned(form);
  if (isRight) response.end('{"access_token":"the-token","expires_in":3599}');
  else
    response
      .writeHead(400)
      .end('{"error":"invalid_grant","error_description":"Token has been expired or revoked."}');
}

function isGranted(form: URLSearchParams): boolean {
  const { clientId, clientSecret, refreshToken } = GRANT;
  return (
    form.get('client_id') === clientId &&
    form.get('client_secret') === clientSecret &&
    form.get('refresh_token') === refreshToken
  );
}

function isSigned(form: URLSearchParams): boolean {
  const [head, claims, signature] = form.get('assertion')!.split('.');
  const { sub, scope } = JSON.parse(Buffer.from(claims!, 'base64url').toString()) as Record<string, unknown>;
  return (
    sub === 'anna@project.example' &&
    scope === 'https://www.googleapis.com/auth/drive' &&
    createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(KEYS.publicKey, signature!, 'base64url')
  );
}

async function begin(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // The code under test sends this metadata.
  const metadata = JSON.parse((await readRequestBody(request)).toString()) as Metadata;
  const parent = metadata.parents?.[0] ?? 'root';
  const refuse = (status: number, message: string): void =>
    void response.writeHead(status).end(JSON.stringify({ error: { code: status, message } }));
  if (request.headers.authorization !== 'Bearer the-token') refuse(401, 'Invalid Credentials');
  else if (url.pathname !== '/upload/drive/v3/files' || url.searchParams.get('supportsAllDrives') !== 'true')
    refuse(404, 'Not Found');
  else if (parent !== 'root' && parent !== 'folder-1') refuse(404, `File not found: ${parent}.`);
  else {
    session = { ...createFixtureSession(request), metadata };
    response.writeHead(200, { location: `${server.url}${url.pathname}?upload_id=secret` }).end();
  }
}

function send(
  file: TestFile,
  options: Record<string, string> | undefined = {},
  credentials: object = GRANT,
  signal = new AbortController().signal,
  destination = DRIVE,
): Promise<DeliveredFile> {
  return destination.send(file, {
    options,
    credentials: destination.credentialsSchema.parse({
      ...credentials,
      ...('clientId' in credentials ? { tokenUri: `${server.url}/token` } : {}),
      endpoint: server.url,
    }),
    renewCredentials: rejectRenewal,
    outbound: LOCAL_OUTBOUND,
    signal,
  });
}

test('uploads files of any size into the folder, with their name and type', async () => {
  for (const bytes of [0, 1000, 2 * UNIT, PARTED]) {
    const file = createTestFile(bytes, '-poster.jpg', 'image/jpeg');
    expect(await send(file, { folderId: 'folder-1', filename: 'Übersicht' })).toEqual({
      id: 'file-17',
      url: 'https://drive.google.com/file/d/file-17/view',
    });
    expect(session!.content.equals(file.content)).toBe(true);
    expect(session!.metadata).toEqual({
      name: 'Übersicht-poster.jpg',
      mimeType: 'image/jpeg',
      parents: ['folder-1'],
    });
  }
});

test('uploads to the root under the name of the file if there are no options', async () => {
  await send(createTestFile(10), undefined);
  expect(session!.metadata).toEqual({ name: 'render-1.mp4', mimeType: 'video/mp4' });
});

test('lets a service account impersonate a user', async () => {
  const account = {
    client_email: 'kinora@project.example',
    private_key: KEYS.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: `${server.url}/token`,
  };
  const credentials = { serviceAccount: JSON.stringify(account), subject: 'anna@project.example' };
  expect((await send(createTestFile(10), {}, credentials)).id).toBe('file-17');
  expect(
    await failureOf(send(createTestFile(10), {}, { ...credentials, subject: 'eve@project.example' })),
  ).toBe(
    'destination_refused: Google Drive refused the file: invalid_grant: Token has been expired or revoked.',
  );
});

test('rejects wrong credentials and a missing folder', async () => {
  expect(await failureOf(send(createTestFile(10), {}, { ...GRANT, refreshToken: 'old' }))).toBe(
    'destination_refused: Google Drive refused the file: invalid_grant: Token has been expired or revoked.',
  );
  expect(await failureOf(send(createTestFile(10), { folderId: 'nowhere' }))).toBe(
    'destination_refused: Google Drive refused the file: File not found: nowhere.',
  );
});

test('resumes an interrupted part and waits after a rate limit', async () => {
  const file = createTestFile(PARTED);
  server.inject(/upload/, OFTEN, cutConnection, undefined, respondWith(503));
  await send(file);
  expect(session!.content.equals(file.content)).toBe(true);
});

test('fails and cancels the upload if the server stays busy, never responds or breaks the protocol', async () => {
  server.inject(/^PUT/, OFTEN, OFTEN, OFTEN);
  expect(await failureOf(send(createTestFile(PARTED)))).toBe(
    'destination_failed: Google Drive could not process the file: User Rate Limit Exceeded.',
  );
  expect(session).toBeUndefined();
  server.inject(/^PUT/, neverRespond, neverRespond);
  const hurried = createGoogleDrive({ partBytes: 2 * UNIT, policy: SHORT_TIMEOUT_POLICY });
  expect(await failureOf(send(createTestFile(10), {}, GRANT, undefined, hurried))).toMatch(
    /^destination_failed: .* in time\.$/,
  );
  server.inject(/^PUT/, respondWith(200, 'hello'));
  expect(await failureOf(send(createTestFile(10)))).toMatch(/^destination_failed: .* no id of the file\.$/);
});

test('stops and cancels the upload when the signal aborts', async () => {
  const controller = new AbortController();
  server.inject(/^PUT/, undefined, () => controller.abort(new Error('stopping')));
  const file = createTestFile(PARTED);
  await expect(send(file, {}, GRANT, controller.signal)).rejects.toThrow('stopping');
  expect(file.opened.every((stream) => stream.destroyed)).toBe(true);
  expect(session).toBeUndefined();
});

test('requires either a service account or an OAuth client', () => {
  const account = { client_email: 'a', private_key: 'PRIVATE KEY' };
  for (const wrong of [{}, { ...GRANT, refreshToken: undefined }, { ...GRANT, serviceAccount: account }])
    expect(DRIVE.credentialsSchema.safeParse(wrong).success).toBe(false);
  expect(DRIVE.credentialsSchema.safeParse({ serviceAccount: account }).success).toBe(true);
});
