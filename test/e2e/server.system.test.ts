import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FixtureServer } from '../../src/outbound/server.fixture.ts';
import { waitUntil } from '../../src/store/test-databases.fixture.ts';
import { makeClip, paintNumber, readNumber } from '../media/clips.ts';
import { mapFrames } from '../media/decode-output.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { expectCleanMessage, readFiles, createOneClipEdit, serveFiles } from './try-render.ts';
import { childrenOf, isAlive } from './processes.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';
import hello from '../../examples/hello.json' with { type: 'json' };

const SIZE = { width: 160, height: 90 };
const FORWARD = ['queued', 'fetching', 'preprocessing', 'rendering', 'saving', 'done'];

/** The response of `GET /render/{id}`. */
interface ShownRender {
  readonly id: string;
  readonly status: string;
  readonly url?: string;
  readonly error?: string;
  /** Milliseconds of each stage. */
  readonly stages?: { readonly rendering?: number };
}

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let files: FixtureServer;
const started: ServerProcess[] = [];

beforeAll(async () => {
  media = await createMediaFolder();
  const ticks = Array.from({ length: 24 }, (_, index) => index);
  await makeClip(media.path('clip.mp4'), { ...SIZE, clock: 12, ticks, paint: paintNumber });
  await mkdir(media.path('tmp'));
  files = await serveFiles(await readFiles(media.path('clip.mp4')));
});

afterAll(async () => {
  for (const each of started) await endServer(each);
  await files.close();
  await media[Symbol.asyncDispose]();
});

/** Starts a server in the folder of this test. A later server has the data of an earlier one. */
async function serve(): Promise<ServerProcess> {
  const service = await startServer(media.path('.'));
  started.push(service);
  return service;
}

async function ask<Answer>({ url, keys }: ServerProcess, path: string, edit?: object): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    headers: { 'x-api-key': keys.v1, 'content-type': 'application/json' },
    ...(edit && { method: 'POST', body: JSON.stringify(edit) }),
  });
  return (await answer.json()) as Answer;
}

async function submit(service: ServerProcess, edit: object): Promise<string> {
  return (await ask<{ response: ShownRender }>(service, '/edit/v1/render', edit)).response.id;
}

async function getRender(service: ServerProcess, id: string): Promise<ShownRender> {
  return (await ask<{ response: ShownRender }>(service, `/edit/v1/render/${id}`)).response;
}

/** Polls a render until it is finished. Returns the observed statuses, in order, and the last response. */
async function pollRender(
  service: ServerProcess,
  id: string,
): Promise<{ seen: string[]; last: ShownRender }> {
  const seen: string[] = [];
  for (let polls = 0; polls < 2000; polls++) {
    const last = await getRender(service, id);
    if (seen.at(-1) !== last.status) seen.push(last.status);
    if (last.status === 'done' || last.status === 'failed') return { seen, last };
    await wait(20);
  }
  throw new Error(`The render did not end: ${seen.join(', ')}.`);
}

const clipEdit = (name: string, length: number) =>
  createOneClipEdit({ type: 'video', src: `${files.url}/${name}` }, { length });

/** Downloads a finished file. Returns its path and its bytes. */
async function download(url: string): Promise<{ path: string; bytes: Buffer }> {
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/mp4']);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const path = media.path(`downloaded-${Math.random()}.mp4`);
  await writeFile(path, bytes);
  return { path, bytes };
}

let service: ServerProcess;
let kept: ShownRender;

