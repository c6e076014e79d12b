import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, test } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { encodeWav } from '../render/transcribe/wav.ts';
import type { Transcript } from '../render/transcribe/transcript.ts';
import { toEndpoint, type OpenAiConfig, createOpenAiTranscriber } from './openai-transcriber.ts';
import {
  type TranscriptionHandler,
  respondWithJson,
  startTranscriptionServer,
} from './transcription-server.fixture.ts';

const KEY = 'sk-very-secret';
const SOUND = { wav: encodeWav(new Int16Array(48_000).fill(7)), seconds: 3 };
const WORDS = {
  task: 'transcribe',
  language: 'english',
  duration: 3,
  text: 'Hello, world.',
  words: [
    { word: 'Hello', start: 0.2, end: 0.6 },
    { word: 'world', start: 0.8, end: 1.5 },
  ],
};
const HELLO: Transcript = {
  language: 'english',
  words: [
    { text: 'Hello,', from: 0.2, to: 0.6 },
    { text: 'world.', from: 0.8, to: 1.5 },
  ],
};

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

async function started(answer: TranscriptionHandler): ReturnType<typeof startTranscriptionServer> {
  const server = await startTranscriptionServer(answer);
  opened.push(server);
  return server;
}

function transcribed(
  url: string,
  config: Partial<OpenAiConfig> = {},
  signal = new AbortController().signal,
): Promise<Transcript> {
  const transcriber = createOpenAiTranscriber({
    url,
    key: KEY,
    model: 'whisper-1',
    log: SILENT,
    firstPauseMs: 1,
    ...config,
  });
  opened.push(transcriber);
  return transcriber.transcribe(SOUND, { signal, onProgress: () => undefined });
}

/** Returns the code and the message of a failure. */
async function failed(work: Promise<unknown>): Promise<string> {
  const error = (await work.then(
    () => new Error('It did not fail.'),
    (reason: unknown) => reason,
  )) as Error & { code?: string };
  expect(error.message).not.toContain(KEY);
  return `${error.code}: ${error.message}`;
}

const SERVICE = 'The transcription service of KINORA_TRANSCRIBE_URL';

describe('a transcription service', () => {
  it('receives the sound as a form, and its words get the punctuation of its text', async () => {
    const server = await started((_, response) => respondWithJson(response, 200, WORDS));
    expect(await transcribed(server.url)).toEqual(HELLO);
    const [request] = server.transcriptionRequests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v1/audio/transcriptions',
      authorization: `Bearer ${KEY}`,
    });
    expect(request?.fields).toEqual({
      model: ['whisper-1'],
      response_format: ['verbose_json'],
      'timestamp_granularities[]': ['word'],
    });
    expect(request?.file).toEqual({ name: 'sound.wav', type: 'audio/wav', bytes: SOUND.wav });
  });

  it('accepts sounds that end within a millisecond', async () => {
    const server = await started((_, response) => respondWithJson(response, 200, { text: '' }));
    const transcriber = createOpenAiTranscriber({
      url: server.url,
      key: KEY,
      model: 'whisper-1',
      log: SILENT,
    });
    opened.push(transcriber);
    const odd = { wav: encodeWav(new Int16Array(124_267).fill(7)), seconds: 124_267 / 16_000 };
    const options = { signal: new AbortController().signal, onProgress: () => undefined };
    expect(await transcriber.transcribe(odd, options)).toEqual({ words: [] });
  });

  it('receives no key if there is none', async () => {
    const server = await started((_, response) => respondWithJson(response, 200, WORDS));
    await transcribed(server.url, { key: undefined });
    expect(server.transcriptionRequests[0]?.authorization).toBeUndefined();
  });

  it.each([
    ['http://host:9000', 'http://host:9000/v1/audio/transcriptions'],
    ['http://host:9000/', 'http://host:9000/v1/audio/transcriptions'],
    ['https://host/openai/v1/', 'https://host/openai/v1/audio/transcriptions'],
    ['https://host/v1/audio/transcriptions', 'https://host/v1/audio/transcriptions'],
    ['http://host/inference', 'http://host/inference'],
    [
      'https://host/deployments/a/audio/transcriptions?api-version=1',
      'https://host/deployments/a/audio/transcriptions?api-version=1',
    ],
  ])('at %s has the endpoint %s', (url, endpoint) => {
    expect(toEndpoint(url).href).toBe(endpoint);
  });
});

