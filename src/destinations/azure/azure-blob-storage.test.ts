import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { createAzureBlobStorage } from './azure-blob-storage.ts';
import type { AzureCredentials } from './azure-blob-storage.ts';
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

const KEY = Buffer.from('the key of the account').toString('base64');
const SAS = 'sv=2021-12-02&sp=cw&sig=a%2Bsignature%3D';
const PARTED = 1_000_000;
const AZURE = createAzureBlobStorage({ partBytes: 300_000, policy: FAST_POLICY });
const HURRIED_AZURE = createAzureBlobStorage({ partBytes: 300_000, policy: SHORT_TIMEOUT_POLICY });
const BUSY = respondWith(503, '<Error><Code>ServerBusy</Code><Message>Busy.\nRequestId:1</Message></Error>');

const blobs = new Map<string, { content: Buffer; type: string | undefined }>();
const blocks = new Map<string, Buffer>();
let server: FaultyServer;

beforeAll(async () => {
  server = await startFaultyServer((request, response) => void answer(request, response));
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  blobs.clear();
  blocks.clear();
});

/** Serves the part of the REST API that uploads need, as the reference documents it. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url!, server.url);
  const body = await readRequestBody(request);
  const refuse = (status: number, code: string): unknown =>
    response.writeHead(status).end(`<Error><Code>${code}</Code><Message>No.\nTime:1</Message></Error>`);
  if (!allowed(request, url)) return void refuse(403, 'AuthenticationFailed');
  if (!url.pathname.startsWith('/videos/')) return void refuse(404, 'ContainerNotFound');
  const { headers } = request;
  if (url.searchParams.get('comp') === 'block') blocks.set(url.searchParams.get('blockid')!, body);
  else if (url.searchParams.get('comp') === 'blocklist') {
    const listed = [...body.toString().matchAll(/<Latest>([^<]+)<\/Latest>/g)].map(([, id]) =>
      blocks.get(id!)!,
    );
    blobs.set(url.pathname, {
      content: Buffer.concat(listed),
      type: String(headers['x-ms-blob-content-type']),
    });
  } else if (headers['x-ms-blob-type'] !== 'BlockBlob') return void refuse(400, 'MissingRequiredHeader');
  else blobs.set(url.pathname, { content: body, type: headers['content-type'] });
  response.writeHead(201).end();
}

function allowed({ headers, method }: IncomingMessage, url: URL): boolean {
  if (url.searchParams.has('sig')) return url.searchParams.get('sig') === 'a+signature=';
  const length = headers['content-length'] ?? '0';
  const named = ['x-ms-blob-content-type', 'x-ms-blob-type', 'x-ms-date', 'x-ms-version'];
  const text =
    `${method}\n\n\n${length === '0' ? '' : length}\n\n${headers['content-type'] ?? ''}\n\n\n\n\n\n\n` +
    named
      .filter((name) => name in headers)
      .map((name) => `${name}:${String(headers[name])}\n`)
      .join('') +
    `/acct${url.pathname}` +
    ['blockid', 'comp']
      .filter((name) => url.searchParams.has(name))
      .map((name) => `\n${name}:${url.searchParams.get(name)}`)
      .join('');
  const signature = createHmac('sha256', Buffer.from(KEY, 'base64')).update(text).digest('base64');
  return headers.authorization === `SharedKey acct:${signature}`;
}

function send(
  file: TestFile,
  options: object = {},
  credentials: AzureCredentials = { accountKey: KEY },
  signal = new AbortController().signal,
  destination = AZURE,
): Promise<DeliveredFile> {
  return destination.send(file, {
    options: { accountName: 'acct', container: 'videos', ...options },
    credentials: { endpoint: `${server.url}/`, ...credentials },
    renewCredentials: rejectRenewal,
    outbound: LOCAL_OUTBOUND,
    signal,
  });
}

test.each([
  ['key', { accountKey: KEY }],
  ['shared access signature', { sasToken: `?${SAS}` }],
])('with a %s, uploads files whole or in blocks, with their type', async (_what, credentials) => {
  for (const bytes of [0, 1000, PARTED]) {
    const file = createTestFile(bytes);
    const sent = await send(file, { prefix: "a b/ü'", filename: null }, credentials);
    expect(sent).toEqual({
      id: "a b/ü'/render-1.mp4",
      url: `${server.url}/videos/a%20b/%C3%BC%27/render-1.mp4`,
    });
    const { content, type } = blobs.get('/videos/a%20b/%C3%BC%27/render-1.mp4')!;
    expect(content.equals(file.content)).toBe(true);
    expect(type).toBe('video/mp4');
  }
  expect(blocks.size).toBe(4);
});

test('keeps the suffix of stills', async () => {
  expect((await send(createTestFile(1, '-thumb.jpg', 'image/jpeg'), { filename: 'x' })).id).toBe(
    'x-thumb.jpg',
  );
});

test.each<[string, object, AzureCredentials, string]>([
  ['a wrong key', {}, { accountKey: 'd3Jvbmc=' }, 'AuthenticationFailed: No'],
  ['a wrong signature', {}, { sasToken: 'sp=cw&sig=wrong' }, 'AuthenticationFailed: No'],
  ['a missing container', { container: 'nowhere' }, { accountKey: KEY }, 'ContainerNotFound: No'],
])('rejects %s', async (_what, options, credentials, reason) => {
  expect(await failureOf(send(createTestFile(PARTED), options, credentials))).toBe(
    `destination_refused: Azure Blob Storage refused the file: ${reason}.`,
  );
});

test('sends a block again after an interruption or a busy response', async () => {
  const file = createTestFile(PARTED);
  server.inject(/comp=block&/, undefined, BUSY, cutConnection, undefined, respondWith(429));
  await send(file);
  expect([...blobs.values()][0]!.content.equals(file.content)).toBe(true);
  expect(server.requestLines).toHaveLength(8);
});

test('fails if the server stays busy or never responds', async () => {
  server.inject(/^/, BUSY, BUSY, BUSY);
  expect(await failureOf(send(createTestFile(10)))).toBe(
    'destination_failed: Azure Blob Storage could not process the file: ServerBusy: Busy.',
  );
  server.inject(/^/, neverRespond, neverRespond);
  expect(await failureOf(send(createTestFile(10), {}, undefined, undefined, HURRIED_AZURE))).toMatch(
    /^destination_failed: .* in time\.$/,
  );
});

test('stops when the signal aborts', async () => {
  const controller = new AbortController();
  server.inject(/comp=block&/, undefined, () => controller.abort(new Error('stopping')));
  const file = createTestFile(PARTED);
  await expect(send(file, {}, { accountKey: KEY }, controller.signal)).rejects.toThrow('stopping');
  expect(file.opened.every((stream) => stream.destroyed)).toBe(true);
  expect(blobs.size).toBe(0);
});

test('stops waiting for the next attempt when the signal aborts, with its reason', async () => {
  const controller = new AbortController();
  const patient = createAzureBlobStorage({
    partBytes: PARTED,
    policy: { ...FAST_POLICY, firstPauseMs: 60_000, maxPauseMs: 60_000 },
  });
  server.inject(/^/, (request, response) => {
    BUSY(request, response);
    response.once('close', () => setTimeout(() => controller.abort(new Error('stopping')), 50));
  });
  const sent = send(createTestFile(10), {}, { accountKey: KEY }, controller.signal, patient);
  await expect(sent).rejects.toThrow('stopping');
});

test('rejects an endpoint with a secret, which addresses would show', () => {
  const base = 'https://acct.example.com/container';
  const isEndpoint = (endpoint: string) =>
    AZURE.credentialsSchema.safeParse({ accountKey: KEY, endpoint }).success;
  expect(isEndpoint(base)).toBe(true);
  for (const wrong of [`${base}?${SAS}`, 'https://user:pass@acct.example.com', `${base}#x`, 'nothing'])
    expect(isEndpoint(wrong)).toBe(false);
});

test('sends a signature only to its own account', async () => {
  const credentials = { sasToken: SAS, accountName: 'acct' };
  expect((await send(createTestFile(10), {}, credentials)).id).toBe('render-1.mp4');
  server.reset();
  expect(await failureOf(send(createTestFile(10), { accountName: 'another' }, credentials))).toBe(
    'destination_refused: Azure Blob Storage refused the file: the option "accountName" must be the storage account of the credentials.',
  );
  expect(server.requestLines).toEqual([]);
  expect(AZURE.credentialsSchema.safeParse(credentials).success).toBe(true);
});

test('requires one of the two secrets, and the account of a signature', () => {
  for (const wrong of [
    { sasToken: SAS },
    { accountKey: KEY, accountName: 'evil.example/' },
    {},
    { accountKey: KEY, sasToken: SAS },
    { accountKey: 'no base64!' },
    { sasToken: 'sv=1' },
  ])
    expect(AZURE.credentialsSchema.safeParse(wrong).success).toBe(false);
});
