import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { obstacle } from '../../src/render/browse/browser.fixture.ts';
import { HAS_POSTGRES, waitUntil } from '../../src/store/test-databases.fixture.ts';
import { createBeeps, makeClip } from '../media/clips.ts';
import { createMediaFolder, renderEdit } from '../media/render-edit.ts';
import { type MadeStream, PutCounter } from './stream-making.ts';
import { editNamed, makeShownFiles, paintWaves, TEN_EDITS } from './ten-edits.ts';
import { WorkerFleet } from './worker-fleet.ts';

const SECONDS = 40;
const WORKERS = 3;
/** The seconds of a film that is long enough to lose a worker meanwhile. */
const LONG = 80;

describe.skipIf(!HAS_POSTGRES)('three workers and one render (SKIPPED where PostgreSQL is missing)', () => {
  let media: Awaited<ReturnType<typeof createMediaFolder>>;
  let fleet: WorkerFleet;
  /** The files that one process makes, by their length in seconds. */
  const alone = new Map<number, Promise<Buffer>>();

  beforeAll(async () => {
    media = await createMediaFolder();
    await makeShownFiles(media.path);
    await makeClip(media.path('film.mp4'), {
      width: 240,
      height: 136,
      clock: 25,
      keyframeEvery: 100,
      crf: 30,
      ticks: Array.from({ length: SECONDS * 25 }, (_, index) => index),
      sound: { samples: SECONDS * 48_000, wave: createBeeps([1, 14, 37], 0.3) },
      paint: paintWaves(0),
    });
    fleet = await WorkerFleet.start(media.path);
  });
  beforeEach(() => fleet.begin(WORKERS));
  afterAll(async () => {
    await fleet[Symbol.asyncDispose]();
    await media[Symbol.asyncDispose]();
  });

  const editOf = (seconds: number, src: string): object => ({
    timeline: {
      tracks: [
        { clips: [{ asset: { type: 'text', text: 'A title' }, start: 9, length: 3 }] },
        {
          clips: Array.from({ length: seconds / SECONDS }, (_, index) => ({
            asset: { type: 'video', src, volume: 0.5 },
            start: SECONDS * index,
            length: SECONDS,
            filter: ['boost', 'greyscale', 'negative'][index],
          })),
        },
      ],
    },
    output: { format: 'mp4', size: { width: 480, height: 270 }, fps: 25 },
  });
  async function makeAlone(edit: object): Promise<Buffer> {
    await renderEdit(edit, media.path('alone.mp4'));
    return await readFile(media.path('alone.mp4'));
  }
  async function expectFilm(found: Buffer, seconds: number): Promise<void> {
    if (!alone.has(seconds)) alone.set(seconds, makeAlone(editOf(seconds, media.path('film.mp4'))));
    expect(found.equals((await alone.get(seconds))!)).toBe(true);
  }

  it('make the same file as one process, to the byte, and fetch its source once', async () => {
    const id = await fleet.submit(editOf(SECONDS, fleet.url('film.mp4')));
    await expectFilm(await fleet.finish(id), SECONDS);
    expect(fleet.fetches['film.mp4']).toBe(1);
    const attempts = await fleet.listAttempts();
    expect(attempts.filter(({ kind }) => kind === 'render')).toHaveLength(1);
    expect(attempts.some(({ kind, outcome }) => kind === 'help' && outcome === 'done')).toBe(true);
    // All that belongs to the sharing is gone.
    expect(await fleet.database.tables.selectFrom('shared_stream').select('position').execute()).toEqual([]);
  });

  it.each(TEN_EDITS)('make the same file as one process, to the byte: %s', async (name) => {
    if (name.includes('HTML') && obstacle !== undefined) return;
    const id = await fleet.submit(editNamed(name, fleet.url));
    const found = await fleet.finish(id);
    const made = (await fleet.listMaking()).filter(({ event }) => event === 'made');
    const failed = (await fleet.listAttempts()).filter(({ outcome }) => outcome === 'again');
    expect(failed).toEqual([]);
    // Fewer would not be shared.
    expect(made.length).toBeGreaterThanOrEqual(4);
    expect(new Set(made.map(({ identity }) => identity)).size).toBe(made.length);
    expect(new Set(made.map(({ worker }) => worker)).size).toBeGreaterThanOrEqual(2);
    expect(found.equals(await makeAlone(editNamed(name, media.path)))).toBe(true);
  });

  /** Stops a worker at a random moment of a stream that it makes, and kills it. Returns what it was making. */
  async function killWorker(kind: string): Promise<readonly string[]> {
    // It works for some time at its first stream or at a later one.
    const [least, milliseconds] = [Math.random() < 0.5 ? 1 : 2, Math.random() * 400];
    let lost: readonly string[] = [];
    await waitUntil(async () => {
      const { rows } = await sql<{ pid: number; job: string }>`select worker.pid, attempt.job from attempt
        join worker on worker.id = attempt.worker
        where attempt.kind = ${kind} and attempt.ended is null and ${least} <= (
          select count(*) from making where making.job = attempt.job and event = 'claimed')`.execute(
        fleet.database.tables,
      );
      const [victim] = rows;
      if (!victim) return false;
      await wait(milliseconds);
      process.kill(victim.pid, 'SIGSTOP');
      lost = listUnfinished(await fleet.listMaking(), victim.job);
      process.kill(victim.pid, lost.length > 0 ? 'SIGKILL' : 'SIGCONT');
      return lost.length > 0;
    }, 60);
    return lost;
  }

  it.each(['the worker of the render', 'a helper'])(
    'finish it if %s dies, and make nothing twice but what it was making',
    async (who) => {
      const kind = who === 'a helper' ? 'help' : 'render';
      using puts = new PutCounter(fleet.segments);
      const id = await fleet.submit(editOf(LONG, fleet.url('film.mp4')));
      const lost = await killWorker(kind);
      // It makes one stream at a time.
      expect(lost).toHaveLength(1);
      await expectFilm(await fleet.finish(id), LONG);
      const making = await fleet.listMaking();
      // No other worker has begun a stream in vain.
      expect(listBegunAgain(making).filter((identity) => !lost.includes(identity))).toEqual([]);
      const streams = new Set(making.map(({ identity }) => identity));
      expect(streams.size).toBeGreaterThan(10);
      // The dead worker may have kept its last stream without reporting it.
      for (const identity of streams)
        expect(puts.of(identity), identity).toBeOneOf(lost.includes(identity) ? [1, 2] : [1]);
      const attempts = await fleet.listAttempts();
      expect(attempts.filter(({ outcome }) => outcome === 'lost').map((one) => one.kind)).toEqual([kind]);
      expect(attempts.filter((attempt) => attempt.kind === 'render')).toHaveLength(kind === 'help' ? 1 : 2);
    },
  );

  it('leave nothing of a render that is cancelled', async () => {
    const id = await fleet.submit(editOf(LONG, fleet.url('film.mp4')));
    await waitUntil(async () => new Set((await fleet.listMaking()).map(({ job }) => job)).size > 1, 60);
    await fleet.cancel(id);
    const { tables } = fleet.database;
    await waitUntil(async () => {
      const open = await tables.selectFrom('attempt').where('ended', 'is', null).select('id').execute();
      const shared = await tables.selectFrom('shared_output').select('id').execute();
      return open.length === 0 && shared.length === 0;
    }, 30);
    expect(await fleet.listRenderFolders()).toEqual([]);
  });
});

/** Returns the streams that a job has claimed and not made, and that another one has claimed afterwards. */
function listBegunAgain(making: readonly MadeStream[]): string[] {
  const claims = making.filter(({ event }) => event === 'claimed');
  const begunAgain = claims.filter(
    ({ identity, job }, place) =>
      claims.slice(place + 1).some((later) => later.identity === identity) &&
      listUnfinished(making, job).includes(identity),
  );
  return begunAgain.map(({ identity }) => identity);
}

/** Returns the streams that a job has claimed and not made. */
function listUnfinished(making: readonly MadeStream[], job: string): string[] {
  const own = making.filter((one) => one.job === job);
  const made = new Set(own.filter(({ event }) => event === 'made').map(({ identity }) => identity));
  return own.flatMap(({ event, identity }) => (event === 'claimed' && !made.has(identity) ? [identity] : []));
}
