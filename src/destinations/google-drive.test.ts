import { createVerify, generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failed } from '../base/failed.fixture.ts';
import type { Sent } from './destination.ts';
import { answering, cut, hang, serveFaulty } from './faulty.fixture.ts';
import type { FaultyServer } from './faulty.fixture.ts';
import { answerSession, newSession } from './google-session.fixture.ts';
import type { Session } from './google-session.fixture.ts';
import { googleDrive } from './google-drive.ts';
import { bodyOf, HURRIED, IMPATIENT, noRenewal, OUTBOUND, testFile } from './sending.fixture.ts';
import type { TestFile } from './sending.fixture.ts';

const UNIT = 256 * 1024;
const PARTED = 3 * UNIT + 1000;
const DRIVE = googleDrive({ partBytes: 2 * UNIT, patience: IMPATIENT });
const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });
const GRANT = { clientId: 'client', clientSecret: 'client-secret', refreshToken: 'refresh' };
const OFTEN = answering(
  403,
  '{"error":{"code":403,"message":"User Rate Limit Exceeded","errors":[{"reason":"userRateLimitExceeded"}]}}',
);

/** What the server was told of a file. */
interface Metadata {
  readonly name: string;
  readonly mimeType: string;
  readonly parents?: readonly string[];
}

let session: (Session & { readonly metadata: Metadata }) | undefined;
let server: FaultyServer;

beforeAll(async () => {
  server = await serveFaulty((request, response) => void answer(request, response));
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  session = undefined;
});

/** Tokens and uploads as Google documents them. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url!, server.url);
  if (url.pathname === '/token') giveToken(new URLSearchParams((await bodyOf(request)).toString()), response);
  else if (url.searchParams.has('upload_id')) {
    if (request.method === 'DELETE') session = undefined;
    await answerSession(session, request, response, JSON.stringify(made()));
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
  // The metadata is that of the code under test.
  const metadata = JSON.parse((await bodyOf(request)).toString()) as Metadata;
  const parent = metadata.parents?.[0] ?? 'root';
  const refuse = (status: number, message: string): void =>
    void response.writeHead(status).end(JSON.stringify({ error: { code: status, message } }));
  if (request.headers.authorization !== 'Bearer the-token') refuse(401, 'Invalid Credentials');
  else if (url.pathname !== '/upload/drive/v3/files' || url.searchParams.get('supportsAllDrives') !== 'true')
    refuse(404, 'Not Found');
  else if (parent !== 'root' && parent !== 'folder-1') refuse(404, `File not found: ${parent}.`);
  else {
    session = { ...newSession(request), metadata };
    response.writeHead(200, { location: `${server.url}${url.pathname}?upload_id=secret` }).end();
  }
}

function send(
  file: TestFile,
  options: Record<string, string> | undefined = {},
  credentials: object = GRANT,
  signal = new AbortController().signal,
  destination = DRIVE,
): Promise<Sent> {
  return destination.send(file, {
    options,
    credentials: destination.credentials.parse({
      ...credentials,
      ...('clientId' in credentials ? { tokenUri: `${server.url}/token` } : {}),
      endpoint: server.url,
    }),
    renew: noRenewal,
    outbound: OUTBOUND,
    signal,
  });
}

test('files of any size go into the folder, with their name and type', async () => {
  for (const bytes of [0, 1000, 2 * UNIT, PARTED]) {
    const file = testFile(bytes, '-poster.jpg', 'image/jpeg');
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

test('without options a file goes to the root, under its own name', async () => {
  await send(testFile(10), undefined);
  expect(session!.metadata).toEqual({ name: 'render-1.mp4', mimeType: 'video/mp4' });
});

test('a service account may act for a user', async () => {
  const account = {
    client_email: 'kinora@project.example',
    private_key: KEYS.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: `${server.url}/token`,
  };
  const credentials = { serviceAccount: JSON.stringify(account), subject: 'anna@project.example' };
  expect((await send(testFile(10), {}, credentials)).id).toBe('file-17');
  expect(await failed(send(testFile(10), {}, { ...credentials, subject: 'eve@project.example' }))).toBe(
    'destination_refused: Google Drive refused the file: invalid_grant: Token has been expired or revoked.',
  );
});

test('wrong credentials and a missing folder are refused', async () => {
  expect(await failed(send(testFile(10), {}, { ...GRANT, refreshToken: 'old' }))).toBe(
    'destination_refused: Google Drive refused the file: invalid_grant: Token has been expired or revoked.',
  );
  expect(await failed(send(testFile(10), { folderId: 'nowhere' }))).toBe(
    'destination_refused: Google Drive refused the file: File not found: nowhere.',
  );
});

test('a part that breaks goes on, and who asks too often waits', async () => {
  const file = testFile(PARTED);
  server.befall(/upload/, OFTEN, cut, undefined, answering(503));
  await send(file);
  expect(session!.content.equals(file.content)).toBe(true);
});

test('one that stays busy, never answers or lies has failed, and its upload is given up', async () => {
  server.befall(/^PUT/, OFTEN, OFTEN, OFTEN);
  expect(await failed(send(testFile(PARTED)))).toBe(
    'destination_failed: Google Drive could not take the file: User Rate Limit Exceeded.',
  );
  expect(session).toBeUndefined();
  server.befall(/^PUT/, hang, hang);
  const hurried = googleDrive({ partBytes: 2 * UNIT, patience: HURRIED });
  expect(await failed(send(testFile(10), {}, GRANT, undefined, hurried))).toMatch(
    /^destination_failed: .* in time\.$/,
  );
  server.befall(/^PUT/, answering(200, 'hello'));
  expect(await failed(send(testFile(10)))).toMatch(/^destination_failed: .* no id of the file\.$/);
});

test('the signal ends it and its upload', async () => {
  const controller = new AbortController();
  server.befall(/^PUT/, undefined, () => controller.abort(new Error('stopping')));
  const file = testFile(PARTED);
  await expect(send(file, {}, GRANT, controller.signal)).rejects.toThrow('stopping');
  expect(file.opened.every((stream) => stream.destroyed)).toBe(true);
  expect(session).toBeUndefined();
});

test('either a service account or a grant is wanted', () => {
  const account = { client_email: 'a', private_key: 'PRIVATE KEY' };
  for (const wrong of [{}, { ...GRANT, refreshToken: undefined }, { ...GRANT, serviceAccount: account }])
    expect(DRIVE.credentials.safeParse(wrong).success).toBe(false);
  expect(DRIVE.credentials.safeParse({ serviceAccount: account }).success).toBe(true);
});
