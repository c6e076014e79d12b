import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../../src/hosting/s3-server.fixture.ts';
import {
  HAS_POSTGRES,
  startPostgres,
  type TestPostgres,
  waitUntil,
} from '../../src/store/test-databases.fixture.ts';
import { createMediaFolder, renderEdit } from '../media/render-edit.ts';
import { childrenOf, kinora } from './processes.ts';

const KEY = 'the-key-of-this-test-0000000000000';
const SECONDS = 40;
const EDIT = {
  timeline: {
    tracks: [
      {
        clips: [{ asset: { type: 'text', text: 'Watch' }, start: 0, length: SECONDS, effect: 'zoomInSlow' }],
      },
    ],
  },
  output: { format: 'hls', size: { width: 640, height: 360 } },
};

describe.skipIf(!HAS_POSTGRES)('a render that is watched (SKIPPED where PostgreSQL is missing)', () => {
  let folder: string;
  let media: Awaited<ReturnType<typeof createMediaFolder>>;
  let postgres: TestPostgres;
  let s3: S3Server;
  const processes: ReturnType<typeof kinora>[] = [];
  let log = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-watched-'));
    media = await createMediaFolder();
    postgres = await startPostgres();
    s3 = await startS3Server();
  });
  afterAll(async () => {
    for (const { child } of processes) child.kill('SIGKILL');
    await Promise.all(processes.map(({ ended }) => ended));
    await s3.close();
    await postgres.stop();
    await media[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  async function startProcess(name: string, args: readonly string[]): Promise<number> {
    const { location } = postgres;
    await mkdir(join(folder, name, 'tmp'), { recursive: true });
    const env = {
      DATABASE_URL: location.kind === 'postgres' ? location.url : '',
      PORT: '0',
      KINORA_STORAGE: 's3://films/files',
      S3_ENDPOINT: s3.url,
      S3_ACCESS_KEY_ID: s3.location.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.location.secretAccessKey,
      // Nothing of a stream may be kept by a browser under an address of S3.
      KINORA_S3_FILES: 'redirect',
      KINORA_FILES: 'signed',
      KINORA_RENDERS: '1',
      KINORA_KEYS: `v1:${KEY},stage:another-${KEY}`,
    };
    const started = kinora(join(folder, name), args, { env });
    for (const stream of [started.child.stdout!, started.child.stderr!])
      stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
    processes.push(started);
    return started.child.pid!;
  }

  /** Fetches as a player does: again after 503. */
  async function fetchPatiently(address: URL): Promise<Buffer> {
    let answer = await fetch(address);
    await waitUntil(async () => {
      if (answer.status === 503) answer = await fetch(address);
      return answer.status !== 503;
    }, 200);
    expect([answer.status, address.pathname]).toEqual([200, address.pathname]);
    return Buffer.from(await answer.arrayBuffer());
  }

  it('goes on after the death of its worker, and becomes the film that is made without a viewer', async () => {
    await startProcess('server', ['serve', '--no-workers']);
    await waitUntil(() => /ready at \S+/.test(log), 60);
    const server = /ready at (\S+)/.exec(log)?.[1] ?? '';
    const worker = await startProcess('worker', ['worker']);
    const headers = { 'x-api-key': KEY, 'content-type': 'application/json' };
    const body = JSON.stringify(EDIT);
    const queued = await fetch(`${server}/edit/v1/render`, { method: 'POST', headers, body });
    const { response } = (await queued.json()) as { response: { id: string } };
    type Shown = {
      readonly status: string;
      readonly url?: string;
      readonly stream?: { readonly url: string };
    };
    const show = async (): Promise<Shown> => {
      const answer = await fetch(`${server}/edit/v1/render/${response.id}?data=false`, { headers });
      return ((await answer.json()) as { response: Shown }).response;
    };
    await waitUntil(async () => (await show()).stream !== undefined, 60);
    const main = new URL((await show()).stream?.url ?? '');
    const text = (await fetchPatiently(main)).toString();
    const name = /^index-360p.*$/m.exec(text)?.[0] ?? '';
    const playlist = (await fetchPatiently(new URL(name, main))).toString();
    const named = [...playlist.matchAll(/URI="([^"]+)"|^(index.*)$/gm)].map(
      ([, map, line]) => map ?? line ?? '',
    );
    const pieces = named.map((piece) => new URL(piece, main));
    const first = await fetchPatiently(pieces[1]!);

    const children = await childrenOf(worker);
    for (const pid of [worker, ...children]) process.kill(pid, 'SIGKILL');
    expect((await show()).status).toBe('rendering');
    await startProcess('second', ['worker']);
    expect((await fetchPatiently(pieces[1]!)).equals(first)).toBe(true);
    const watched: Buffer[] = [];
    for (const piece of pieces) watched.push(await fetchPatiently(piece));
    await waitUntil(async () => (await show()).status === 'done', 200);

    await renderEdit(EDIT, media.path('alone.m3u8'));
    const alone = await readFile(media.path('alone-360p.mp4'));
    expect(Buffer.concat(watched).equals(alone)).toBe(true);
    // The address of the stream is that of the film, and the pieces stay at theirs.
    expect(new URL((await show()).url ?? '').pathname).toBe(main.pathname);
    expect((await fetchPatiently(pieces[2]!)).equals(watched[2]!)).toBe(true);
  });
});
