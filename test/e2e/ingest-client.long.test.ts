import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_RATE } from '../../src/base/time.ts';
import { createClient, type KinoraClient, type UnfinishedUpload } from '../../src/client/index.ts';
import type { FixtureServer } from '../../src/outbound/server.fixture.ts';
import {
  respondWithJson,
  startTranscriptionServer,
} from '../../src/providers/transcription-server.fixture.ts';
import { encodeWav } from '../../src/render/transcribe/wav.ts';
import { makeClip, paintNumber } from '../media/clips.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { kinora } from './processes.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let transcriber: FixtureServer;
let service: ServerProcess;
let client: KinoraClient;

beforeAll(async () => {
  media = await createMediaFolder();
  await mkdir(media.path('tmp'));
  await makeClip(media.path('voice.mp4'), {
    width: 64,
    height: 36,
    clock: 5,
    ticks: [0, 1, 2, 3, 4],
    paint: paintNumber,
    sound: { samples: SAMPLE_RATE, wave: (index) => Math.sin(index / 9) / 2 },
  });
  transcriber = await startTranscriptionServer((_, response) =>
    respondWithJson(response, 200, {
      text: 'Hello there.',
      words: [
        { word: 'Hello', start: 0.1, end: 0.4 },
        { word: 'there', start: 0.5, end: 0.9 },
      ],
    }),
  );
  service = await startServer(media.path('.'), { KINORA_TRANSCRIBE_URL: transcriber.url });
  client = createClient({ url: service.url, key: service.keys.v1 });
});

afterAll(async () => {
  await endServer(service);
  await transcriber.close();
  await media[Symbol.asyncDispose]();
});

/** Opens a proxy of the server that drops each of the first connections after a number of bytes. */
async function openUnreliableWay(limits: number[]): Promise<{ url: string; server: Server }> {
  const server = createServer((incoming: Socket) => {
    const outgoing = connect(Number(new URL(service.url).port), '127.0.0.1');
    const limit = limits.shift() ?? Infinity;
    let passed = 0;
    incoming.on('data', (bytes) => {
      passed += bytes.length;
      outgoing.write(bytes);
      if (passed > limit) incoming.destroy();
    });
    outgoing.on('data', (bytes) => incoming.write(bytes));
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const)
      one.on('close', () => other.destroy()).on('error', () => other.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an `AddressInfo`.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

describe('an upload', () => {
  it('becomes a source with its outputs', async () => {
    const { id } = await client.upload(await openAsBlob(media.path('voice.mp4')), {
      outputs: { renditions: [{ format: 'webm', size: { width: 32 } }], transcription: { format: 'srt' } },
    });
    const source = await client.sources.wait(id);
    expect(source).toMatchObject({
      id,
      status: 'ready',
      width: 64,
      height: 36,
      outputs: {
        renditions: [{ status: 'ready', width: 32, height: 18, transformation: { format: 'webm' } }],
        transcription: { status: 'ready' },
      },
    });
    const bytes = await (await fetch(source.source!)).bytes();
    expect(Buffer.compare(bytes, await readFile(media.path('voice.mp4')))).toBe(0);
    const subtitles = await (await fetch(source.outputs!.transcription!.url!)).text();
    expect(subtitles).toBe('1\n00:00:00,100 --> 00:00:01,100\nHello there.\n');

    const listed: string[] = [];
    for await (const each of client.sources.list({ pageSize: 1 })) listed.push(each.id);
    expect(listed).toEqual([id]);
    await client.sources.delete(id);
    expect(await client.sources.get(id)).toMatchObject({ status: 'deleted' });
    expect((await fetch(source.source!)).status).toBe(404);
  });

  it('survives lost connections, and can be resumed later', async () => {
    const file = encodeWav(Int16Array.from({ length: 1_500_000 }, (_, index) => (index * 7) % 9973));
    const { url, server } = await openUnreliableWay([400_000, 900_000, 400_000]);
    const unreliable = createClient({ url, key: service.keys.v1 });
    const stopping = new AbortController();
    let begun: UnfinishedUpload | undefined;
    const stopped = unreliable.upload(file, {
      signal: stopping.signal,
      chunkSize: 500_000,
      onStart: (upload) => void (begun = upload),
      onProgress: ({ sent }) => sent > 1_000_000 && stopping.abort(new Error('stop')),
    });
    await expect(stopped).rejects.toThrow('stop');
    const offsets: number[] = [];
    const { id } = await client.upload(file, {
      resume: begun,
      onProgress: ({ sent }) => offsets.push(sent),
    });
    expect(id).toBe(begun!.id);
    expect(offsets[0]).toBeGreaterThan(1_000_000);
    const { status, source } = await client.sources.wait(id);
    expect(status).toBe('ready');
    expect(Buffer.compare(await (await fetch(source!)).bytes(), file)).toBe(0);
    server.close();
  });
});

it('kinora ingest uploads to the server of this machine', async () => {
  const { port } = new URL(service.url);
  const ended = await kinora(media.path('.'), ['ingest', 'voice.mp4'], { env: { PORT: port } }).ended;
  const [, id = ''] = /^voice\.mp4: (\S+)$/m.exec(ended.out) ?? [];
  expect(ended).toMatchObject({ code: 0 });
  expect(await client.sources.get(id)).toMatchObject({ status: 'ready' });
  expect(ended.out).toContain((await client.sources.get(id)).source);
});
