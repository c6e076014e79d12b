import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { failureOf } from '../base/failure-of.fixture.ts';
import { type FixtureServer, startFixtureServer } from '../outbound/server.fixture.ts';
import { encodeWav } from '../render/transcribe/wav.ts';
import { openDownloadedModel, type WhisperModel } from './whisper-model.ts';
import { createWhisperTranscriber } from './whisper-transcriber.ts';

const SOUND = { wav: encodeWav(new Int16Array(16_000)), seconds: 1 };
const SETTING = 'The speech model of this machine';
const MODEL = Buffer.alloc(300_000, 'not a model');
const HASH = createHash('sha256').update(MODEL).digest('hex');

let folder: string;
const servers: FixtureServer[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kinora-it's [a]: model, "));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  await rm(folder, { recursive: true });
});

async function failure(model: WhisperModel): Promise<string> {
  const transcriber = createWhisperTranscriber({ model, folder: join(folder, 'models'), log: SILENT });
  try {
    const options = { signal: new AbortController().signal, onProgress: () => undefined };
    return await failureOf(transcriber.transcribe(SOUND, options));
  } finally {
    await transcriber.close();
  }
}

test('a missing model is an error that names the setting', async () => {
  const message = await failure({ kind: 'file', path: join(folder, 'none.bin') });
  expect(message).toBe(
    `transcription_failed: ${SETTING} does not exist or is not a file. See "kinora models list" and KINORA_WHISPER_MODEL.`,
  );
});

test('a file that is not a model is an error, and the sound is removed', async () => {
  const path = join(folder, 'model.bin');
  await writeFile(path, MODEL);
  expect(await failure({ kind: 'file', path })).toContain(
    `transcription_failed: ${SETTING} cannot be used: it is damaged or not a Whisper model in the whisper.cpp format (ggml).`,
  );
  expect(await readdir(join(folder, 'models'))).toEqual([]);
});

async function served(answer: Parameters<typeof startFixtureServer>[0]): Promise<FixtureServer> {
  const server = await startFixtureServer(answer);
  servers.push(server);
  return server;
}

test('a model is downloaded once, with progress reports, and kept', async () => {
  const server = await served((_, response) => response.end(MODEL));
  const doings: string[] = [];
  const config = { folder: join(folder, 'models'), log: SILENT };
  const [one, two] = [
    openDownloadedModel(server.url, HASH, config),
    openDownloadedModel(server.url, HASH, config),
  ];
  const { signal } = new AbortController();
  const files = await Promise.all([0, 1].map(() => one.file(signal, (doing) => doings.push(doing))));
  expect(await two.file(signal, () => undefined)).toEqual(files[0]);
  expect(files[0]?.size).toBe(MODEL.length);
  expect(await readFile(files[0]?.path ?? '')).toEqual(MODEL);
  expect(server.requests).toHaveLength(1);
  expect(doings.at(-1)).toMatch(/^Downloading the speech model, /);
  expect(await readdir(config.folder)).toEqual([`${HASH}.bin`]);
});

test('a model with another hash is neither used nor kept', async () => {
  const server = await served((_, response) => response.end(MODEL));
  const wrong = '0'.repeat(64);
  expect(await failure({ kind: 'url', url: server.url, sha256: wrong })).toBe(
    `transcription_failed: ${SETTING} does not match its hash: the downloaded file has the SHA-256 ${HASH}.`,
  );
  expect(await readdir(join(folder, 'models'))).toEqual([]);
});

test('a model that cannot be downloaded is an error', async () => {
  const server = await served((_, response) => response.writeHead(404).end());
  expect(await failure({ kind: 'url', url: server.url, sha256: HASH })).toMatch(
    /^transcription_failed: The speech model of this machine cannot be downloaded: .* was not found: its server returned 404\.$/,
  );
});

test('the download continues when one caller aborts', async () => {
  const open = Promise.withResolvers<() => void>();
  const server = await served((_, response) => {
    response.write(MODEL.subarray(0, 1000));
    open.resolve(() => response.end(MODEL.subarray(1000)));
  });
  const store = openDownloadedModel(server.url, HASH, { folder, log: SILENT });
  const controller = new AbortController();
  const left = failureOf(store.file(controller.signal, () => undefined));
  const finish = await open.promise;
  controller.abort();
  expect(await left).toContain('cancelled');
  finish();
  expect((await store.file(new AbortController().signal, () => undefined)).size).toBe(MODEL.length);
  expect(server.requests).toHaveLength(1);
});