test('the identity of a service depends on the query without revealing it', async () => {
  const identityOf = async (url: string, model = 'a'): Promise<string> => {
    const transcriber = createOpenAiTranscriber({ url, key: KEY, model, log: SILENT });
    opened.push(transcriber);
    return transcriber.identity();
  };
  const url = 'https://host/a/audio/transcriptions?deployment=';
  const identities = await Promise.all([identityOf(url), identityOf(`${url}secret`), identityOf(url, 'b')]);
  expect(new Set(identities).size).toBe(3);
  expect(identities.join(' ')).not.toContain('secret');
  expect(await identityOf(url)).toBe(identities[0]);
});

describe('responses of other services', () => {
  it.each<[string, unknown, Transcript]>([
    [
      'distribute the times of segments among words',
      { text: ' ab cd', segments: [{ id: 0, start: 1, end: 2, text: ' ab cd' }] },
      {
        words: [
          { text: 'ab', from: 1, to: 1.5 },
          { text: 'cd', from: 1.5, to: 2 },
        ],
      },
    ],
    [
      'may have the words in the segments',
      {
        text: 'Yes.',
        segments: [{ start: 1, end: 2, text: 'Yes.', words: [{ word: ' Yes', start: 1.2, end: 1.4 }] }],
      },
      { words: [{ text: 'Yes.', from: 1.2, to: 1.4 }] },
    ],
    [
      'may be out of order, overlap, and extend beyond the sound',
      {
        text: '',
        words: [
          { word: 'late', start: 2.5, end: 30 },
          { word: 'first', start: 0, end: 1.2 },
          { word: 'second', start: 1, end: 2 },
          { word: 'beyond', start: 29, end: 30 },
        ],
      },
      {
        words: [
          { text: 'first', from: 0, to: 1 },
          { text: 'second', from: 1, to: 2 },
          { text: 'late', from: 2.5, to: 3 },
        ],
      },
    ],
    [
      'may have words without times',
      {
        words: [
          { word: 'in', start: 0.5, end: 0.7 },
          { word: '2014', start: null, end: null },
          { word: 'we', start: 1, end: 1.2 },
        ],
      },
      {
        words: [
          { text: 'in', from: 0.5, to: 0.7 },
          { text: '2014', from: 0.7, to: 1 },
          { text: 'we', from: 1, to: 1.2 },
        ],
      },
    ],
    [
      'may have times as strings',
      {
        words: [{ word: 'in', start: '0.5', end: '0.7' }],
        segments: [{ text: 'in', start: '0', end: '1.0' }],
      },
      { words: [{ text: 'in', from: 0.5, to: 0.7 }] },
    ],
    [
      'may have no words',
      { text: ' ', segments: [], words: [], language: 'en' },
      { language: 'en', words: [] },
    ],
    ['may have only an empty text', { text: '' }, { words: [] }],
  ])('%s', async (_, answer, transcript) => {
    const server = await started((__, response) => respondWithJson(response, 200, answer));
    expect(await transcribed(server.url)).toEqual(transcript);
  });

  it.each<[string, unknown, string]>([
    [
      'without times',
      { text: 'Hello' },
      'returned no times. Use a model that supports "verbose_json" with words or segments',
    ],
    [
      'in nanoseconds',
      { segments: [{ start: 2e9, end: 3e9, text: 'Hi' }] },
      'returned times after the end of the sound',
    ],
    [
      'with words as times',
      { words: [{ word: 'Hi', start: 'soon', end: '1' }] },
      'answered with JSON that is not a transcript',
    ],
    ['in another format', { words: [{ text: 3 }] }, 'answered with JSON that is not a transcript'],
    ['that are not an object', [1], 'answered with JSON that is not a transcript'],
  ])('%s are rejected and not requested again', async (_, answer, did) => {
    const server = await started((__, response) => respondWithJson(response, 200, answer));
    expect(await failed(transcribed(server.url))).toBe(`transcription_failed: ${SERVICE} ${did}.`);
    expect(server.transcriptionRequests).toHaveLength(1);
  });

  it('may start with a byte order mark', async () => {
    const server = await started((_, response) => response.end(`\uFEFF${JSON.stringify(WORDS)}`));
    expect(await transcribed(server.url)).toEqual(HELLO);
  });

  it('must be JSON', async () => {
    const server = await started((_, response) => response.end('Hello world'));
    expect(await failed(transcribed(server.url))).toBe(
      `transcription_failed: ${SERVICE} did not answer with JSON.`,
    );
  });
});

