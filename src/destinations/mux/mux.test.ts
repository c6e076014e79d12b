import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import type { DeliveredFile } from '../destination-adapter.ts';
import { respondWith, cutConnection, neverRespond, startFaultyServer } from '../faulty-server.fixture.ts';
import type { FaultyServer } from '../faulty-server.fixture.ts';
import { handleSessionRequest } from '../google/upload-session.fixture.ts';
import type { FixtureSession } from '../google/upload-session.fixture.ts';
import { createMux } from './mux.ts';
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
const POLLING = { maxPolls: 4, intervalMs: 5 };
const MUX = createMux({ partBytes: 2 * UNIT, policy: FAST_POLICY, polling: POLLING });
const SECRET = 'token-secret';

/** A direct upload on the server. */
interface Upload extends FixtureSession {
  readonly settings: { readonly playback_policies?: readonly string[]; readonly passthrough?: string };
  status: string;
  polls: number;
}

let upload: Upload | undefined;
let assetError: string | undefined;
let isAsset = false;
let server: FaultyServer;

beforeAll(async () => {
  server = await startFaultyServer((request, response) => void answer(request, response));
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  upload = undefined;
  assetError = undefined;
  isAsset = false;
});

/** Serves direct uploads and their assets as Mux documents them. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/bucket/upload?Signature=secret') {
    // The URL does not contain the size. The range of each part does.
    const total = Number(/\d+$/.exec(request.headers['content-range'] ?? '')?.[0]);
    const session = upload && request.method === 'PUT' ? Object.assign(upload, { total }) : undefined;
    await handleSessionRequest(session, request, response, '');
    return;
  }
  const right = `Basic ${Buffer.from(`token-id:${SECRET}`).toString('base64')}`;
  const body = (await readRequestBody(request)).toString();
  const say = (status: number, value: object): void =>
    void response.writeHead(status).end(JSON.stringify(value));
  if (request.headers.authorization !== right)
    say(401, { error: { type: 'unauthorized', messages: [`Unauthorized request ${SECRET}`] } });
  else answerCall(`${request.method} ${request.url}`, body, say);
}

function answerCall(line: string, body: string, say: (status: number, value: object) => void): void {
  if (line === 'POST /video/v1/uploads') {
    // The code under test sends this body.
    const settings = (JSON.parse(body) as { new_asset_settings: Upload['settings'] }).new_asset_settings;
    upload = { type: '', total: -1, content: Buffer.alloc(0), settings, status: 'waiting', polls: 0 };
    say(201, {
      data: { id: 'up-1', status: 'waiting', url: `${server.url}/bucket/upload?Signature=secret` },
    });
  } else if (line === 'GET /video/v1/uploads/up-1') say(200, { data: uploadState() });
  else if (line === 'GET /video/v1/assets/asset-1') say(200, { data: assetState() });
  else if (line === 'PUT /video/v1/uploads/up-1/cancel' && upload && !isAsset) {
    upload.status = 'cancelled';
    say(200, { data: { id: 'up-1', status: 'cancelled' } });
  } else if (line === 'DELETE /video/v1/assets/asset-1') {
    isAsset = false;
    say(204, {});
  } else
    say(404, { error: { type: 'not_found', messages: ['The requested resource either does not exist'] } });
}

/** Creates the asset some polls after the last byte. */
function uploadState(): object {
  upload!.polls++;
  if (upload!.content.length !== upload!.total || upload!.polls < 3) return { status: upload!.status };
  isAsset = true;
  return { status: 'asset_created', asset_id: 'asset-1' };
}

function assetState(): object {
  const ids = upload!.settings.playback_policies?.map((policy) => ({ id: `play-${policy}`, policy }));
  if (assetError === undefined) return { id: 'asset-1', status: 'preparing', playback_ids: ids };
  return { id: 'asset-1', status: 'errored', errors: { type: 'invalid_input', messages: [assetError] } };
}

function send(
  file: TestFile,
  options: { playbackPolicy?: ('public' | 'signed')[]; passthrough?: string } | undefined = {},
  tokenSecret = SECRET,
  signal = new AbortController().signal,
  destination = MUX,
): Promise<DeliveredFile> {
  return destination.send(file, {
    options,
    credentials: { tokenId: 'token-id', tokenSecret, endpoint: server.url },
    renewCredentials: rejectRenewal,
    outbound: LOCAL_OUTBOUND,
    signal,
  });
}

