import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SILENT } from '../../base/logger.ts';
import type { RunAdminOperation } from '../../operations/admin-operations.ts';
import { openQueue, type Queue } from '../../jobs/queue.ts';
import { addAccount, ensureFirstAccount, findAccounts, type Owners } from '../../store/accounts/accounts.ts';
import { beginAssets, failUnfinishedAssets } from '../../store/assets.ts';
import { beginAttempt, setFailed, setProgress } from '../../store/attempts.ts';
import { type Database, openDatabase } from '../../store/database.ts';
import { finishRender } from '../../store/finish-render.fixture.ts';
import { findPendingDeletions } from '../../store/pending-deletions.ts';
import { findAttempts, findOpenAttempts, loseAttempts, sweepAttempts } from '../../store/queue/attempts.ts';
import { toRenderStages } from '../../store/queue/render-stages.ts';
import { cancelRender, deleteRender, findRender, listRenders } from '../../store/renders.ts';
import type { AttemptOutcome } from '../../store/schema.ts';
import { TEST_DATABASES, type TestDatabase } from '../../store/test-databases.fixture.ts';
import { testParts } from '../administration-parts.fixture.ts';
import { createAdministration } from '../operations.ts';
import { createRenderControl } from './render-control.ts';

const EDIT = JSON.stringify({
  timeline: { tracks: [{ clips: [{ asset: { type: 'text' } }, { asset: { type: 'video' } }] }] },
  output: { format: 'mp4', resolution: 'hd', fps: 25, destinations: [{ provider: 's3' }] },
});

const NOW = Date.now();
/** Returns a time before the start of this file, so that differences are exact. */
const ago = (seconds: number): Date => new Date(NOW - seconds * 1000);