describe('a transcription service that fails', () => {
  it.each([429, 500, 503, 408])('with %i is called again', async (status) => {
    const server = await started((_, response, count) =>
      count < 3
        ? respondWithJson(response, status, {}, { 'retry-after': '0' })
        : respondWithJson(response, 200, WORDS),
    );
    expect(await transcribed(server.url)).toEqual(HELLO);
    expect(server.transcriptionRequests).toHaveLength(3);
  });

  it('repeatedly is reported as unreachable', async () => {
    const server = await started((_, response) =>
      respondWithJson(response, 429, {
        error: { message: `Too many requests of ${KEY}.`, type: 'requests' },
      }),
    );
    expect(await failed(transcribed(server.url))).toBe(
      `transcriber_unreachable: ${SERVICE} answered 429: Too many requests of ....`,
    );
    expect(server.transcriptionRequests).toHaveLength(5);
  });

  it.each<[number, unknown, string | undefined, string]>([
    [
      401,
      { error: { message: `Incorrect API key provided: ${KEY}` } },
      KEY,
      'answered 401: it rejects the API key in KINORA_TRANSCRIBE_KEY',
    ],
    [401, {}, undefined, 'answered 401: it requires an API key. Set KINORA_TRANSCRIBE_KEY'],
    [
      400,
      { error: { message: 'verbose_json is not for this model' } },
      KEY,
      'answered 400: verbose_json is not for this model',
    ],
    [404, { detail: 'Not Found' }, KEY, 'answered 404: Not Found'],
    [400, { detail: 'a\n\u001b[31mred\u0007\u009b' }, KEY, 'answered 400: a [31mred'],
    [413, 'large', KEY, 'answered 413'],
    [
      429,
      { error: { message: `Quota of ${KEY} exceeded.`, type: 'insufficient_quota' } },
      KEY,
      'answered 429: Quota of ... exceeded',
    ],
    [429, { error: { message: 'Used up', code: 'insufficient_quota' } }, KEY, 'answered 429: Used up'],
    [
      301,
      {},
      KEY,
      'answered 301, which is a redirect. Set KINORA_TRANSCRIBE_URL to the URL that it redirects to',
    ],
  ])('with %i and %j is not called again', async (status, body, key, did) => {
    const server = await started((_, response) => respondWithJson(response, status, body));
    expect(await failed(transcribed(server.url, { key }))).toBe(`transcription_failed: ${SERVICE} ${did}.`);
    expect(server.transcriptionRequests).toHaveLength(1);
  });

  it('by closing the connection is called again', async () => {
    const server = await started((_, response, count) => {
      if (count < 2) response.socket?.destroy();
      else respondWithJson(response, 200, WORDS);
    });
    expect(await transcribed(server.url)).toEqual(HELLO);
  });

  it('because nothing listens on its port is unreachable', async () => {
    const server = await started(() => undefined);
    await server.close();
    opened.pop();
    expect(await failed(transcribed(server.url))).toBe(
      `transcriber_unreachable: ${SERVICE} cannot be reached: its server refuses the connection.`,
    );
  });

  it('to answer in time is an error', async () => {
    const server = await started(() => undefined);
    expect(await failed(transcribed(server.url, { timeLimitMs: () => 200 }))).toBe(
      `transcription_failed: ${SERVICE} did not answer within 0 s.`,
    );
    expect(server.transcriptionRequests).toHaveLength(1);
  });

  it('may send its response slowly', async () => {
    const server = await started((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write(' ');
      void wait(300).then(() => response.end(JSON.stringify(WORDS)));
    });
    expect(await transcribed(server.url)).toEqual(HELLO);
  });

  it('is abandoned immediately when the signal aborts', async () => {
    const controller = new AbortController();
    const server = await started(() => controller.abort());
    expect(await failed(transcribed(server.url, {}, controller.signal))).toBe(
      'cancelled: The render was cancelled.',
    );
    expect(server.transcriptionRequests).toHaveLength(1);
  });
});
