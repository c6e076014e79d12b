import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { abandonRender } from '../store/attempts.ts';
import { TEST_DATABASES, waitUntil } from '../store/test-databases.fixture.ts';
import { findRender } from '../store/renders.ts';
import { openQueueTest, type QueueTest, renderHandlers } from './queue.fixture.ts';
import type { RenderJob } from './render-queue.ts';

describe.each(TEST_DATABASES)('the queue on $name', ({ missing, start }) => {
  describe.skipIf(missing)('with workers', () => {
    let test: QueueTest;
    beforeAll(async () => {
      test = await openQueueTest(await start());
    });
    afterAll(() => test.close());

    /** Returns the number of jobs of a render. */
    const countJobs = async (render: string) => (await test.jobStates(render)).length;

    it('accepts a job in a transaction right after opening, and starts it immediately', () =>
      test.withQueue(async ({ renders }) => {
        const taken: RenderJob[] = [];
        const render = test.newRender();
        await renders.submit(render);
        await renders.startWorkers(
          renderHandlers((job) => Promise.resolve(void taken.push(job))),
          { slots: 1 },
        );
        await waitUntil(() => taken.length === 1);
        expect(taken[0]).toMatchObject({ id: render.id, tries: 1, isLastTry: false });
        const next = test.newRender();
        await renders.submit(next);
        await waitUntil(() => taken.length === 2);
        expect(taken[1]).toMatchObject({ id: next.id });
      }));

    it('writes a render and its job together or neither', () =>
      test.withQueue(async ({ renders }) => {
        const render = test.newRender();
        await renders.submit(render);
        await expect(renders.submit(render)).rejects.toThrow();
        expect(await countJobs(render.id)).toBe(1);
        const stranger = test.newRender({ owner: 'nobody' });
        await expect(renders.submit(stranger)).rejects.toThrow();
        expect(await countJobs(stranger.id)).toBe(0);
      }));

    it('stores the predicted cost of a render', () =>
      test.withQueue(async ({ renders }) => {
        const render = test.newRender({ cost: { seconds: 12.5, memoryBytes: 1 } });
        await renders.submit(render);
        const { cost } = await test.database.tables
          .selectFrom('render')
          .select('cost')
          .where('id', '=', render.id)
          .executeTakeFirstOrThrow();
        expect(cost).toBe(12.5);
      }));

    it('refuses a render beyond its limit', async () => {
      await test.clear();
      await test.withQueue(async ({ renders }) => {
        const first = test.newRender();
        await renders.submit(first);
        const refused = test.newRender();
        await expect(renders.submit(refused)).rejects.toMatchObject({ code: 'queue_full', status: 503 });
        expect(await findRender(test.database.tables, test.owner, refused.id)).toBeUndefined();
        expect(await countJobs(refused.id)).toBe(0);
        await abandonRender(test.database.tables, first.id, 'make room');
        await renders.submit(test.newRender());
      }, 1);
    });

    it('accepts as many simultaneous renders as there is room for, and then a large one', async () => {
      await test.clear();
      await test.withQueue(async ({ renders }) => {
        const all = Array.from({ length: 8 }, () => test.newRender());
        const settled = await Promise.allSettled(all.map((render) => renders.submit(render)));
        const refused = settled.filter((outcome) => outcome.status === 'rejected');
        expect(refused).toHaveLength(3);
        for (const { reason } of refused) expect(reason).toMatchObject({ code: 'queue_full' });
        for (const [index, { id }] of all.entries()) {
          const accepted = settled[index]?.status === 'fulfilled';
          expect(await countJobs(id)).toBe(accepted ? 1 : 0);
          expect((await findRender(test.database.tables, test.owner, id)) !== undefined).toBe(accepted);
        }
        const large = test.newRender({ edit: JSON.stringify('x'.repeat(200_000)) });
        await expect(renders.submit(large)).rejects.toMatchObject({ code: 'queue_full' });
        await sql`update render set status = 'done'`.execute(test.database.tables);
        await renders.submit(large);
        expect(await countJobs(large.id)).toBe(1);
      }, 5);
    });

    it('runs as many jobs at the same time as it has slots', () =>
      test.withQueue(async ({ renders }) => {
        await test.clear();
        const [running, done] = [new Set<string>(), new Set<string>()];
        let most = 0;
        const gate = Promise.withResolvers<undefined>();
        const all = Array.from({ length: 5 }, () => test.newRender());
        for (const render of all) await renders.submit(render);
        await renders.startWorkers(
          renderHandlers(async ({ id }) => {
            running.add(id);
            most = Math.max(most, running.size);
            if (running.size === 2) gate.resolve(undefined);
            await gate.promise;
            running.delete(id);
            done.add(id);
            return undefined;
          }),
          { slots: 2 },
        );
        await waitUntil(() => done.size === all.length);
        expect(most).toBe(2);
      }));

    it('gives each job to one of two processes', async () => {
      await test.clear();
      await test.withQueue(({ renders: first }) =>
        test.withQueue(async ({ renders: second }) => {
          const all = Array.from({ length: 20 }, () => test.newRender());
          await Promise.all(all.map((render) => first.submit(render)));
          const taken: string[] = [];
          for (const renders of [first, second])
            await renders.startWorkers(
              renderHandlers(({ id }) => Promise.resolve(void taken.push(id))),
              { slots: 3 },
            );
          await waitUntil(() => taken.length >= all.length);
          expect(taken.sort()).toEqual(all.map(({ id }) => id).sort());
        }),
      );
    });

    it('starts a job that another process has submitted', async () => {
      await test.clear();
      await test.withQueue(({ renders: worker }) =>
        test.withQueue(async ({ renders: api }) => {
          const taken: string[] = [];
          await worker.startWorkers(
            renderHandlers(({ id }) => Promise.resolve(void taken.push(id))),
            { slots: 1 },
          );
          const render = test.newRender();
          await api.submit(render);
          await waitUntil(() => taken.includes(render.id));
        }),
      );
    });

    it('finds a render without a job', () =>
      test.withQueue(async ({ renders }) => {
        await test.clear();
        const render = test.newRender();
        await renders.submit(render);
        expect(await renders.findOrphaned()).toEqual([]);
        await sql`delete from pgboss.job where data->>'id' = ${render.id}`.execute(test.database.tables);
        expect(await renders.findOrphaned()).toEqual([render.id]);
      }));

    it('makes a render again that was submitted again', () =>
      test.withQueue(async ({ renders }) => {
        await test.clear();
        const { id, owner } = test.newRender();
        await test.database.tables
          .transaction()
          .execute((transaction) => renders.enqueue(transaction, [{ id, owner }]));
        const taken: RenderJob[] = [];
        await renders.startWorkers(
          renderHandlers((job) => Promise.resolve(void taken.push(job))),
          { slots: 1 },
        );
        await waitUntil(() => taken.length === 1);
        expect(taken[0]).toMatchObject({ id, owner, tries: 1 });
      }));

    it('passes its health check', () =>
      test.withQueue(async (queue) => {
        await expect(queue.check()).resolves.toBeUndefined();
      }));
  });
});