describe.each(TEST_DATABASES)('the operator on $name', ({ missing, start }) => {
  describe.skipIf(missing)('can', () => {
    let test: TestDatabase;
    let database: Database;
    let tables: Database['tables'];
    let queue: Queue;
    let first: Owners;
    let acme: Owners;
    let run: RunAdminOperation;
    beforeAll(async () => {
      test = await start();
      database = await openDatabase(test.location, SILENT);
      ({ tables } = database);
      first = await ensureFirstAccount(tables);
      await addAccount(tables, 'acme');
      acme = (await findAccounts(tables, 'acme'))[0]!.owners;
      queue = await openQueue(database, { log: SILENT });
      const openRenderControl = () => Promise.resolve(createRenderControl(queue));
      run = createAdministration(tables, testParts({ openRenderControl }));
    });
    afterEach(async () => {
      for (const table of ['attempt', 'asset', 'callback', 'render', 'unwanted_file', 'pgboss.job'])
        await sql`delete from ${sql.table(table)}`.execute(tables);
    });
    afterAll(async () => {
      await queue.stop();
      await database.close();
      await test.stop();
    });

    async function submit(owner: string, callback?: string): Promise<string> {
      const id = uuid();
      const render = { id, owner, stage: 'v1', edit: EDIT, dialect: 'interface', callback } as const;
      await queue.renders.submit(render);
      return id;
    }
    async function fail(id: string, code = 'asset_not_found'): Promise<void> {
      const attempt = (await beginAttempt(tables, id))!;
      await setFailed(tables, attempt, 'The file was not found.', code);
      await sql`delete from pgboss.job where data ->> 'id' = ${id}`.execute(tables);
    }
    /** Writes an attempt as a worker does. @param seconds times before now, of its start and its end. */
    async function addAttempt(
      subject: string,
      outcome: AttemptOutcome | null,
      { kind = 'render', stages = null as object | null, began = 10, ended = 0, worker = uuid() } = {},
    ): Promise<void> {
      await tables
        .insertInto('attempt')
        .values({
          job: uuid(),
          queue: kind,
          kind,
          subject,
          owner: first.v1,
          worker,
          outcome,
          worker_name: 'films:7',
          code: outcome === 'lost' ? 'worker_lost' : null,
          reason: outcome === 'lost' ? 'The worker films:7 died.' : null,
          started: ago(began),
          ended: outcome === null ? null : ago(ended),
          stages: stages === null ? null : JSON.stringify(stages),
        })
        .execute();
    }
    const jobsOf = async (id: string) =>
      (
        await sql`select name from pgboss.job where data ->> 'id' = ${id} and state = 'created'`.execute(
          tables,
        )
      ).rows.length;

    it('list renders of all accounts, newest first', async () => {
      const [one, two] = [await submit(first.v1), await submit(acme.v1)];
      await fail(two);
      const all = await run('listRenders', { limit: 5 });
      expect(all.map(({ id, account, status }) => [id, account, status])).toEqual([
        [two, 'acme', 'failed'],
        [one, 'first', 'queued'],
      ]);
      expect(all[0]).toMatchObject({ code: 'asset_not_found', error: 'The file was not found.' });
      const idsOf = async (query: object) =>
        (await run('listRenders', { limit: 5, ...query })).map(({ id }) => id);
      expect(await idsOf({ account: 'first' })).toEqual([one]);
      expect(await idsOf({ owner: acme.v1 })).toEqual([two]);
      expect(await idsOf({ status: 'done' })).toEqual([]);
      expect(await idsOf({ limit: 1 })).toEqual([two]);
      await expect(run('listRenders', { limit: 1, account: 'nobody' })).rejects.toThrow(
        'There is no account',
      );
      await expect(run('listRenders', { limit: 1, owner: 'nobody' })).rejects.toThrow(
        'There is no owner "nobody". Run "kinora accounts list"',
      );
      await expect(run('listRenders', { limit: 1, account: 'first', owner: acme.v1 })).rejects.toThrow(
        `The account "first" does not have the owner "${acme.v1}".`,
      );
    });

    it('see everything about a render, by the beginning of its id', async () => {
      const id = await submit(first.v1, 'https://user:secret@example.com/hook?token=secret');
      await addAttempt(id, 'lost', { began: 90, ended: 60 });
      await addAttempt(id, null);
      const report = await run('showRender', { id: id.slice(0, 35) });
      expect(report).toMatchObject({
        id,
        account: 'first',
        owner: first.v1,
        status: 'queued',
        attempts: 2,
        callback: 'https://example.com/hook',
        edit: { tracks: 1, clips: 2, assets: { text: 1, video: 1 }, output: 'mp4, hd, 25 fps' },
        lastAttempts: [
          { worker: 'films:7', outcome: 'lost', code: 'worker_lost', reason: 'The worker films:7 died.' },
          { outcome: null, ended: null },
        ],
      });
      expect(report.edit.destinations).toEqual(['s3']);
      expect(await run('showRender', { id: id.replaceAll('-', '').toUpperCase() })).toMatchObject({ id });
      await submit(first.v1);
      await expect(run('showRender', { id: '0' })).rejects.toThrow('More than one render begins with "0"');
      for (const unknown of [uuid(), 'x', '', '%'])
        await expect(run('showRender', { id: unknown })).rejects.toThrow(`There is no render "${unknown}".`);
    });

    it('retry failed renders, and no others', async () => {
      const [failed, waiting, done] = [
        await submit(first.v1, 'https://example.com/hook'),
        await submit(first.v1),
        await submit(first.v1),
      ];
      await fail(failed);
      await finishRender(tables, (await beginAttempt(tables, done))!, { output: `v1/me/${done}.mp4` });
      const file = {
        owner: first.v1,
        stage: 'v1',
        render: failed,
        part: 'output',
        filename: 'f.mp4',
      } as const;
      await beginAssets(tables, [{ ...file, file: 'v1/me/f.mp4' }]);
      await failUnfinishedAssets(tables, failed);
      const before = (
        await tables.selectFrom('render').select('attempt').where('id', '=', failed).execute()
      )[0]!;
      const results = await run('retryRenders', { ids: [failed, waiting, done, 'x'] });
      expect(results.map(({ id, problem }) => [id, problem])).toEqual([
        [failed, null],
        [waiting, expect.stringContaining('has not ended: its status is queued.')],
        [done, `Only a failed render can be queued again. The render ${done} is done.`],
        [null, expect.stringContaining('There is no render "x".')],
      ]);
      expect(await findRender(tables, first.v1, failed)).toMatchObject({
        status: 'queued',
        error: null,
        code: null,
        progress: 0,
      });
      expect(await jobsOf(failed)).toBe(1);
      expect(await findPendingDeletions(tables, 9)).toEqual([]);
      expect((await run('showRender', { id: failed })).retried).not.toBeNull();
      // A worker that still works on the earlier attempt can no longer write.
      expect(await setFailed(tables, { id: failed, attempt: before.attempt }, 'Late')).toBe(false);
      expect((await run('retryRenders', { ids: [failed] }))[0]!.problem).toContain('has not ended');
      expect(await jobsOf(failed)).toBe(1);
    });

    it('cancel unfinished renders of any owner, and their clients learn it', async () => {
      const [waiting, failed] = [await submit(acme.v1, 'https://example.com/hook'), await submit(first.v1)];
      await fail(failed);
      const results = await run('cancelRenders', { ids: [waiting, failed] });
      expect(results).toEqual([
        { given: waiting, id: waiting, account: 'acme', problem: null },
        {
          given: failed,
          id: failed,
          account: null,
          problem: `The render ${failed} has already failed, so it cannot be cancelled.`,
        },
      ]);
      expect(await findRender(tables, acme.v1, waiting)).toMatchObject({
        status: 'failed',
        error: 'Cancelled',
        code: 'cancelled',
      });
      const { callbacks } = await run('showRender', { id: waiting });
      expect(callbacks).toMatchObject([{ event: 'edit/render', status: 'waiting', attempts: 0 }]);
    });

    it('see the queues by account, the workers and what is wrong', async () => {
      await run('setAccountShare', { name: 'acme', share: 3 });
      await submit(acme.v1);
      await submit(acme.v1);
      const running = await submit(first.v1);
      const [alive, dead] = [uuid(), uuid()];
      const worker = { host: 'films', home: '/h', pid: 7, process_start: null };
      await tables
        .insertInto('worker')
        .values([
          {
            ...worker,
            id: dead,
            name: 'films:6',
            slots: null,
            problem: null,
            started: ago(99),
            seen: ago(60),
          },
          { ...worker, id: alive, name: 'films:7', slots: 2, problem: 'The disk is full.', started: ago(9) },
        ])
        .execute();
      await addAttempt(running, null, { worker: alive });
      await addAttempt(running, 'lost');
      const report = await run('showQueue', {});
      // The queue of an embedded database has a worker of its own, although it takes no work in this test.
      const isAlone = database.engine.kind === 'postgres';
      const workers = report.workers.filter(({ name }) => name.startsWith('films'));
      const renders = report.queues.find(({ queue: name }) => name === 'render')!;
      expect(renders).toMatchObject({ waiting: 3, running: 0, later: 0 });
      expect(renders.oldestMs).toBeGreaterThanOrEqual(0);
      expect(renders.owners.map(({ account, share, waiting }) => [account, share, waiting])).toEqual([
        ['acme', 3, 2],
        ['first', 1, 1],
      ]);
      expect(workers.map(({ name, alive: lives, slots }) => [name, lives, slots])).toEqual([
        ['films:6', false, null],
        ['films:7', true, 2],
      ]);
      expect(workers[1]!.holds).toMatchObject([{ kind: 'render', subject: running, account: 'first' }]);
      expect(report.problems).toEqual([
        'films:7: The disk is full.',
        'In the last 5 minutes, 1 attempt lost its worker (worker_lost). The worker films:7 died.',
      ]);
      await tables.deleteFrom('worker').where('id', 'in', [alive, dead]).execute();
      const { problems } = await run('showQueue', {});
      expect(problems.some((problem) => problem.startsWith('No worker is running'))).toBe(isAlone);
    });

    it('see how many segments were kept from earlier renders', async () => {
      expect((await run('showQueue', {})).segments).toEqual({ reused: 0, made: 0 });
      const finish = async (segments?: { reused: number; made: number }): Promise<string> => {
        const attempt = (await beginAttempt(tables, await submit(first.v1)))!;
        await finishRender(tables, attempt, { output: `v1/me/${attempt.id}.mp4` }, { segments });
        return attempt.id;
      };
      const [some, none, old] = [
        await finish({ reused: 5, made: 1 }),
        await finish(),
        await finish({ reused: 9, made: 9 }),
      ];
      await finish({ reused: 0, made: 6 });
      await tables
        .updateTable('render')
        .set({ updated: ago(86_500) })
        .where('id', '=', old)
        .execute();
      expect((await run('showQueue', {})).segments).toEqual({ reused: 5, made: 7 });
      expect((await run('showRender', { id: some })).segments).toEqual({ reused: 5, made: 1 });
      expect((await run('showRender', { id: none })).segments).toBeNull();
    });

    it('give accounts a share from 1 to 100', async () => {
      expect(await run('setAccountShare', { name: 'acme', share: 5 })).toMatchObject({ share: 5 });
      expect((await run('listAccounts', {})).map(({ name, share }) => [name, share])).toEqual([
        ['first', 1],
        ['acme', 5],
      ]);
      for (const share of [0, 101, 1.5])
        await expect(run('setAccountShare', { name: 'acme', share })).rejects.toThrow(
          'whole number from 1 to 100',
        );
      await expect(run('setAccountShare', { name: 'x', share: 2 })).rejects.toThrow(
        'There is no account "x".',
      );
    });

    it('see the stage times of the last attempt that tells them', async () => {
      const id = await submit(first.v1);
      const stagesOf = async () => toRenderStages((await findRender(tables, first.v1, id))!.stages);
      expect(await stagesOf()).toBeUndefined();
      await tables
        .updateTable('render')
        .set({ created: ago(100) })
        .execute();
      await addAttempt(id, 'again', { began: 90, ended: 60, stages: { rendering: 7.6, fetching: 3 } });
      const failed = await stagesOf();
      expect(failed).toEqual({ queued: 10_000, fetching: 3, rendering: 8 });
      expect(Object.keys(failed!)).toEqual(['queued', 'fetching', 'rendering']);
      // An attempt that lost its worker has none.
      await addAttempt(id, 'lost', { began: 50, ended: 40 });
      expect(await stagesOf()).toEqual(failed);
      await addAttempt(id, null, { began: 10 });
      expect(await stagesOf()).toEqual({ queued: 30_000 });
      await tables
        .updateTable('render')
        .set({ retried: ago(15) })
        .execute();
      const [listed] = await listRenders(tables, first.v1, { limit: 1 });
      expect(toRenderStages(listed!.stages)).toEqual({ queued: 5_000 });
    });

    it('see the stage times so far, which stay if the worker dies or the render is cancelled', async () => {
      const id = await submit(first.v1);
      const stagesOf = async () => toRenderStages((await findRender(tables, first.v1, id))!.stages);
      const begin = async () => {
        const worker = uuid();
        await addAttempt(id, null, { worker });
        return { worker, attempt: (await beginAttempt(tables, id))! };
      };
      const { worker, attempt } = await begin();
      const progress = { status: 'rendering', progress: 0.5, eta: 1 } as const;
      await setProgress(tables, attempt, { ...progress, stages: { fetching: 3, rendering: 40 } });
      await setProgress(tables, attempt, { ...progress, stages: { fetching: 3, rendering: 1040 } });
      expect(await stagesOf()).toMatchObject({ fetching: 3, rendering: 1040 });
      const open = await findOpenAttempts(tables, worker);
      await tables.transaction().execute((transaction) => loseAttempts(transaction, open, 'It died.'));
      const [lost] = (await run('showRender', { id })).lastAttempts;
      expect(lost).toMatchObject({ outcome: 'lost', stages: { fetching: 3, rendering: 1040 } });

      const { attempt: next } = await begin();
      // The dead one may only seem dead.
      expect(await setProgress(tables, attempt, { ...progress, stages: { fetching: 9 } })).toBe(false);
      await setProgress(tables, next, { ...progress, stages: { fetching: 5 } });
      await tables.transaction().execute((transaction) => cancelRender(transaction, first.v1, id));
      expect(await setProgress(tables, next, { ...progress, stages: { fetching: 6 } })).toBe(false);
      expect(await stagesOf()).toMatchObject({ fetching: 5 });
    });

    it('rely on attempts to go with their subjects', async () => {
      const [kept, deleted, gone, source] = [await submit(first.v1), await submit(first.v1), uuid(), uuid()];
      await fail(deleted);
      for (const id of [kept, deleted])
        await addAttempt(id, 'done', { ended: 30 * 86_400, began: 30 * 86_400 });
      await deleteRender(tables, deleted);
      await addAttempt(gone, 'done');
      await addAttempt(source, 'done', { kind: 'source', began: 8 * 86_400, ended: 8 * 86_400 });
      await addAttempt(source, 'done', { kind: 'source' });
      await sweepAttempts(tables, 100);
      const left = async (id: string) => (await findAttempts(tables, id, 9)).length;
      expect([await left(kept), await left(deleted), await left(gone), await left(source)]).toEqual([
        1, 0, 0, 1,
      ]);
    });
  });
});
