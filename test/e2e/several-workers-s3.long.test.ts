import { createHash, randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENT } from '../../src/base/logger.ts';
import { type S3Server, startS3Server } from '../../src/hosting/s3-server.fixture.ts';
import { openDatabase } from '../../src/store/database.ts';
import {
  HAS_POSTGRES,
  startPostgres,
  type TestPostgres,
  waitUntil,
} from '../../src/store/test-databases.fixture.ts';
import { createBeeps, makeClip } from '../media/clips.ts';
import { createMediaFolder, renderEdit } from '../media/render-edit.ts';
import { kinora } from './processes.ts';

const SIZE = { width: 240, height: 136 };
const SECONDS = 60;
/** Number of segments of the film. Each has 6 seconds. */
const SEGMENTS = 10;
/** Parts of the film, in segments, that a helper may read besides its own: the index, and what comes after them. */
const MARGIN = 1;
const KEY = 'the-key-of-this-test-0000000000000';

describe.skipIf(!HAS_POSTGRES)('two workers with S3 (SKIPPED where PostgreSQL is missing)', () => {
  let folder: string;
  let media: Awaited<ReturnType<typeof createMediaFolder>>;
  let postgres: TestPostgres;
  let s3: S3Server;
  let film: Buffer;
  const processes: ReturnType<typeof kinora>[] = [];
  /** The output of the processes. */
  let log = '';
  /** The number of times that a client has fetched the film. */
  let fetches = 0;
  const origin = createServer((request, response) => {
    fetches += 1;
    response.end(film);
    request.resume();
  });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-workers-s3-'));
    media = await createMediaFolder();
    await makeClip(media.path('film.mp4'), {
      ...SIZE,
      clock: 25,
      ticks: Array.from({ length: SECONDS * 25 }, (_, index) => index),
      keyframeEvery: 50,
      crf: 24,
      sound: { samples: SECONDS * 48_000, wave: createBeeps([1, 14, 37], 0.3) },
      // Noise makes the film large.
      paint: ({ y }) => void randomFillSync(y.data),
    });
    film = await readFile(media.path('film.mp4'));
    origin.listen(0, '127.0.0.1');
    await once(origin, 'listening');
    postgres = await startPostgres();
    s3 = await startS3Server();
  });
  afterAll(async () => {
    for (const { child } of processes) child.kill('SIGKILL');
    await Promise.all(processes.map(({ ended }) => ended));
    await s3.close();
    await postgres.stop();
    origin.close();
    await media[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  async function startProcess(name: string, args: readonly string[]): Promise<void> {
    const { location } = postgres;
    const { accessKeyId, secretAccessKey } = s3.location;
    await mkdir(join(folder, name, 'tmp'), { recursive: true });
    const env = {
      DATABASE_URL: location.kind === 'postgres' ? location.url : '',
      PORT: '0',
      LOG_LEVEL: 'info',
      KINORA_STORAGE: 's3://films/files',
      S3_ENDPOINT: s3.url,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      KINORA_RENDERS: '1',
      KINORA_ALLOW_HOSTS: '127.0.0.1',
      KINORA_KEYS: `v1:${KEY},stage:another-${KEY}`,
    };
    const started = kinora(join(folder, name), args, { env });
    for (const stream of [started.child.stdout!, started.child.stderr!])
      stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
    processes.push(started);
  }

  it('bring of a film only what a helper needs, and ask its origin once', async () => {
    await startProcess('server', ['serve']);
    await waitUntil(() => /ready at \S+/.test(log), 60);
    const address = /ready at (\S+)/.exec(log)?.[1] ?? '';
    await startProcess('worker', ['worker']);
    const database = await openDatabase(postgres.location, SILENT);
    const countWorkers = async () =>
      (await database.tables.selectFrom('worker').select('id').execute()).length;
    // Otherwise the film may be done before the other one can help.
    await waitUntil(async () => (await countWorkers()) === 2, 60);
    await database.close();
    const { port } = origin.address() as AddressInfo;
    const editOf = (src: string): object => ({
      timeline: { tracks: [{ clips: [{ asset: { type: 'video', src }, start: 0, length: SECONDS }] }] },
      output: { format: 'mp4', size: SIZE, fps: 25 },
    });
    const headers = { 'x-api-key': KEY, 'content-type': 'application/json' };
    const body = JSON.stringify(editOf(`http://127.0.0.1:${port}/film.mp4`));
    const queued = await fetch(`${address}/edit/v1/render`, { method: 'POST', headers, body });
    const { response } = (await queued.json()) as { response: { id: string } };
    let shown = { status: '', url: '' };
    await waitUntil(async () => {
      const answer = await fetch(`${address}/edit/v1/render/${response.id}?data=false`, { headers });
      shown = ((await answer.json()) as { response: typeof shown }).response;
      return ['done', 'failed'].includes(shown.status);
    }, 240);
    expect(shown.status).toBe('done');
    expect(fetches).toBe(1);

    await renderEdit(editOf(media.path('film.mp4')), media.path('alone.mp4'));
    const made = Buffer.from(await (await fetch(shown.url)).arrayBuffer());
    expect(made.equals(await readFile(media.path('alone.mp4')))).toBe(true);

    const identity = createHash('sha256').update(film).digest('hex');
    const kept = new RegExp(`^GET .*\\.segments/\\w+-${identity}`);
    const whole = s3.requests.filter(
      ({ method, url, headers: { range } }) => kept.test(`${method} ${url}`) && range === undefined,
    );
    expect(whole).toEqual([]);
    await waitUntil(() => log.includes('Helped with a render'));
    const helped = [...log.matchAll(/"streams":(\d+)[^\n]*Helped with a render/g)];
    const streams = helped.reduce((sum, [, count]) => sum + Number(count), 0);
    expect(streams).toBeGreaterThan(0);
    expect(s3.countSent(kept)).toBeGreaterThan(0);
    expect(s3.countSent(kept)).toBeLessThan(((streams + MARGIN) / SEGMENTS) * film.length);
  });
});
