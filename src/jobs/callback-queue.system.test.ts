import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TEST_DATABASES, waitUntil } from '../store/test-databases.fixture.ts';
import { delayBeforeAttempt } from '../callbacks/callback-handlers.ts';
import type { CallbackHandlers } from './callback-queue.ts';
import { openQueueTest, type QueueTest } from './queue.fixture.ts';
import type { Queue } from './queue.ts';

function handlersOf(attempt: CallbackHandlers['attempt']): CallbackHandlers {
  return { attempt, delayBefore: delayBeforeAttempt };
}

describe.each(TEST_DATABASES)('the queue of callbacks on $name', ({ missing, start }) => {
  describe.skipIf(missing)('with workers', () => {
    let test: QueueTest;
    beforeAll(async () => {
      test = await openQueueTest(await start());
    });
    afterAll(() => test.close());

    /** Enqueues a callback for a subject of its own and returns its id. */
    async function enqueueCallback(queue: Queue, url: string, whose = test.owner): Promise<string> {
      const callback = { id: uuid(), owner: whose, subject: uuid(), event: 'edit/render', url, body: '{}' };
      await test.database.tables
        .transaction()
        .execute((transaction) => queue.callbacks.enqueue(transaction, [callback]));
      return callback.id;
    }

    it("sends an owner's callbacks while most of its receivers never respond", () =>
      test.withQueue(async (queue) => {
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
        const next = await enqueueCallback(queue, 'http://127.0.0.1:1/', test.other);
        await waitUntil(() => begun.includes(next));
        gate.resolve(undefined);
        await waitUntil(() => begun.length === 32);
      }));

    it('holds callbacks for a receiver that never responds back, and sends those for others', () =>
      test.withQueue(async (queue) => {
        const [hanging, gate] = [new Set<string>(), Promise.withResolvers<undefined>()];
        const begun: string[] = [];
        for (let index = 0; index < 60; index++)
          hanging.add(await enqueueCallback(queue, `http://127.0.0.1:1/${index}`));
        const fast = await enqueueCallback(queue, 'http://127.0.0.1:2/');
        const next = await enqueueCallback(queue, 'http://127.0.0.1:1/', test.other);
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

    it('keeps the answer to a callback before it begins the next one for the receiver', () =>
      test.withQueue(async (queue) => {
        const retryUntilAvailable = vi.spyOn(test.database, 'retryUntilAvailable');
        let written = 0;
        const writtenAt: number[] = [];
        for (let index = 0; index < 8; index++) await enqueueCallback(queue, 'http://127.0.0.1:1/');
        retryUntilAvailable.mockImplementation(async (work) => await work().finally(() => written++));
        await queue.callbacks.startWorkers(
          handlersOf(() => Promise.resolve({ code: 200, error: null, took: writtenAt.push(written) })),
        );
        await waitUntil(() => writtenAt.length === 8);
        retryUntilAvailable.mockRestore();
        expect(writtenAt.filter((count, before) => count < before)).toEqual([]);
      }));

    it('counts the answer to a callback whose worker died before it recorded the attempt', () =>
      test.withQueue(async (queue) => {
        const callback = await enqueueCallback(queue, 'http://127.0.0.1:1/');
        let isFirst = true;
        await queue.callbacks.startWorkers({
          attempt: () => Promise.resolve({ code: 503, error: 'Busy.', took: 1 }),
          delayBefore(next) {
            if (isFirst) {
              isFirst = false;
              throw new Error('The worker dies.');
            }
            return delayBeforeAttempt(next);
          },
        });
        const findAttempts = () =>
          test.database.tables
            .selectFrom('callback_attempt')
            .select(['number', 'code', 'error'])
            .where('callback', '=', callback)
            .execute();
        await waitUntil(async () => (await findAttempts()).length > 0);
        expect(await findAttempts()).toEqual([{ number: 1, code: 503, error: 'Busy.' }]);
      }));

    it('makes first attempts at callbacks before retries', async () => {
      const failed = { code: 503, error: 'The receiver responded with the status 503.', took: 1 };
      await test.withQueue(async (queue) => {
        for (let index = 0; index < 20; index++) await enqueueCallback(queue, 'http://127.0.0.1:1/');
        let tried = 0;
        await queue.callbacks.startWorkers(handlersOf(() => Promise.resolve(failed).finally(() => tried++)));
        await waitUntil(() => tried === 20);
      });
      await test.withQueue(async (queue) => {
        await sql`update pgboss.job set start_after = now() where name = 'callback'`.execute(
          test.database.tables,
        );
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
      test.withQueue(async (queue) => {
        const [all, ofOne] = [50, { callbacks: 32, copies: 4 }];
        const [sent, copied, most] = [new Set<string>(), new Set<string>(), { now: 0, ever: 0 }];
        const hold = async () => {
          most.ever = Math.max(most.ever, ++most.now);
          await wait(5);
          most.now--;
        };
        for (let index = 0; index < all; index++) {
          await queue.callbacks.resend({ id: uuid(), owner: test.owner, url: 'http://127.0.0.1:1/' });
          await test.database.tables
            .transaction()
            .execute((transaction) =>
              queue.copies.enqueue(transaction, { kind: 'asset', id: uuid(), owner: test.owner }),
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
          return {};
        };
        const handlers = { attempt, abandon: () => Promise.resolve() };
        await queue.copies.startWorkers({ asset: handlers, transfer: handlers }, {});
        await waitUntil(() => copied.size === all);
        expect(most.ever).toBeLessThanOrEqual(ofOne.copies);
      }));
  });
});
