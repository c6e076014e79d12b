import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TEST_DATABASES, waitUntil } from '../store/test-databases.fixture.ts';
import { openQueueTest, type QueueTest, renderHandlers } from './queue.fixture.ts';
import type { Queue } from './queue.ts';
import type { RenderJob } from './render-queue.ts';

const LONG = { seconds: 100 };
const SHORT = { seconds: 5 };

describe.each(TEST_DATABASES)('the order of jobs on $name', ({ missing, start }) => {
  describe.skipIf(missing)('with workers', () => {
    let test: QueueTest;
    beforeAll(async () => {
      test = await openQueueTest(await start());
    });
    afterAll(() => test.close());
    beforeEach(() => test.clear());

    /** Submits renders of an owner in one batch. Returns their ids. */
    async function submit({ renders }: Queue, owner: string, count: number, cost = LONG): Promise<string[]> {
      const all = Array.from({ length: count }, () => test.newRender({ owner, cost }));
      await Promise.all(all.map((render) => renders.submit(render)));
      return all.map(({ id }) => id);
    }
    /** Takes all renders, one after the other. Returns the owners in the order in which they had their turns. */
    async function takeAll({ renders }: Queue, count: number): Promise<string[]> {
      const owners: string[] = [];
      const handlers = renderHandlers(({ owner }) => Promise.resolve(void owners.push(owner)));
      await renders.startWorkers(handlers, { slots: 1 });
      await waitUntil(() => owners.length === count);
      return owners;
    }
    /** Adds an account with a share of its own. Returns its owner. */
    async function addOwner(share: number): Promise<string> {
      const id = `owner${share}`.padEnd(10, 'x');
      await sql`insert into account (id, name, share) values (gen_random_uuid(), ${id}, ${share})
        on conflict do nothing`.execute(test.database.tables);
      await sql`insert into owner (id, account, stage) select ${id}, id, 'v1' from account where name = ${id}
        on conflict do nothing`.execute(test.database.tables);
      return id;
    }

    it('makes the one render of an owner next, however many another one has queued', () =>
      test.withQueue(async (queue) => {
        const { owner: a, other: b } = test;
        await submit(queue, a, 60);
        const [taken, gate] = [[] as RenderJob[], Promise.withResolvers<undefined>()];
        const handlers = renderHandlers(async (job) => {
          taken.push(job);
          if (taken.length === 3) await gate.promise;
          return undefined;
        });
        await queue.renders.startWorkers(handlers, { slots: 1 });
        await waitUntil(() => taken.length === 3);
        await submit(queue, b, 1);
        gate.resolve(undefined);
        await waitUntil(() => taken.length >= 6);
        expect(taken.slice(3, 6).map(({ owner }) => owner)).toContain(b);
        expect(taken.slice(4, 5).map(({ owner }) => owner)).not.toEqual([a, a]);
      }));

    it('lets owners take turns', () =>
      test.withQueue(async (queue) => {
        const { owner: a, other: b } = test;
        await submit(queue, a, 5);
        await submit(queue, b, 3);
        expect(await takeAll(queue, 8)).toEqual([a, b, a, b, a, b, a, a]);
      }));

    it('counts the cost, so that many small jobs have the share of a few large ones', () =>
      test.withQueue(async (queue) => {
        const { owner: a, other: b } = test;
        await submit(queue, a, 2, { seconds: 120 });
        await submit(queue, b, 4, { seconds: 60 });
        expect(await takeAll(queue, 6)).toEqual([a, b, b, a, b, b]);
      }));

    it('gives an account with twice the share twice as much', async () => {
      const double = await addOwner(2);
      await test.withQueue(async (queue) => {
        await submit(queue, test.owner, 3);
        await submit(queue, double, 6);
        const owners = await takeAll(queue, 9);
        for (const end of [3, 6, 9])
          expect(owners.slice(0, end).filter((owner) => owner === double)).toHaveLength((end * 2) / 3);
      });
    });

    it('gives an owner that was idle no credit', async () => {
      const { owner: a, other: b } = test;
      await test.withQueue(async (queue) => {
        await submit(queue, a, 6);
        await takeAll(queue, 6);
      });
      await test.withQueue(async (queue) => {
        await submit(queue, a, 3);
        await submit(queue, b, 4);
        const owners = await takeAll(queue, 7);
        expect(owners.slice(0, 5).filter((owner) => owner === b).length).toBeLessThanOrEqual(3);
      });
    });

    it('makes short renders before long ones of the same owner', () =>
      test.withQueue(async (queue) => {
        const longs = await submit(queue, test.owner, 2);
        const shorts = await submit(queue, test.owner, 2, SHORT);
        const taken: string[] = [];
        const handlers = renderHandlers(({ id }) => Promise.resolve(void taken.push(id)));
        await queue.renders.startWorkers(handlers, { slots: 1 });
        await waitUntil(() => taken.length === 4);
        expect(taken).toEqual([...shorts, ...longs]);
      }));

    it('keeps the order when a clock is set back', async () => {
      const { owner: a, other: b, database } = test;
      await test.withQueue(async (queue) => {
        await submit(queue, a, 5);
        await submit(queue, b, 2);
        // A month of renders later.
        await sql`update queue_clock set tag = tag + 1100000000`.execute(database.tables);
        await sql`update queue_share set finish = finish + 1100000000`.execute(database.tables);
        await sql`update pgboss.job set priority = priority - 1100000000`.execute(database.tables);
        expect(await takeAll(queue, 7)).toEqual([a, b, a, b, a, a, a]);
      });
      await test.withQueue(async (queue) => {
        await submit(queue, a, 1);
        const { rows } = await sql<{ priority: number }>`select priority from pgboss.job
          where state < 'active'`.execute(database.tables);
        expect(Math.abs(rows[0]?.priority ?? Infinity)).toBeLessThan(1e6);
      });
    });

    it('lets the owners of copies take turns, too', () =>
      test.withQueue(async ({ copies }) => {
        const add = (owner: string) =>
          test.database.tables
            .transaction()
            .execute((transaction) =>
              copies.enqueue(transaction, { kind: 'asset', id: crypto.randomUUID(), owner }),
            );
        for (let index = 0; index < 12; index++) await add(test.owner);
        await add(test.other);
        const owners: string[] = [];
        const attempt = ({ owner }: { readonly owner: string }) =>
          Promise.resolve({}).finally(() => owners.push(owner));
        const handlers = { attempt, abandon: () => Promise.resolve() };
        await copies.startWorkers({ asset: handlers, transfer: handlers }, {});
        await waitUntil(() => owners.length === 13);
        expect(owners.indexOf(test.other)).toBeLessThan(6);
      }));
  });
});
