import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { identifyProcess, type ProcessIdentity } from '../base/process/process-identity.ts';
import { type Database, openDatabase } from '../store/database.ts';
import type { AttemptTable } from '../store/schema.ts';
import { TEST_DATABASES, type TestDatabase, waitUntil } from '../store/test-databases.fixture.ts';
import { startBoss } from './boss.ts';
import { WorkerLease, type WorkerLeaseOptions } from './worker-lease.ts';

const HOME = '/nowhere/kinora';
const BEAT_MS = 20;
/** A machine that no process of this one can see. */
const ELSEWHERE: ProcessIdentity = { host: 'elsewhere', pid: 4711, start: 'boot/pid:[1]/100' };

describe.each(TEST_DATABASES)('leases on $name', ({ missing, start }) => {
  describe.skipIf(missing)('of workers', () => {
    let test: TestDatabase;
    let database: Database;
    let boss: PgBoss;
    let isEmbedded: boolean;
    beforeAll(async () => {
      test = await start();
      database = await openDatabase(test.location, SILENT);
      boss = await startBoss(database.engine, SILENT);
      isEmbedded = database.engine.kind === 'embedded';
    });
    afterAll(async () => {
      await boss.stop({ graceful: false });
      await database.close();
      await test.stop();
    });
    beforeEach(async () => {
      await sql`delete from pgboss.job`.execute(database.tables);
      await database.tables.deleteFrom('attempt').execute();
      await database.tables.deleteFrom('worker').execute();
    });

    function openLease(options: Partial<WorkerLeaseOptions> = {}): WorkerLease {
      const { engine } = database;
      // On an embedded database, a worker that starts takes over all others.
      const several = { engine: { ...engine, kind: 'postgres' } } as Pick<Database, 'engine'>;
      return new WorkerLease({
        boss,
        database: { ...database, ...several },
        log: SILENT,
        home: HOME,
        beatMs: BEAT_MS,
        ...options,
      });
    }

    async function take(lease: WorkerLease, subject = randomUUID()): Promise<string> {
      await boss.send('render', {});
      const [job] = await boss.fetch('render');
      const id = job?.id ?? '';
      const signal = await lease.begin({ job: id, queue: 'render', kind: 'render', subject, owner: 'o' });
      expect(signal?.aborted).toBe(false);
      return id;
    }
    async function findAttempt(job: string): Promise<Partial<AttemptTable> | undefined> {
      return await database.tables
        .selectFrom('attempt')
        .select(['outcome', 'code', 'reason', 'stages'])
        .where('job', '=', job)
        .executeTakeFirst();
    }
    async function countDeadLetters(): Promise<number> {
      return (await boss.findJobs('render-dead')).length;
    }
    /** Moves the last sign of life of a worker into the past. */
    async function silence(lease: WorkerLease, seconds: number): Promise<void> {
      await database.tables
        .updateTable('worker')
        .set({ seen: sql<Date>`now() - make_interval(secs => ${seconds})` })
        .where('id', '=', lease.id)
        .execute();
    }

    it('records the beginning and the end of an attempt', async () => {
      await using lease = openLease();
      await lease.start();
      const job = await take(lease);
      expect(await findAttempt(job)).toEqual({ outcome: null, code: null, reason: null, stages: null });
      await database.tables.transaction().execute(async (transaction) => {
        await boss.complete('render', job, undefined, { db: fromKysely(transaction) });
        await lease.end(transaction, job, { outcome: 'done', stages: { rendering: 20 } });
      });
      lease.release(job);
      expect(await findAttempt(job)).toMatchObject({ outcome: 'done', stages: '{"rendering":20}' });
    });

    it('does not begin a job that is no longer active', async () => {
      await using lease = openLease();
      await lease.start();
      const taken = {
        job: randomUUID(),
        queue: 'render',
        kind: 'render',
        subject: randomUUID(),
        owner: 'o',
      };
      expect(await lease.begin(taken)).toBeUndefined();
    });

    it('takes over the jobs of a predecessor at once', async () => {
      const own = await identifyProcess();
      const dead = openLease({ identity: { ...own, start: `${own.start}0` }, beatMs: 60_000 });
      await dead.start();
      const job = await take(dead);
      const failed: string[] = [];
      await using lease = openLease({ identity: own, onFailed: (queue) => failed.push(queue) });
      await lease.start();
      const reason = `The process of the worker ${dead.name} has ended.`;
      expect(await findAttempt(job)).toMatchObject({ outcome: 'lost', code: 'worker_lost', reason });
      expect(await countDeadLetters()).toBe(1);
      expect(failed).toEqual(['render']);
    });

    it('leaves the jobs of a living worker on another machine alone', async () => {
      const other = openLease({ identity: ELSEWHERE, beatMs: 60_000 });
      await other.start();
      const job = await take(other);
      await silence(other, 9);
      await using lease = openLease();
      await lease.start();
      await waitForBeats(database, lease, 4);
      expect(await findAttempt(job)).toMatchObject({ outcome: null });
      await other[Symbol.asyncDispose]();
    });

    it('does not judge others before it has had steady contact for a while', async () => {
      const other = openLease({ identity: ELSEWHERE, beatMs: 60_000 });
      await other.start();
      const job = await take(other);
      await silence(other, 3600);
      await using lease = openLease();
      await lease.start();
      await waitForBeats(database, lease, 4);
      expect(await findAttempt(job)).toMatchObject({ outcome: null });
      await other[Symbol.asyncDispose]();
    });

    it('takes over a silent worker after steady contact, and that worker registers again', async () => {
      const stalled = openLease({ identity: ELSEWHERE });
      await stalled.start();
      const subject = randomUUID();
      await boss.send('render', {});
      const [{ id: job } = { id: '' }] = await boss.fetch('render');
      const taken = { job, queue: 'render', kind: 'render', subject, owner: 'o' };
      const lost = await stalled.begin(taken);
      await using lease = openLease({ steadyMs: 0, deadSeconds: -1 });
      await lease.start();
      await waitUntil(async () => (await findAttempt(job))?.outcome === 'lost');
      expect((await findAttempt(job))?.reason).toMatch(/^The worker elsewhere:4711 was not seen since 20/);
      await waitUntil(() => lost?.aborted === true);
      await lease[Symbol.asyncDispose]();
      await waitUntil(
        async () => (await database.tables.selectFrom('worker').select('id').execute()).length === 1,
      );
      // Records of the stalled worker have no effect.
      await database.tables.transaction().execute(async (transaction) => {
        await stalled.end(transaction, job, { outcome: 'done' });
      });
      expect(await findAttempt(job)).toMatchObject({ outcome: 'lost' });
      await stalled[Symbol.asyncDispose]();
    });

    it('fails a job that it no longer works on', async () => {
      await using lease = openLease();
      await lease.start();
      const job = await take(lease);
      lease.release(job);
      await waitUntil(async () => (await findAttempt(job))?.outcome === 'lost');
      expect(await countDeadLetters()).toBe(1);
    });

    it('fails a job that no attempt holds', async () => {
      await boss.send('render', {}, { group: { id: 'owner' } });
      await boss.send('render', {}, { group: { id: 'owner' } });
      await boss.fetch('render');
      await sql`update pgboss.job set started_on = now() - interval '11 s' where state = 'active'`.execute(
        database.tables,
      );
      await boss.fetch('render');
      await using lease = openLease({ steadyMs: 0 });
      await lease.start();
      await waitUntil(async () => (await countDeadLetters()) === 1);
    });

    it('ends its open attempts when it stops', async () => {
      const lease = openLease();
      await lease.start();
      const job = await take(lease);
      await lease[Symbol.asyncDispose]();
      expect(await findAttempt(job)).toMatchObject({ outcome: 'lost' });
      expect(await database.tables.selectFrom('worker').selectAll().execute()).toEqual([]);
    });

    it('takes over everything on an embedded database', async ({ skip }) => {
      skip(!isEmbedded, 'other workers may use the same PostgreSQL');
      const dead = openLease({ identity: ELSEWHERE, beatMs: 60_000 });
      await dead.start();
      const job = await take(dead);
      await boss.send('render', {});
      await boss.fetch('render');
      await using lease = openLease({ database });
      await lease.start();
      expect(await findAttempt(job)).toMatchObject({ outcome: 'lost' });
      expect(await countDeadLetters()).toBe(2);
    });
  });
});

async function waitForBeats({ tables }: Database, { id }: WorkerLease, beats: number): Promise<void> {
  for (let beat = 0; beat < beats; beat++) {
    const before = await sql`select seen from worker where id = ${id}::uuid`.execute(tables);
    await waitUntil(async () => {
      const { rows } = await sql`select seen from worker where id = ${id}::uuid`.execute(tables);
      return JSON.stringify(rows) !== JSON.stringify(before.rows);
    });
  }
}
