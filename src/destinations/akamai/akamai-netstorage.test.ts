import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { createAkamaiNetStorage } from './akamai-netstorage.ts';
import type { DeliveredFile } from '../destination-adapter.ts';
import { respondWith, cutConnection, neverRespond, startFaultyServer } from '../faulty-server.fixture.ts';
import type { FaultyServer } from '../faulty-server.fixture.ts';
import {
  readRequestBody,
  SHORT_TIMEOUT_POLICY,
  FAST_POLICY,
  rejectRenewal,
  LOCAL_OUTBOUND,
  createTestFile,
} from '../sending.fixture.ts';
import type { TestFile } from '../sending.fixture.ts';

const KEY = 'a-secret-key';
const LARGE = 3_000_000;
const AKAMAI = createAkamaiNetStorage({ protocol: 'http:', policy: FAST_POLICY });
const HURRIED_AKAMAI = createAkamaiNetStorage({ protocol: 'http:', policy: SHORT_TIMEOUT_POLICY });

const files = new Map<string, Buffer>();
let server: FaultyServer;

beforeAll(async () => {
  server = await startFaultyServer((request, response) => void answer(request, response));
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  files.clear();
});

/** Serves the upload action as the reference documents it. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { headers, method, url } = request;
  const data = String(headers['x-akamai-acs-auth-data']);
  const action = String(headers['x-akamai-acs-action']);
  const [version, , , seconds, unique, name] = data.split(', ');
  const sign = createHmac('sha256', KEY)
    .update(`${data}${url}\nx-akamai-acs-action:${action}\n`)
    .digest('base64');
  const known = version === '5' && /^\d+$/.test(unique!) && name === 'uploader';
  const fresh = Math.abs(Number(seconds) - Date.now() / 1000) < 60;
  if (!known || !fresh || headers['x-akamai-acs-auth-sign'] !== sign || method !== 'PUT') {
    respondWith(403, '<HTML><TITLE>Forbidden</TITLE></HTML>')(request, response);
    return;
  }
  if (!url!.startsWith('/123456/')) {
    respondWith(404)(request, response);
    return;
  }
  const body = await readRequestBody(request).catch(() => undefined);
  const query = new URLSearchParams(action);
  if (body === undefined) return;
  if (query.get('action') !== 'upload' || Number(query.get('size')) !== body.length)
    response.writeHead(400).end();
  else {
    files.set(url!, body);
    response.end('<HTML>Request Processed</HTML>');
  }
}

function send(
  file: TestFile,
  options: object = {},
  key = KEY,
  signal = new AbortController().signal,
  destination = AKAMAI,
): Promise<DeliveredFile> {
  return destination.send(file, {
    options: { host: server.url.replace('http://', ''), cpCode: '123456', ...options },
    credentials: { keyName: 'uploader', key },
    renewCredentials: rejectRenewal,
    outbound: LOCAL_OUTBOUND,
    signal,
  });
}

test('streams files of any size to their path', async () => {
  for (const bytes of [0, 1000, LARGE]) {
    const file = createTestFile(bytes, '-poster.jpg', 'image/jpeg');
    const sent = await send(file, { path: '/a b//../ü', filename: 'x' });
    expect(sent).toEqual({ id: '/123456/a b/ü/x-poster.jpg', url: undefined });
    expect(files.get('/123456/a%20b/%C3%BC/x-poster.jpg')!.equals(file.content)).toBe(true);
    expect(file.opened.every((stream) => stream.destroyed)).toBe(true);
  }
  expect((await send(createTestFile(1), { path: null, filename: null })).id).toBe('/123456/render-1.mp4');
});

test.each([
  ['a wrong key', {}, 'wrong', 'it responded with 403 Forbidden'],
  ['another CP code', { cpCode: '9' }, KEY, 'it responded with 404 Not Found'],
])('rejects %s', async (_what, options, key, reason) => {
  expect(await failureOf(send(createTestFile(LARGE), options, key))).toBe(
    `destination_refused: Akamai NetStorage refused the file: ${reason}.`,
  );
});

test.each(['10.0.0.1', '192.168.0.1', '169.254.169.254'])('rejects the private host %s', async (host) => {
  expect(await failureOf(send(createTestFile(10), { host }))).toMatch(
    /^destination_refused: .*KINORA_ALLOW_HOSTS/,
  );
});

test('sends the whole file again after an interruption or a busy response', async () => {
  const file = createTestFile(LARGE);
  server.inject(/^/, cutConnection, respondWith(503));
  await send(file);
  expect(files.get('/123456/render-1.mp4')!.equals(file.content)).toBe(true);
  expect(file.opened).toHaveLength(3);
  expect(file.opened.every((stream) => stream.destroyed)).toBe(true);
});

test('fails if the server never responds or never reads', async () => {
  const hurried = (bytes: number): Promise<DeliveredFile> =>
    send(createTestFile(bytes), {}, KEY, undefined, HURRIED_AKAMAI);
  server.inject(/^/, neverRespond, neverRespond);
  expect(await failureOf(hurried(10))).toMatch(/^destination_failed: .* in time\.$/);
  const unread = (): undefined => undefined;
  server.inject(/^/, unread, unread);
  expect(await failureOf(hurried(10_000_000))).toMatch(/^destination_failed: .* in time\.$/);
});

test('stops when the signal aborts', async () => {
  const controller = new AbortController();
  server.inject(/^/, (request) => request.once('data', () => controller.abort(new Error('stopping'))));
  const file = createTestFile(LARGE);
  await expect(send(file, {}, KEY, controller.signal)).rejects.toThrow('stopping');
  expect(file.opened.every((stream) => stream.destroyed)).toBe(true);
});