test('renders an example, an edit with a clip and a wrong edit at the same time', async () => {
  service = await serve();
  const ids = await Promise.all(
    [hello, clipEdit('clip.mp4', 1), clipEdit('gone.mp4', 1)].map((edit) => submit(service, edit)),
  );
  const [example, clip, wrong] = await Promise.all(ids.map((id) => pollRender(service, id)));
  for (const { seen, last } of [example!, clip!]) {
    expect(seen).toEqual(FORWARD.filter((status) => seen.includes(status)));
    expect(seen.at(-1)).toBe('done');
    // A small render may begin and end between two looks at its status.
    expect(last.stages?.rendering).toBeGreaterThan(0);
  }
  expect(wrong!.last).toMatchObject({
    status: 'failed',
    error: `timeline.tracks[0].clips[0].asset.src: ${files.url}/gone.mp4 was not found: its server returned 404.`,
  });
  expectCleanMessage(wrong!.last.error!);
  expect(wrong!.last.url).toBeUndefined();

  const film = await download(example!.last.url!);
  const sizes = await mapFrames(film.path, ({ width, height }) => `${width}x${height}`);
  expect([sizes.length, ...new Set(sizes)]).toEqual([125, '1280x720']);
  kept = clip!.last;
  const numbers = await mapFrames((await download(kept.url!)).path, readNumber);
  expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => index));
});

test('the file of a render is served in ranges, and is an asset', async () => {
  const { bytes } = await download(kept.url!);
  const part = await fetch(kept.url!, { headers: { range: 'bytes=100-299' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-299/${bytes.length}`]);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 300))).toBe(true);

  interface Asset {
    readonly attributes: { readonly id: string };
  }
  const { data } = await ask<{ data: Asset[] }>(service, `/serve/v1/assets/render/${kept.id}`);
  const attributes = { renderId: kept.id, url: kept.url, status: 'ready' };
  expect(data).toEqual([{ type: 'asset', attributes: expect.objectContaining(attributes) as object }]);
  expect(await ask(service, `/serve/v1/assets/${data[0]!.attributes.id}`)).toEqual({ data: data[0] });
});

test('a render whose process is killed is retried, and does not affect others', async () => {
  const doomed = await submit(service, clipEdit('clip.mp4', 150));
  const victim = await waitUntilRunning(doomed);
  const other = await submit(service, clipEdit('clip.mp4', 2));
  process.kill(victim, 'SIGKILL');
  expect((await pollRender(service, other)).last.status).toBe('done');
  const again = await pollRender(service, doomed);
  expect(again.last.status).toBe('done');
  expect(await mapFrames((await download(again.last.url!)).path, readNumber)).toHaveLength(1800);
});

/** Waits until a render is running. Returns the id of its process. */
async function waitUntilRunning(id: string): Promise<number> {
  let processes: number[] = [];
  await waitUntil(async () => {
    processes = await childrenOf(service.child.pid!);
    return (
      processes.length > 0 && ['preprocessing', 'rendering'].includes((await getRender(service, id)).status)
    );
  });
  return processes[0]!;
}

test('a server that is killed during a render finishes it after a restart', async () => {
  const id = await submit(service, clipEdit('clip.mp4', 150));
  const orphan = await waitUntilRunning(id);
  service.child.kill('SIGKILL');
  await once(service.child, 'close');
  await waitUntil(() => !isAlive(orphan));

  const { keys } = service;
  service = await serve();
  expect(service.keys).toEqual(keys);
  const again = await pollRender(service, id);
  expect(again.last.status).toBe('done');
  const frames = await mapFrames((await download(again.last.url!)).path, readNumber);
  expect(frames).toHaveLength(1800);
});

test('stops during a render on SIGTERM, and has all data after a restart', async () => {
  const id = await submit(service, clipEdit('clip.mp4', 150));
  const renderProcess = await waitUntilRunning(id);
  service.child.kill('SIGTERM');
  expect(await service.ended).toMatchObject({ code: 0 });
  await waitUntil(() => !isAlive(renderProcess));

  const { keys } = service;
  service = await serve();
  expect(service.keys).toEqual(keys);
  const { url, ...rest } = await getRender(service, kept.id);
  expect({ ...rest, url: kept.url }).toEqual(kept);
  const numbers = await mapFrames((await download(url!)).path, readNumber);
  expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => index));
  expect((await pollRender(service, id)).last.status).toBe('done');
});