test('uploads a video as an asset with its playback policies and passthrough text', async () => {
  for (const bytes of [1000, PARTED]) {
    const file = createTestFile(bytes);
    expect(await send(file, { playbackPolicy: ['signed', 'public'], passthrough: 'mine' })).toEqual({
      id: 'asset-1',
      url: 'https://stream.mux.com/play-public.m3u8',
    });
    expect(upload!.settings).toEqual({ playback_policies: ['signed', 'public'], passthrough: 'mine' });
    expect(upload!.content.equals(file.content)).toBe(true);
  }
});

test('returns no address without a public playback policy', async () => {
  expect(await send(createTestFile(10), { playbackPolicy: ['signed'] })).toEqual({
    id: 'asset-1',
    url: undefined,
  });
  expect(await send(createTestFile(10), undefined)).toEqual({ id: 'asset-1', url: undefined });
  expect(upload!.settings).toEqual({});
});

test('accepts only videos', () => {
  expect(['video/mp4', 'image/jpeg', 'audio/mpeg', 'image/gif'].map((type) => MUX.accepts(type))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('rejects wrong credentials without repeating them', async () => {
  expect(await failureOf(send(createTestFile(10), {}, 'wrong'))).toBe(
    'destination_refused: Mux refused the file: Unauthorized request token-secret.',
  );
  server.inject(/uploads/, respondWith(401, `{"error":{"messages":["not ${SECRET}"]}}`));
  expect(await failureOf(send(createTestFile(10)))).toBe(
    'destination_refused: Mux refused the file: not ....',
  );
});

test('resumes an interrupted part and retries after busy responses', async () => {
  const file = createTestFile(PARTED);
  server.inject(/./, respondWith(429), undefined, cutConnection, undefined, respondWith(503));
  expect((await send(file)).id).toBe('asset-1');
  expect(upload!.content.equals(file.content)).toBe(true);
});

test('reports a file that Mux cannot read and removes its asset', async () => {
  assetError = 'The file is not a video';
  expect(await failureOf(send(createTestFile(10)))).toBe(
    'destination_refused: Mux refused the file: The file is not a video.',
  );
  expect(server.requestLines.at(-1)).toBe('DELETE /video/v1/assets/asset-1');
  expect(isAsset).toBe(false);
});

test('fails if an upload errs, times out or never ends', async () => {
  const state = (data: object): ReturnType<typeof respondWith> => respondWith(200, JSON.stringify({ data }));
  server.inject(/^GET/, state({ status: 'errored', error: { type: 'x', message: 'No tracks' } }));
  expect(await failureOf(send(createTestFile(10)))).toBe(
    'destination_refused: Mux refused the file: No tracks.',
  );
  server.inject(/^GET/, state({ status: 'timed_out' }));
  expect(await failureOf(send(createTestFile(10)))).toBe(
    'destination_failed: Mux could not process the file: the status of the upload is "timed_out".',
  );
  const waiting = state({ status: 'waiting' });
  server.inject(/^GET/, waiting, waiting, waiting, waiting);
  expect(await failureOf(send(createTestFile(10)))).toMatch(/^destination_failed: .* no video in time\.$/);
  expect(upload!.status).toBe('cancelled');
});

test('fails if the server never responds', async () => {
  server.inject(/^POST/, neverRespond, neverRespond);
  const hurried = createMux({ partBytes: UNIT, policy: SHORT_TIMEOUT_POLICY, polling: POLLING });
  expect(await failureOf(send(createTestFile(10), {}, SECRET, undefined, hurried))).toMatch(
    /^destination_failed: .* in time\.$/,
  );
});

test('stops and cancels the upload when the signal aborts', async () => {
  for (const match of [/^PUT .bucket/, /^GET/]) {
    const controller = new AbortController();
    server.inject(match, undefined, () => controller.abort(new Error('stopping')));
    const file = createTestFile(PARTED);
    await expect(send(file, {}, SECRET, controller.signal)).rejects.toThrow('stopping');
    expect(file.opened.every((stream) => stream.destroyed)).toBe(true);
    expect(upload!.status).toBe('cancelled');
  }
});
