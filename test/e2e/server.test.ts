import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FixtureServer } from '../../src/outbound/server.fixture.ts';
import { waitUntil } from '../../src/store/test-databases.fixture.ts';
import { makeClip, numbered, numberOf } from '../media/clips.ts';
import { fromPictures } from '../media/look-inside.ts';
import { mediaFolder } from '../media/rendered.ts';
import { expectOneCleanSentence, filesAt, oneClip, serveFiles } from './attempt.ts';
import { childrenOf, isAlive } from './processes.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';
import hello from '../../examples/hello.json' with { type: 'json' };

const SIZE = { width: 160, height: 90 };
const FORWARD = ['queued', 'fetching', 'preprocessing', 'rendering', 'saving', 'done'];

/** What `GET /render/{id}` tells. */
interface Told {
  readonly id: string;
  readonly status: string;
  readonly url?: string;
  readonly error?: string;
}

let media: Awaited<ReturnType<typeof mediaFolder>>;
let files: FixtureServer;
const started: ServerProcess[] = [];

beforeAll(async () => {
  media = await mediaFolder();
  const ticks = Array.from({ length: 24 }, (_, index) => index);
  await makeClip(media.path('clip.mp4'), { ...SIZE, clock: 12, ticks, paint: numbered });
  await mkdir(media.path('tmp'));
  files = await serveFiles(await filesAt(media.path('clip.mp4')));
});

afterAll(async () => {
  for (const each of started) await endServer(each);
  await files.close();
  await media[Symbol.asyncDispose]();
});

/** Starts the server in the folder of this test; a later one finds what an earlier one left. */
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
  return (await ask<{ response: Told }>(service, '/edit/v1/render', edit)).response.id;
}

async function told(service: ServerProcess, id: string): Promise<Told> {
  return (await ask<{ response: Told }>(service, `/edit/v1/render/${id}`)).response;
}

/** Polls a render to its end. @returns every status that was seen, in order, and the last answer. */
async function followed(service: ServerProcess, id: string): Promise<{ seen: string[]; last: Told }> {
  const seen: string[] = [];
  for (let polls = 0; polls < 2000; polls++) {
    const last = await told(service, id);
    if (seen.at(-1) !== last.status) seen.push(last.status);
    if (last.status === 'done' || last.status === 'failed') return { seen, last };
    await wait(20);
  }
  throw new Error(`The render did not end: ${seen.join(', ')}.`);
}

const clipEdit = (name: string, length: number) =>
  oneClip({ type: 'video', src: `${files.url}/${name}` }, { length });

/** Downloads a finished file. @returns its frames by their numbers, and its size. */
async function download(url: string): Promise<{ path: string; bytes: Buffer }> {
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/mp4']);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const path = media.path(`downloaded-${Math.random()}.mp4`);
  await writeFile(path, bytes);
  return { path, bytes };
}

let service: ServerProcess;
let kept: Told;

test('renders an example, an edit with a clip and one that cannot work, all at the same time', async () => {
  service = await serve();
  const ids = await Promise.all(
    [hello, clipEdit('clip.mp4', 1), clipEdit('gone.mp4', 1)].map((edit) => submit(service, edit)),
  );
  const [example, clip, wrong] = await Promise.all(ids.map((id) => followed(service, id)));
  for (const { seen } of [example!, clip!]) {
    expect(seen).toEqual(FORWARD.filter((status) => seen.includes(status)));
    expect(seen).toEqual(expect.arrayContaining(['rendering', 'done']));
  }
  expect(wrong!.last).toMatchObject({
    status: 'failed',
    error: `timeline.tracks[0].clips[0].asset.src: ${files.url}/gone.mp4 was not found: its server answered 404.`,
  });
  expectOneCleanSentence(wrong!.last.error!);
  expect(wrong!.last.url).toBeUndefined();

  const film = await download(example!.last.url!);
  const sizes = await fromPictures(film.path, ({ width, height }) => `${width}x${height}`);
  expect([sizes.length, ...new Set(sizes)]).toEqual([125, '1280x720']);
  kept = clip!.last;
  const numbers = await fromPictures((await download(kept.url!)).path, numberOf);
  expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => index));
});

test('the file of a render is served in parts, and is an asset', async () => {
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

test('a render whose process is killed is tried again, and hurts no other', async () => {
  const doomed = await submit(service, clipEdit('clip.mp4', 150));
  const victim = await untilInTheMiddle(doomed);
  const other = await submit(service, clipEdit('clip.mp4', 2));
  process.kill(victim, 'SIGKILL');
  expect((await followed(service, other)).last.status).toBe('done');
  const again = await followed(service, doomed);
  expect(again.last.status).toBe('done');
  expect(await fromPictures((await download(again.last.url!)).path, numberOf)).toHaveLength(1800);
});

/** Waits until a render is in the middle of its work. @returns the id of its process. */
async function untilInTheMiddle(id: string): Promise<number> {
  let processes: number[] = [];
  await waitUntil(async () => {
    processes = await childrenOf(service.child.pid!);
    return processes.length > 0 && ['preprocessing', 'rendering'].includes((await told(service, id)).status);
  });
  return processes[0]!;
}

test('a server that is killed in the middle of a render finishes it after its next start', async () => {
  const id = await submit(service, clipEdit('clip.mp4', 150));
  const orphan = await untilInTheMiddle(id);
  service.child.kill('SIGKILL');
  await once(service.child, 'close');
  await waitUntil(() => !isAlive(orphan));

  const { keys } = service;
  service = await serve();
  expect(service.keys).toEqual(keys);
  const again = await followed(service, id);
  expect(again.last.status).toBe('done');
  const frames = await fromPictures((await download(again.last.url!)).path, numberOf);
  expect(frames).toHaveLength(1800);
});

test('stops in the middle of a render when it is told to, and after its next start has everything', async () => {
  const id = await submit(service, clipEdit('clip.mp4', 150));
  const given = await untilInTheMiddle(id);
  service.child.kill('SIGTERM');
  expect(await service.ended).toMatchObject({ code: 0 });
  await waitUntil(() => !isAlive(given));

  const { keys } = service;
  service = await serve();
  expect(service.keys).toEqual(keys);
  const { url, ...rest } = await told(service, kept.id);
  expect({ ...rest, url: kept.url }).toEqual(kept);
  const numbers = await fromPictures((await download(url!)).path, numberOf);
  expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => index));
  expect((await followed(service, id)).last.status).toBe('done');
});
