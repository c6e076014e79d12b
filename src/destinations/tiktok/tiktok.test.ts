import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import type { DeliveredFile } from '../destination-adapter.ts';
import { respondWith, cutConnection, neverRespond, startFaultyServer } from '../faulty-server.fixture.ts';
import type { FaultyServer } from '../faulty-server.fixture.ts';
import type { OptionsOf } from '../options.ts';
import {
  readRequestBody,
  SHORT_TIMEOUT_POLICY,
  FAST_POLICY,
  LOCAL_OUTBOUND,
  createTestFile,
} from '../sending.fixture.ts';
import type { TestFile } from '../sending.fixture.ts';
import type { TikTokCredentials } from './tiktok-access.ts';
import { createTikTok } from './tiktok.ts';

const PART = 300_000;
const POLLING = { maxPolls: 4, intervalMs: 5 };
const TIKTOK = createTikTok({ partBytes: PART, policy: FAST_POLICY, polling: POLLING });
const POST = '7301234567890123456';

/** The announcement of an upload. */
interface Init {
  readonly post_info: object;
  readonly source_info: {
    readonly video_size: number;
    readonly chunk_size: number;
    readonly total_chunk_count: number;
  };
}

/** The only valid refresh token. Each use replaces it. */
let refreshToken = '';
let stored: TikTokCredentials;
let accessTokens: string[] = [];
let init: Init | undefined;
let content: Buffer = Buffer.alloc(0);
let statuses: string[] = [];
let server: FaultyServer;

beforeAll(async () => {
  server = await startFaultyServer((request, response) => void answer(request, response));
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  refreshToken = 'refresh';
  accessTokens = [];
  stored = {
    clientKey: 'key',
    clientSecret: 'client-secret',
    refreshToken: 'refresh',
    endpoint: server.url,
  };
  init = undefined;
  statuses = ['"PROCESSING_UPLOAD"', `"PUBLISH_COMPLETE","publicaly_available_post_id":[${POST}]`];
});

/** Serves posts as TikTok documents them. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readRequestBody(request);
  if (request.url === '/v2/oauth/token/') giveToken(new URLSearchParams(body.toString()), response);
  else if (request.url === '/video/?upload_token=secret') take(request, body, response);
  else if (request.headers.authorization !== `Bearer ${accessTokens.at(-1)}`)
    response
      .writeHead(401)
      .end('{"error":{"code":"access_token_invalid","message":"The token is invalid."}}');
  else answerCall(request.url!, body, response);
}

function giveToken(form: URLSearchParams, response: ServerResponse): void {
  const isRight =
    form.get('grant_type') === 'refresh_token' &&
    form.get('client_key') === 'key' &&
    form.get('client_secret') === 'client-secret' &&
    form.get('refresh_token') === refreshToken;
  if (!isRight) {
    response.end(
      '{"error":"invalid_grant","error_description":"Refresh token is invalid or expired.","log_id":"1"}',
    );
    return;
  }
  refreshToken = `refresh-${accessTokens.length}`;
  accessTokens.push(`act-${accessTokens.length}`);
  response.end(
    JSON.stringify({
      access_token: accessTokens.at(-1),
      expires_in: 7200,
      refresh_token: refreshToken,
      refresh_expires_in: 15_552_000,
    }),
  );
}

function answerCall(path: string, body: Buffer, response: ServerResponse): void {
  const ok = '"error":{"code":"ok","message":""}';
  if (path === '/v2/post/publish/creator_info/query/')
    response.end(
      `{"data":{"creator_username":"anna","privacy_level_options":["PUBLIC_TO_EVERYONE","SELF_ONLY"],"duet_disabled":true},${ok}}`,
    );
  else if (path === '/v2/post/publish/video/init/') {
    // The code under test sends this body.
    init = JSON.parse(body.toString()) as Init;
    content = Buffer.alloc(0);
    response.end(
      `{"data":{"publish_id":"v_pub","upload_url":"${server.url}/video/?upload_token=secret"},${ok}}`,
    );
  } else {
    const isWhole = content.length === init?.source_info.video_size;
    const status = (isWhole ? statuses.shift() : undefined) ?? '"PROCESSING_UPLOAD"';
    response.end(`{"data":{"status":${status},"uploaded_bytes":${content.length}},${ok}}`);
  }
}

/** Accepts parts of the announced size, and the rest of the file as the last part. */
function take({ headers }: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const { video_size: total, chunk_size: size, total_chunk_count: count } = init!.source_info;
  const end = content.length + body.length;
  const isLast = Math.floor(content.length / size) === count - 1;
  const isRight =
    headers['content-range'] === `bytes ${content.length}-${end - 1}/${total}` &&
    headers['content-type'] === 'video/mp4' &&
    (isLast ? end === total : body.length === size);
  if (isRight) content = Buffer.concat([content, body]);
  response.writeHead(isRight ? (isLast ? 201 : 206) : 416).end();
}

function send(
  file: TestFile,
  options: OptionsOf<'tiktok'> = {},
  signal = new AbortController().signal,
  destination = TIKTOK,
): Promise<DeliveredFile> {
  return destination.send(file, {
    options,
    credentials: stored,
    renewCredentials: async (change) => (stored = await change(stored)),
    outbound: LOCAL_OUTBOUND,
    signal,
  });
}

