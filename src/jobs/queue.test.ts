import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { ensureFirstAccount } from '../store/accounts.ts';
import { abandonRender } from '../store/attempts.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { TEST_DATABASES, type TestDatabase, waitUntil } from '../store/test-databases.fixture.ts';
import { findRender, type NewRender } from '../store/renders.ts';
import { RENDER_QUEUE, startBoss } from './boss.ts';
import { delayBeforeAttempt } from '../callbacks/schedule.ts';
import type { CallbackHandlers } from './callback-queue.ts';
import { openQueue, type Queue, type RenderJob } from './queue.ts';

function handlersOf(attempt: CallbackHandlers['attempt']): CallbackHandlers {
  return { attempt, delayBefore: delayBeforeAttempt };
}

describe.each(TEST_DATABASES)('the queue on $name', ({ missing, start }) => {
  describe.skipIf(missing)('with workers', () => {
    let test: TestDatabase;
    let database: Database;
    let owner: string;
    let other: string;
    beforeAll(async () => {
      test = await start();
      database = await openDatabase(test.location, SILENT);
      ({ v1: owner, stage: other } = await ensureFirstAccount(database.tables));
    });
    afterAll(async () => {
      await database.close();
      await test.stop();
    });

    function newRender(): NewRender {
      return { id: uuid(), owner, stage: 'v1', edit: '{}', dialect: 'interface' };
    }
    async function withQueue(work: (queue: Queue) => Promise<void>, maxWaiting?: number): Promise<void> {
      const queue = await openQueue(database, {
        log: SILENT,
        ...(maxWaiting !== undefined && { maxWaiting }),
      });
      try {
        await work(queue);
      } finally {
        await queue.stop();
      }
    }
    /** Enqueues a callback for a subject of its own and returns its id. */
    async function enqueueCallback(queue: Queue, url: string, whose = owner): Promise<string> {
      const callback = { id: uuid(), owner: whose, subject: uuid(), event: 'edit/render', url, body: '{}' };
      await database.tables
        .transaction()
        .execute((transaction) => queue.callbacks.enqueue(transaction, [callback]));
      return callback.id;
    }
    async function countJobs(render: string): Promise<number> {
      const { rows } = await sql`select from pgboss.job where data->>'render' = ${render}`.execute(
        database.tables,
      );
      return rows.length;
    }
    /** Puts a job into the state in which a process that dies leaves it. */
    async function leaveActive(render: string, tries: number): Promise<void> {
      await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now(),
        data = jsonb_set(data, '{tries}', to_jsonb(${tries}::int)) where data->>'render' = ${render}`.execute(
        database.tables,
      );
    }

    it('accepts a job in a transaction right after opening, and starts it immediately', () =>
      withQueue(async (queue) => {
        const taken: RenderJob[] = [];
        const render = newRender();
        await queue.submit(render);
        await queue.startWorkers(1, (job) => Promise.resolve(void taken.push(job)));
        await waitUntil(() => taken.length === 1);
        expect(taken[0]).toMatchObject({ render: render.id, isLastTry: false });
        const next = newRender();
        await queue.submit(next);
        await waitUntil(() => taken.length === 2);
        expect(taken[1]).toMatchObject({ render: next.id });
      }));

    it('writes a render and its job together or neither', () =>
      withQueue(async (queue) => {
        const render = newRender();
        await queue.submit(render);
        await expect(queue.submit(render)).rejects.toThrow();
        expect(await countJobs(render.id)).toBe(1);
        const stranger = { ...newRender(), owner: 'nobody' };
        await expect(queue.submit(stranger)).rejects.toThrow();
        expect(await countJobs(stranger.id)).toBe(0);
        await queue.startWorkers(1, async (job) => {
          await abandonRender(database.tables, job.render, 'taken');
        });
        await waitUntil(
          async () => (await findRender(database.tables, owner, render.id))?.status === 'failed',
        );
      }));

    it('refuses a render beyond its limit', async () => {
      await sql`update render set status = 'done'`.execute(database.tables);
      await withQueue(async (queue) => {
        const first = newRender();
        await queue.submit(first);
        const refused = newRender();
        await expect(queue.submit(refused)).rejects.toMatchObject({ code: 'queue_full', status: 503 });
        expect(await findRender(database.tables, owner, refused.id)).toBeUndefined();
        expect(await countJobs(refused.id)).toBe(0);
        await abandonRender(database.tables, first.id, 'make room');
        await queue.submit(newRender());
        let taken = 0;
        await queue.startWorkers(1, () => Promise.resolve(taken++).then(() => undefined));
        await waitUntil(() => taken === 2);
      }, 1);
    });

    it("sends an owner's callbacks while most of its receivers never respond", () =>
      withQueue(async (queue) => {
        const [hanging, gate] = [new Set<string>(), Promise.withResolvers<undefined>()];
        const begun: string[] = [];
        await queue.callbacks.startWorkers(
          handlersOf(async ({ callback }) => {
            begun.push(callback);
            if (hanging.has(callback)) await gate.promise;
            return undefined;
          }),
        );
        for (let index = 0; index < 30; index++)
          hanging.add(await enqueueCallback(queue, `http://127.0.0.1:1/${index}`));
        const fast = await enqueueCallback(queue, 'http://127.0.0.1:2/');
        await waitUntil(() => begun.includes(fast));
        const next = await enqueueCallback(queue, 'http://127.0.0.1:1/', other);
        await waitUntil(() => begun.includes(next));
        gate.resolve(undefined);
        await waitUntil(() => begun.length === 32);
      }));

    it('holds callbacks for a receiver that never responds back, and sends those for others', () =>
      withQueue(async (queue) => {
        const [hanging, gate] = [new Set<string>(), Promise.withResolvers<undefined>()];
        const begun: string[] = [];
        for (let index = 0; index < 60; index++)
          hanging.add(await enqueueCallback(queue, `http://127.0.0.1:1/${index}`));
        const fast = await enqueueCallback(queue, 'http://127.0.0.1:2/');
        const next = await enqueueCallback(queue, 'http://127.0.0.1:1/', other);
        await queue.callbacks.startWorkers(
          handlersOf(async ({ callback }) => {
            begun.push(callback);
            if (hanging.has(callback)) await gate.promise;
            return undefined;
          }),
        );
        await waitUntil(() => begun.includes(fast) && begun.includes(next));
        expect(begun.length).toBeLessThan(60);
        gate.resolve(undefined);
        await waitUntil(() => begun.length === 62);
      }));

    it('makes first attempts at callbacks before retries', async () => {
      const failed = { code: 503, error: 'The receiver responded with the status 503.', took: 1 };
      await withQueue(async (queue) => {
        for (let index = 0; index < 20; index++) await enqueueCallback(queue, 'http://127.0.0.1:1/');
        let tried = 0;
        await queue.callbacks.startWorkers(handlersOf(() => Promise.resolve(failed).finally(() => tried++)));
        await waitUntil(() => tried === 20);
      });
      await withQueue(async (queue) => {
        await sql`update pgboss.job set start_after = now() where name = 'callback'`.execute(database.tables);
        const first: string[] = [];
        for (let index = 0; index < 8; index++)
          first.push(await enqueueCallback(queue, 'http://127.0.0.1:1/'));
        const [begun, gate] = [[] as string[], Promise.withResolvers<undefined>()];
        await queue.callbacks.startWorkers(
          handlersOf(async ({ callback }) => {
            begun.push(callback);
            await gate.promise;
            return undefined;
          }),
        );
        await waitUntil(() => begun.length === 28);
        gate.resolve(undefined);
        expect(begun.slice(0, 8).sort()).toEqual(first.sort());
      });
    });

    it('takes many callbacks and copies without pauses, but only a few of one owner at a time', () =>
      withQueue(async (queue) => {
        const [all, ofOne] = [100, { callbacks: 32, copies: 4 }];
        const [sent, copied, most] = [new Set<string>(), new Set<string>(), { now: 0, ever: 0 }];
        const hold = async () => {
          most.ever = Math.max(most.ever, ++most.now);
          await wait(5);
          most.now--;
        };
        for (let index = 0; index < all; index++) {
          await queue.callbacks.resend({ id: uuid(), owner, url: 'http://127.0.0.1:1/' });
          await database.tables
            .transaction()
            .execute((transaction) =>
              queue.copies.enqueue(transaction, { kind: 'asset', id: uuid(), owner }),
            );
        }
        await queue.callbacks.startWorkers(
          handlersOf(async ({ callback }) => {
            await hold();
            sent.add(callback);
            return undefined;
          }),
        );
        await waitUntil(() => sent.size === all);
        expect(most.ever).toBeLessThanOrEqual(ofOne.callbacks);
        most.ever = 0;
        const attempt = async ({ id }: { id: string }) => {
          await hold();
          copied.add(id);
          return () => Promise.resolve();
        };
        await queue.copies.startWorkers({ attempt, abandon: () => Promise.resolve() });
        await waitUntil(() => copied.size === all);
        expect(most.ever).toBeLessThanOrEqual(ofOne.copies);
      }));

    it('accepts as many simultaneous renders as there is room for, and then a large one', async () => {
      await sql`update render set status = 'done'`.execute(database.tables);
      await withQueue(async (queue) => {
        const renders = Array.from({ length: 8 }, newRender);
        const settled = await Promise.allSettled(renders.map((render) => queue.submit(render)));
        const refused = settled.filter((outcome) => outcome.status === 'rejected');
        expect(refused).toHaveLength(3);
        for (const { reason } of refused) expect(reason).toMatchObject({ code: 'queue_full' });
        for (const [index, { id }] of renders.entries()) {
          const accepted = settled[index]?.status === 'fulfilled';
          expect(await countJobs(id)).toBe(accepted ? 1 : 0);
          expect((await findRender(database.tables, owner, id)) !== undefined).toBe(accepted);
        }
        const large = { ...newRender(), edit: JSON.stringify('x'.repeat(200_000)) };
        await expect(queue.submit(large)).rejects.toMatchObject({ code: 'queue_full' });
        await sql`update render set status = 'done'`.execute(database.tables);
        await queue.submit(large);
        let taken = 0;
        await queue.startWorkers(1, () => Promise.resolve(taken++).then(() => undefined));
        await waitUntil(() => taken === 6);
      }, 5);
    });

    it('retries a job until it is done', () =>
      withQueue(async (queue) => {
        const attempts: boolean[] = [];
        await queue.onDeadLetter(() => Promise.resolve());
        await queue.startWorkers(1, (job) => {
          attempts.push(job.isLastTry);
          return attempts.length === 1 ? Promise.reject(new Error('try again')) : Promise.resolve();
        });
        await queue.submit(newRender());
        await waitUntil(() => attempts.length === 2);
        expect(attempts).toEqual([false, false]);
      }));

    it('lets a worker that was declared dead complete nothing of the worker that took over', () =>
      withQueue(async (queue) => {
        await sql`update render set status = 'done'`.execute(database.tables);
        const [returns, throws, givesBack] = [newRender(), newRender(), newRender()];
        const late = new Map<string, (job: RenderJob) => Promise<void>>([
          [returns.id, () => Promise.resolve()],
          [throws.id, () => Promise.reject(new Error('too late'))],
          [givesBack.id, (job) => database.tables.transaction().execute((trx) => queue.requeue(trx, job))],
        ]);
        const [lost, ended] = [Promise.withResolvers(), Promise.withResolvers()];
        const taken: RenderJob[] = [];
        await queue.startWorkers(6, async (job) => {
          taken.push(job);
          const finish = late.get(job.render);
          if (finish === undefined) return;
          await (job.tries === 1 ? lost : ended).promise;
          if (job.tries === 1) await finish(job);
        });
        for (const render of [returns, throws, givesBack]) await queue.submit(render);
        await waitUntil(() => taken.length === 3);
        await loseHeartbeats();
        await queue.onDeadLetter(() => Promise.resolve());
        await waitUntil(() => taken.length === 6);
        lost.resolve(0);
        // The three late workers take other work only after the queue has processed how they ended.
        const others = [newRender(), newRender(), newRender()];
        for (const render of others) await queue.submit(render);
        await waitUntil(() => taken.length === 9);
        for (const { id } of [returns, throws, givesBack]) {
          expect(await jobStates(id)).toEqual(['active', 'failed']);
          expect(await queue.findOrphaned()).not.toContain(id);
        }
        ended.resolve(0);
        await waitUntil(async () => (await activeJobs()) === 0);
      }));
    /** Makes the queue declare all workers dead, as it does if their heartbeats are overdue. */
    async function loseHeartbeats(): Promise<void> {
      await sql`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`.execute(
        database.tables,
      );
      await sql`update pgboss.queue set monitor_on = null`.execute(database.tables);
      const boss = await startBoss(database.engine, SILENT);
      await boss.supervise(RENDER_QUEUE);
      await boss.stop();
    }
    /** Returns the states of the jobs of a render in alphabetical order. */
    async function jobStates(render: string): Promise<string[]> {
      const { rows } = await sql<{ state: string }>`select state from pgboss.job
        where name = 'render' and data->>'render' = ${render} order by state::text`.execute(database.tables);
      return rows.map(({ state }) => state);
    }

    it('runs as many jobs at the same time as it has workers', () =>
      withQueue(async (queue) => {
        let running = 0;
        let most = 0;
        const done: string[] = [];
        const renders = [newRender(), newRender(), newRender(), newRender(), newRender()];
        for (const render of renders) await queue.submit(render);
        await queue.startWorkers(2, async ({ render }) => {
          most = Math.max(most, ++running);
          await new Promise((resolve) => setTimeout(resolve, 100));
          running--;
          done.push(render);
        });
        await waitUntil(() => done.length === renders.length);
        expect(most).toBe(2);
        expect(done.toSorted()).toEqual(renders.map(({ id }) => id).toSorted());
      }));

    it('gives a job that a stopping process gave back to the next process', async () => {
      const render = newRender();
      await withQueue(async (queue) => {
        const reasons: unknown[] = [];
        await queue.startWorkers(1, async (job) => {
          // The job is active in the database slightly before this handler runs.
          if (!job.signal.aborted)
            await new Promise((resolve) => job.signal.addEventListener('abort', resolve));
          reasons.push(job.signal.reason);
          await database.tables.transaction().execute((transaction) => queue.requeue(transaction, job));
        });
        await queue.submit(render);
        await waitUntil(async () => (await activeJobs()) === 1);
        await queue.stop();
        expect(reasons).toMatchObject([{ code: 'stopping' }]);
        await expect(queue.submit(newRender())).rejects.toMatchObject({ code: 'stopping' });
      });
      await withQueue(async (queue) => {
        const taken: RenderJob[] = [];
        await queue.startWorkers(1, (job) => Promise.resolve(void taken.push(job)));
        await waitUntil(() => taken.length === 1);
        expect(taken[0]).toMatchObject({ render: render.id, isLastTry: false });
      });
    });
    async function activeJobs(): Promise<number> {
      const { rows } = await sql`select from pgboss.job where name = 'render' and state = 'active'`.execute(
        database.tables,
      );
      return rows.length;
    }

    it.skipIf(start !== TEST_DATABASES[0].start)(
      'gives the jobs of a dead process to the next one immediately, but not endlessly',
      async () => {
        const survivor = newRender();
        const killer = newRender();
        await withQueue(async (queue) => {
          await queue.submit(survivor);
          await queue.submit(killer);
          await leaveActive(survivor.id, 1);
          await leaveActive(killer.id, 3);
        });
        await withQueue(async (queue) => {
          const taken: RenderJob[] = [];
          const dead: string[] = [];
          await queue.startWorkers(1, (job) => Promise.resolve(void taken.push(job)));
          await queue.onDeadLetter((render) => Promise.resolve(void dead.push(render)));
          await waitUntil(() => taken.length === 1 && dead.length === 1);
          expect(taken[0]).toMatchObject({ render: survivor.id, tries: 2, isLastTry: false });
          expect(dead).toEqual([killer.id]);
        });
      },
    );

    it('finds a render without a job', () =>
      withQueue(async (queue) => {
        await sql`update render set status = 'done'`.execute(database.tables);
        const render = newRender();
        await queue.submit(render);
        expect(await queue.findOrphaned()).toEqual([]);
        await sql`delete from pgboss.job where data->>'render' = ${render.id}`.execute(database.tables);
        expect(await queue.findOrphaned()).toEqual([render.id]);
      }));

    it('passes its health check', () =>
      withQueue(async (queue) => {
        await expect(queue.check()).resolves.toBeUndefined();
      }));
  });
});
