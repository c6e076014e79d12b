import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SILENT } from '../../src/base/logger.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import {
  HAS_POSTGRES,
  startPostgres,
  type TestPostgres,
  waitUntil,
} from '../../src/store/test-databases.fixture.ts';
import { createBeeps, makeClip, type Painter } from '../media/clips.ts';
import { createMediaFolder, renderEdit } from '../media/render-edit.ts';
import { kinora } from './processes.ts';

const SIZE = { width: 240, height: 136 };
const SECONDS = 40;
const WORKERS = 3;
/** The seconds of a film that is long enough to lose a worker meanwhile. */
const LONG = 80;

const KEY = 'the-key-of-this-test-0000000000000';

type Worker = ReturnType<typeof kinora>;

describe.skipIf(!HAS_POSTGRES)('three workers and one render (SKIPPED where PostgreSQL is missing)', () => {
  let folder: string;
  let media: Awaited<ReturnType<typeof createMediaFolder>>;
  let postgres: TestPostgres;
  let database: Database;
  let server: Worker;
  let address = '';
  let settings: Readonly<Record<string, string>>;
  let workers: Worker[] = [];
  /** The number of times that a client has fetched the film. */
  let fetches = 0;
  const origin = createServer((request, response) => {
    fetches += 1;
    void readFile(media.path('film.mp4')).then((film) => response.end(film));
    request.resume();
  });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-workers-'));
    media = await createMediaFolder();
    await makeClip(media.path('film.mp4'), {
      ...SIZE,
      clock: 25,
      ticks: Array.from({ length: SECONDS * 25 }, (_, index) => index),
      keyframeEvery: 100,
      crf: 30,
      sound: { samples: SECONDS * 48_000, wave: createBeeps([1, 14, 37], 0.3) },
      paint: paintWaves,
    });
    origin.listen(0, '127.0.0.1');
    await once(origin, 'listening');
    postgres = await startPostgres();
    const { location } = postgres;
    database = await openDatabase(location, SILENT);
    settings = {
      DATABASE_URL: location.kind === 'postgres' ? location.url : '',
      KINORA_STORAGE: join(folder, 'storage'),
      KINORA_RENDERS: '1',
      KINORA_ALLOW_HOSTS: '127.0.0.1',
      KINORA_KEYS: `v1:${KEY},stage:another-${KEY}`,
    };
    await mkdir(join(folder, 'storage'));
    await mkdir(join(folder, 'server', 'tmp'), { recursive: true });
    server = kinora(join(folder, 'server'), ['serve', '--no-workers'], { env: { ...settings, PORT: '0' } });
    let text = '';
    server.child.stdout!.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await waitUntil(() => /ready at \S+/.test(text) || server.child.exitCode !== null);
    address = /ready at (\S+)/.exec(text)?.[1] ?? '';
  });
  beforeEach(async () => {
    await endAll();
    await rm(join(folder, 'storage', '.segments'), { recursive: true, force: true });
    await database.tables.deleteFrom('attempt').execute();
    workers = await Promise.all(Array.from({ length: WORKERS }, (_, index) => startWorker(index)));
    await waitUntil(async () => (await countWorkers()) >= WORKERS, 60);
  });
  afterAll(async () => {
    await endAll();
    server.child.kill('SIGKILL');
    await server.ended;
    await database.close();
    await postgres.stop();
    origin.close();
    await media[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  async function startWorker(index: number): Promise<Worker> {
    const home = join(folder, `worker-${index}`);
    await mkdir(join(home, 'tmp'), { recursive: true });
    return kinora(home, ['worker'], { env: { ...settings, LOG_LEVEL: 'info' } });
  }
  async function endAll(): Promise<void> {
    for (const { child } of workers) child.kill('SIGKILL');
    await Promise.all(workers.map(({ ended }) => ended));
    await database.tables.deleteFrom('worker').execute();
    workers = [];
  }
  async function countWorkers(): Promise<number> {
    return (await database.tables.selectFrom('worker').select('id').execute()).length;
  }

  async function ask(
    path: string,
    edit?: object,
  ): Promise<{ id: string; status: string; progress?: number }> {
    const answer = await fetch(`${address}/edit/v1/${path}`, {
      headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
      ...(edit && { method: 'POST', body: JSON.stringify(edit) }),
    });
    return ((await answer.json()) as { response: { id: string; status: string } }).response;
  }
  async function finish(id: string): Promise<void> {
    let status = '';
    await waitUntil(async () => {
      ({ status } = await ask(`render/${id}`));
      return ['done', 'failed'].includes(status);
    }, 240);
    expect(status).toBe('done');
  }
  async function hashOf(render: string): Promise<string> {
    const files = await readdir(join(folder, 'storage', 'v1'), { recursive: true });
    const file = files.find((name) => name.endsWith(`${render}.mp4`)) ?? '';
    return hash(await readFile(join(folder, 'storage', 'v1', file)));
  }
  /** Returns the kinds of work of each worker, and how each ended. */
  async function listAttempts(): Promise<{ kind: string; outcome: string | null; worker: string }[]> {
    return await database.tables.selectFrom('attempt').select(['kind', 'outcome', 'worker']).execute();
  }
  const editOf = (seconds: number, src: string): object => ({
    timeline: {
      tracks: [
        { clips: [{ asset: { type: 'text', text: 'A title' }, start: 9, length: 3 }] },
        {
          clips: Array.from({ length: seconds / SECONDS }, (_, index) => ({
            ...{ asset: { type: 'video', src, volume: 0.5 }, start: SECONDS * index, length: SECONDS },
            filter: ['boost', 'greyscale', 'negative'][index],
          })),
        },
      ],
    },
    output: { format: 'mp4', size: { width: 480, height: 270 }, fps: 25 },
  });
  const url = (): string => `http://127.0.0.1:${(origin.address() as AddressInfo).port}/film.mp4`;

  it('make the same file as one process, to the byte, and fetch its source once', async () => {
    await renderEdit(editOf(SECONDS, media.path('film.mp4')), media.path('alone.mp4'));
    fetches = 0;
    const { id } = await ask('render', editOf(SECONDS, url()));
    await finish(id);
    expect(await hashOf(id)).toBe(hash(await readFile(media.path('alone.mp4'))));
    expect(fetches).toBe(1);
    const attempts = await listAttempts();
    expect(attempts.filter(({ kind }) => kind === 'render')).toHaveLength(1);
    expect(attempts.some(({ kind, outcome }) => kind === 'help' && outcome === 'done')).toBe(true);
    // All that belongs to the sharing is gone.
    expect(await database.tables.selectFrom('shared_stream').select('position').execute()).toEqual([]);
  });

  it.each(['the worker of the render', 'a helper'])('finish it if %s dies', async (who) => {
    const { id } = await ask('render', editOf(LONG, url()));
    const kind = who === 'a helper' ? 'help' : 'render';
    let pid = 0;
    await waitUntil(async () => {
      const { rows } = await sql<{ pid: number }>`select worker.pid from attempt
        join worker on worker.id = attempt.worker
        where attempt.kind = ${kind} and attempt.ended is null and exists (
          select from shared_stream where shared_stream.job = attempt.job and shared_stream.finished > 0)`.execute(
        database.tables,
      );
      pid = rows[0]?.pid ?? 0;
      return pid !== 0 || (await ask(`render/${id}`)).status === 'done';
    }, 60);
    expect(pid).not.toBe(0);
    process.kill(pid, 'SIGKILL');
    await finish(id);
    await renderEdit(editOf(LONG, media.path('film.mp4')), media.path('alone.mp4'));
    expect(await hashOf(id)).toBe(hash(await readFile(media.path('alone.mp4'))));
    const attempts = await listAttempts();
    expect(attempts.filter((attempt) => attempt.outcome === 'lost').map((one) => one.kind)).toContain(kind);
    expect(attempts.filter((attempt) => attempt.kind === 'render')).toHaveLength(kind === 'help' ? 1 : 2);
  });

  it('leave nothing of a render that is cancelled', async () => {
    const { id } = await ask('render', editOf(LONG, url()));
    await waitUntil(async () => {
      const streams = await database.tables.selectFrom('shared_stream').select('job').execute();
      return new Set(streams.flatMap(({ job }) => job ?? [])).size > 1;
    }, 60);
    const answer = await fetch(`${address}/edit/v1/render/${id}`, {
      method: 'DELETE',
      headers: { 'x-api-key': KEY },
    });
    expect(answer.ok).toBe(true);
    await waitUntil(async () => {
      const open = await database.tables
        .selectFrom('attempt')
        .where('ended', 'is', null)
        .select('id')
        .execute();
      const shared = await database.tables.selectFrom('shared_output').select('id').execute();
      return open.length === 0 && shared.length === 0;
    }, 30);
    for (let index = 0; index < WORKERS; index++)
      expect(
        await readdir(join(folder, `worker-${index}`, 'home', 'tmp', 'renders')).catch(() => []),
      ).toEqual([]);
  });
});

/** Paints waves that move, so that each picture differs from the one before. */
const paintWaves: Painter = ({ y, u, v, width, height }, index) => {
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      y.data[row * y.stride + column] =
        125 + 60 * Math.sin((column + 3 * index) / 9) + 45 * Math.cos((row * column - 5 * index) / 700);
  for (const plane of [u, v])
    for (let row = 0; row < height / 2; row++)
      plane.data.fill(
        128 + 50 * Math.sin((index + row) / 20),
        row * plane.stride,
        row * plane.stride + width / 2,
      );
};

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