test('posts videos of any size with all their options', async () => {
  for (const bytes of [1000, PART, PART + 1, 2 * PART, 3 * PART - 1]) {
    statuses = ['"PROCESSING_UPLOAD"', `"PUBLISH_COMPLETE","publicaly_available_post_id":[${POST}]`];
    const file = createTestFile(bytes);
    expect(await send(file, { title: 'T', privacyLevel: 'public', disableComment: true })).toEqual({
      id: POST,
      url: `https://www.tiktok.com/@anna/video/${POST}`,
    });
    expect(content.equals(file.content)).toBe(true);
    expect(init!.post_info).toEqual({
      title: 'T',
      privacy_level: 'PUBLIC_TO_EVERYONE',
      disable_duet: true,
      disable_stitch: false,
      disable_comment: true,
    });
  }
});

test('returns the id of the post if the video is private or still being processed', async () => {
  statuses = ['"PUBLISH_COMPLETE"'];
  expect(await send(createTestFile(10), undefined)).toEqual({ id: 'v_pub', url: undefined });
  expect(init!.post_info).toMatchObject({ privacy_level: 'SELF_ONLY', disable_stitch: false });
  statuses = [];
  expect(await send(createTestFile(10))).toEqual({ id: 'v_pub', url: undefined });
});

test('stores each new refresh token, and reuses the access token until it expires', async () => {
  const post = () => send(createTestFile(10));
  await post();
  await post();
  expect(accessTokens).toEqual(['act-0']);
  stored = { ...stored, access: { token: 'act-0', until: Date.now() + 60_000 } };
  await post();
  expect(accessTokens).toEqual(['act-0', 'act-1']);
  // TikTok may invalidate a token before its expiry.
  accessTokens.push('unknown to Kinora');
  await post();
  expect(accessTokens).toHaveLength(4);
  expect(stored).toMatchObject({ refreshToken, access: { token: accessTokens.at(-1) } });
});

test('accepts only videos', () => {
  expect(['video/mp4', 'image/jpeg'].map((type) => TIKTOK.accepts(type))).toEqual([true, false]);
});

test('rejects wrong credentials, a forbidden privacy level and an invalid video', async () => {
  refreshToken = 'another';
  expect(await failureOf(send(createTestFile(10)))).toBe(
    'destination_refused: TikTok refused the file: invalid_grant: Refresh token is invalid or expired.',
  );
  refreshToken = 'refresh';
  expect(await failureOf(send(createTestFile(10), { privacyLevel: 'friends' }))).toBe(
    'destination_refused: TikTok refused the file: the account does not allow the privacy level "friends".',
  );
  statuses = ['"FAILED","fail_reason":"frame_rate_check_failed"'];
  expect(await failureOf(send(createTestFile(10)))).toBe(
    'destination_refused: TikTok refused the file: frame_rate_check_failed.',
  );
  statuses = ['"FAILED","fail_reason":"internal"'];
  expect(await failureOf(send(createTestFile(10)))).toBe(
    'destination_failed: TikTok could not process the file: internal.',
  );
});

test('sends an interrupted part again unless it has arrived', async () => {
  const file = createTestFile(2 * PART);
  server.inject(/^PUT/, cutConnection, undefined, (request) => {
    void readRequestBody(request).then((body) => {
      content = Buffer.concat([content, body]);
      request.socket.destroy();
    });
  });
  await send(file);
  expect(content.equals(file.content)).toBe(true);
  expect(server.requestLines.filter((line) => line.startsWith('PUT'))).toHaveLength(3);
});

test('does not send a video again if its status is unavailable', async () => {
  const busy = Array.from({ length: 6 }, () => respondWith(503));
  for (const faults of [busy, [respondWith(401)], [respondWith(200, 'no JSON')]]) {
    server.inject(/status/, ...faults);
    expect(await send(createTestFile(10))).toEqual({ id: 'v_pub', url: undefined });
  }
  const controller = new AbortController();
  server.inject(/status/, () => controller.abort(new Error('stopping')));
  expect(await send(createTestFile(10), {}, controller.signal)).toEqual({ id: 'v_pub', url: undefined });
});

test('fails if the server stays busy or never responds', async () => {
  server.inject(/init/, respondWith(429), respondWith(429), respondWith(429));
  expect(await failureOf(send(createTestFile(10)))).toMatch(
    /^destination_failed: TikTok could not process the file/,
  );
  server.inject(/^PUT/, neverRespond, neverRespond);
  const hurried = createTikTok({ partBytes: PART, policy: SHORT_TIMEOUT_POLICY, polling: POLLING });
  expect(await failureOf(send(createTestFile(10), {}, undefined, hurried))).toMatch(
    /^destination_failed: .* in time\.$/,
  );
});

test('stops when the signal aborts', async () => {
  const controller = new AbortController();
  server.inject(/^PUT/, undefined, () => controller.abort(new Error('stopping')));
  const file = createTestFile(2 * PART);
  await expect(send(file, {}, controller.signal)).rejects.toThrow('stopping');
  expect(file.opened.every((stream) => stream.destroyed)).toBe(true);
});
