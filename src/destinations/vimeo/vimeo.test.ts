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
  rejectRenewal,
  LOCAL_OUTBOUND,
  createTestFile,
} from '../sending.fixture.ts';
import type { TestFile } from '../sending.fixture.ts';
import { createVimeo } from './vimeo.ts';

const PART = 300_000;
const PARTED = 2 * PART + 1000;
const VIMEO = createVimeo({ partBytes: PART, policy: FAST_POLICY });

let video: Record<string, unknown> | undefined;
let content: Buffer = Buffer.alloc(0);
let server: FaultyServer;

beforeAll(async () => {
  server = await startFaultyServer((request, response) => void answer(request, response));
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  video = undefined;
});

/** Serves videos as Vimeo documents them, and uploads of tus 1.0. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readRequestBody(request);
  const line = `${request.method} ${request.url}`;
  if (request.url === '/files/secret') answerTus(request, body, response);
  else if (request.headers.authorization !== 'bearer token')
    response.writeHead(401).end('{"error":"You must provide a valid authenticated access token."}');
  else if (line === 'POST /me/videos') begin(request, body, response);
  else if (line === 'DELETE /videos/77') {
    video = undefined;
    response.writeHead(204).end();
  } else response.writeHead(404).end();
}

function begin(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
  // The code under test sends this body.
  video = JSON.parse(body.toString()) as Record<string, unknown>;
  content = Buffer.alloc(0);
  const isRight =
    request.headers.accept === 'application/vnd.vimeo.*+json;version=3.4' &&
    video['folder_uri'] !== 'nowhere';
  if (isRight) {
    const link = `${server.url}/files/secret`;
    response.end(
      JSON.stringify({
        uri: '/videos/77',
        link: 'https://vimeo.com/77',
        upload: { approach: 'tus', upload_link: link },
      }),
    );
  } else
    response
      .writeHead(400)
      .end('{"error":"Something strange occurred.","developer_message":"No such folder."}');
}

function answerTus(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const { headers, method } = request;
  const isPatch = method === 'PATCH' && headers['content-type'] === 'application/offset+octet-stream';
  if (headers['tus-resumable'] !== '1.0.0') response.writeHead(412).end();
  else if (!video) response.writeHead(410).end();
  else if (isPatch && Number(headers['upload-offset']) !== content.length) response.writeHead(409).end();
  else {
    if (isPatch) content = Buffer.concat([content, body]);
    response.writeHead(isPatch ? 204 : 200, { 'upload-offset': content.length }).end();
  }
}

function send(
  file: TestFile,
  options: OptionsOf<'vimeo'> = {},
  accessToken = 'token',
  signal = new AbortController().signal,
  destination = VIMEO,
): Promise<DeliveredFile> {
  return destination.send(file, {
    options,
    credentials: { accessToken, endpoint: server.url },
    renewCredentials: rejectRenewal,
    outbound: LOCAL_OUTBOUND,
    signal,
  });
}

test('uploads videos of any size with all their options', async () => {
  const privacy = {
    view: 'nobody',
    embed: 'whitelist',
    comments: 'contacts',
    download: false,
    add: true,
  } as const;
  for (const bytes of [1000, PART, PARTED]) {
    const file = createTestFile(bytes);
    const metadata = { name: 'Title', description: 'Text', folderUri: '/users/1/projects/2' };
    expect(await send(file, { ...metadata, privacy, other: 1 })).toEqual({
      id: '77',
      url: 'https://vimeo.com/77',
    });
    expect(video).toEqual({
      upload: { approach: 'tus', size: bytes },
      name: 'Title',
      description: 'Text',
      privacy,
      folder_uri: '/users/1/projects/2',
    });
    expect(content.equals(file.content)).toBe(true);
  }
});

test('uses the name of the file if there are no options', async () => {
  await send(createTestFile(10), undefined);
  expect(video).toEqual({ upload: { approach: 'tus', size: 10 }, name: 'render-1' });
});

test('accepts only videos', () => {
  expect(['video/mp4', 'image/jpeg', 'audio/mpeg'].map((type) => VIMEO.accepts(type))).toEqual([
    true,
    false,
    false,
  ]);
});

test('rejects wrong credentials and a missing folder', async () => {
  expect(await failureOf(send(createTestFile(10), {}, 'wrong'))).toBe(
    'destination_refused: Vimeo refused the file: You must provide a valid authenticated access token.',
  );
  expect(await failureOf(send(createTestFile(10), { folderUri: 'nowhere' }))).toBe(
    'destination_refused: Vimeo refused the file: Something strange occurred: No such folder.',
  );
});

test('resumes an interrupted part after the last byte that arrived', async () => {
  const file = createTestFile(PARTED);
  server.inject(
    /files/,
    (request) =>
      void readRequestBody(request).then((body) => {
        content = Buffer.concat([content, body.subarray(0, 1000)]);
        request.socket.destroy();
      }),
    undefined,
    respondWith(503),
  );
  await send(file);
  expect(content.equals(file.content)).toBe(true);
  const offsets = server.requests.map(({ headers }) => headers['upload-offset']).filter(Boolean);
  expect(offsets).toEqual(['0', '1000', '1000', String(PART), String(2 * PART)]);
});

test('does not send a part again if only its response was lost', async () => {
  const file = createTestFile(1000);
  server.inject(/files/, (request) => {
    void readRequestBody(request).then((body) => {
      content = body;
      request.socket.destroy();
    });
  });
  await send(file);
  expect(content.equals(file.content)).toBe(true);
  expect(server.requestLines.filter((line) => line.startsWith('PATCH'))).toHaveLength(1);
});

test('fails and removes the video if the server stays busy, never responds or breaks the protocol', async () => {
  server.inject(/files/, cutConnection, respondWith(503), respondWith(503));
  expect(await failureOf(send(createTestFile(PARTED)))).toMatch(
    /^destination_failed: Vimeo could not process the file/,
  );
  expect(video).toBeUndefined();
  server.inject(/files/, neverRespond, neverRespond);
  const hurried = createVimeo({ partBytes: PART, policy: SHORT_TIMEOUT_POLICY });
  expect(await failureOf(send(createTestFile(10), {}, 'token', undefined, hurried))).toMatch(
    /^destination_failed: .* in time\.$/,
  );
  server.inject(/files/, respondWith(204));
  expect(await failureOf(send(createTestFile(10)))).toMatch(
    /^destination_failed: .* how much of the file it has\.$/,
  );
  server.inject(/me.videos/, respondWith(200, '{}'));
  expect(await failureOf(send(createTestFile(10)))).toMatch(/^destination_failed: .* no upload address\.$/);
});

test('stops and removes the video when the signal aborts', async () => {
  const controller = new AbortController();
  server.inject(/files/, undefined, () => controller.abort(new Error('stopping')));
  const file = createTestFile(PARTED);
  await expect(send(file, {}, 'token', controller.signal)).rejects.toThrow('stopping');
  expect(file.opened.every((stream) => stream.destroyed)).toBe(true);
  expect(video).toBeUndefined();
});
