import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SILENT } from '../../base/logger.ts';
import { createAddressRules } from '../../outbound/index.ts';
import { openTestServer, type TestServer } from '../../server/http/server.fixture.ts';
import { waitUntil } from '../../store/test-databases.fixture.ts';
import { OFFLINE_CONTEXT } from '../worker-context.fixture.ts';
import type { RenderEdit } from '../worker-context.ts';
import { startWorker, type Worker } from '../worker.ts';

const EDIT = {
  timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'Hello' }, start: 0, length: 5 }] }] },
  output: { format: 'hls', size: { width: 320, height: 180 } },
  callback: 'http://127.0.0.1:9/hook',
};
/** The pieces of the film, as they are in its file. */
const PIECES = { init: 'the header;', '0': 'the first;', '1': 'the second;' };
const STREAMED =
  '#EXT-X-MAP:URI="index-180p-init.mp4"\n#EXTINF:2,\nindex-180p-0.mp4\n#EXTINF:3,\nindex-180p-1.mp4\n';
const FINISHED =
  '#EXT-X-MAP:URI="index-180p.mp4",BYTERANGE="11@0"\n#EXTINF:2,\n#EXT-X-BYTERANGE:10@11\nindex-180p.mp4\n#EXTINF:3,\n#EXT-X-BYTERANGE:11@21\nindex-180p.mp4\n';

interface ShownRender {
  readonly status: string;
  readonly url?: string;
  readonly stream?: { readonly url: string };
}

describe('a render that is watched while it is made', () => {
  let folder: string;
  let server: TestServer;
  let worker: Worker;
  let id: string;
  let base: string;
  /** Ends the wait of the render before a step. */
  let steps: Record<'begin' | 'second' | 'end', PromiseWithResolvers<void>>;

  const render: RenderEdit = async (_edit, to, { stream, onProgress, signal }) => {
    onProgress({ phase: 'rendering' });
    const until = (step: keyof typeof steps) =>
      Promise.race([
        steps[step].promise,
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
      ]);
    const show = async (name: string, content: string): Promise<void> => {
      const path = join(stream?.folder ?? '', name);
      await writeFile(join(dirname(path), `.${name}`), content);
      await rename(join(dirname(path), `.${name}`), path);
    };
    await until('begin');
    await show('index-180p.m3u8', STREAMED);
    await show('index.m3u8', 'index-180p.m3u8\n');
    for (const piece of ['init', '0'] as const) await show(`index-180p-${piece}.mp4`, PIECES[piece]);
    await until('second');
    await show('index-180p-1.mp4', PIECES['1']);
    await until('end');
    const [playlist = '', media = ''] = to.parts ?? [];
    await writeFile(playlist, FINISHED);
    await writeFile(media, [PIECES.init, PIECES['0'], PIECES['1']].join(''));
    await writeFile(to.output, 'index-180p.m3u8\n');
    return { duration: 5, warnings: [] };
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-watched-'));
    server = await openTestServer(undefined, undefined, { addressRules: createAddressRules(['127.0.0.1']) });
    const parts = { ...server.parts, ...OFFLINE_CONTEXT, render, log: SILENT };
    const toPublicUrl = (file: string): string => `https://media.example/files/${file}`;
    worker = await startWorker(
      { ...parts, toPublicUrl, folder: join(folder, 'tmp') },
      { renders: 1, renditions: 1 },
    );
  });
  afterAll(async () => {
    worker.stop();
    await server.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    const step = (): PromiseWithResolvers<void> => Promise.withResolvers();
    steps = { begin: step(), second: step(), end: step() };
    const queued = await server.ask('POST', '/edit/v1/render', EDIT);
    expect(queued.body).toContain('Render Successfully Queued');
    ({ id } = queued.json<{ response: { id: string } }>().response);
    base = `/files/v1/${server.owners.v1}/${id}`;
  });

  const shown = async (): Promise<ShownRender> =>
    (await server.ask('GET', `/edit/v1/render/${id}?data=false`)).json<{ response: ShownRender }>().response;
  const get = (name: string) => server.ask('GET', `${base}/${name}`);
  const stored = () => readdir(join(server.parts.storage.folder ?? '', 'v1', server.owners.v1, id));

  it('has its list at the address of the finished one, and each segment when it is made', async () => {
    await waitUntil(async () => (await shown()).status === 'rendering');
    expect(await shown()).not.toHaveProperty('stream');
    expect((await get('index.m3u8')).statusCode).toBe(404);
    steps.begin.resolve();
    await waitUntil(async () => (await shown()).stream !== undefined);
    const stream = { url: `https://media.example${base}/index.m3u8` };
    expect(await shown()).toMatchObject({ status: 'rendering', stream });
    expect(await shown()).not.toHaveProperty('url');
    const list = await get('index-180p.m3u8');
    expect([list.body, list.headers['cache-control']]).toEqual([STREAMED, 'public, no-cache']);
    const first = await get('index-180p-0.mp4');
    expect([first.body, first.headers['content-type']]).toEqual([PIECES['0'], 'video/mp4']);

    const waiting = [get('index-180p-1.mp4'), get('index-180p-1.mp4')];
    expect((await get('index-180p-2.mp4')).statusCode).toBe(404);
    steps.second.resolve();
    for (const answer of await Promise.all(waiting)) expect(answer.body).toBe(PIECES['1']);

    steps.end.resolve();
    await waitUntil(async () => (await shown()).status === 'done');
    expect(await shown()).toMatchObject({ url: stream.url, stream });
    await waitUntil(async () => (await stored()).length === 3);
    expect((await stored()).toSorted()).toEqual(['index-180p.m3u8', 'index-180p.mp4', 'index.m3u8']);
    for (const [piece, content] of Object.entries(PIECES))
      expect((await get(`index-180p-${piece}.mp4`)).body).toBe(content);
    expect((await get('index-180p-2.mp4')).statusCode).toBe(404);
    const part = await server.ask('GET', `${base}/index-180p-1.mp4`, undefined, { range: 'bytes=4-9' });
    expect([part.statusCode, part.body]).toEqual([206, 'second']);
    const callbacks = await server.ask('GET', `/edit/v1/render/${id}/callbacks`);
    expect(
      callbacks.json<{ response: { callbacks: { body: object }[] } }>().response.callbacks[0]?.body,
    ).toMatchObject({
      status: 'done',
      stream,
    });
  });

  it('answers 404 as soon as it is cancelled, also those who wait, and keeps no file', async () => {
    steps.begin.resolve();
    await waitUntil(async () => (await shown()).stream !== undefined);
    const waiting = get('index-180p-1.mp4');
    expect((await server.ask('DELETE', `/edit/v1/render/${id}`)).statusCode).toBe(204);
    expect((await waiting).statusCode).toBe(404);
    expect(await shown()).not.toHaveProperty('stream');
    await waitUntil(async () => (await get('index.m3u8')).statusCode === 404);
    await waitUntil(() =>
      stored().then(
        () => false,
        () => true,
      ),
    );
  });
});
