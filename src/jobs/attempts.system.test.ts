import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KinoraError } from '../base/errors.ts';
import { TEST_DATABASES, waitUntil } from '../store/test-databases.fixture.ts';
import { openQueueTest, type QueueTest, renderHandlers } from './queue.fixture.ts';
import type { RenderJob } from './render-queue.ts';

describe.each(TEST_DATABASES)('the attempts at a job on $name', ({ missing, start }) => {
  describe.skipIf(missing)('with workers', () => {
    let test: QueueTest;
    beforeAll(async () => {
      test = await openQueueTest(await start());
    });
    afterAll(() => test.close());
    beforeEach(async () => {
      since = undefined;
      await test.clear();
    });

    /** The time since which waiting jobs come later. Default: the true one. */
    let since: string | undefined;
    /** Submits a render, and gives its attempts the results of a function until one of them returns nothing. */
    async function attempt(
      ...results: ((job: RenderJob) => ReturnType<Parameters<typeof renderHandlers>[0]>)[]
    ): Promise<{ jobs: RenderJob[]; abandoned: unknown[]; render: string }> {
      const [jobs, abandoned] = [[] as RenderJob[], [] as unknown[]];
      const render = test.newRender();
      await test.withQueue(async ({ renders }) => {
        await renders.submit(render);
        const handlers = renderHandlers(
          (job) => {
            jobs.push(job);
            return results[jobs.length - 1]?.(job) ?? Promise.resolve(undefined);
          },
          { abandon: (_subject, _transaction, why) => Promise.resolve(void abandoned.push(why)) },
        );
        await renders.startWorkers(handlers, { slots: 1 });
        await waitUntil(async () => {
          // These tests do not wait for delays.
          await sql`update pgboss.job set start_after = now(),
            data = case when data ? 'postponed' and ${since ?? null}::text is not null
              then jsonb_set(data, '{postponed,since}', to_jsonb(${since ?? null}::text)) else data end
            where state < 'active'`.execute(test.database.tables);
          await sql`select pg_notify('kinora_job', 'render')`.execute(test.database.tables);
          const states = await test.jobStates(render.id);
          return states.every((state) => state === 'completed' || state === 'failed');
        });
      });
      return { jobs, abandoned, render: render.id };
    }
    const fail = (code: ConstructorParameters<typeof KinoraError>[0]) => () =>
      Promise.reject(new KinoraError(code, 'A sentence.'));
    const triesOf = (jobs: readonly RenderJob[]) => jobs.map(({ tries }) => tries);

    it('counts an attempt that is made again', async () => {
      const { jobs, render } = await attempt(() => Promise.resolve({ then: 'again' }));
      expect(triesOf(jobs)).toEqual([1, 2]);
      expect(await test.outcomes(render)).toEqual(['again', 'done']);
    });

    it('counts an attempt that throws, and gives up after the last one', async () => {
      const crash = fail('render_crashed');
      const { jobs, abandoned, render } = await attempt(crash, crash, crash);
      expect(jobs.map(({ tries, isLastTry }) => ({ tries, isLastTry }))).toEqual([
        { tries: 1, isLastTry: false },
        { tries: 2, isLastTry: false },
        { tries: 3, isLastTry: true },
      ]);
      expect(abandoned).toEqual([{ code: 'render_crashed', reason: 'A sentence.' }]);
      expect(await test.outcomes(render)).toEqual(['again', 'again', 'failed']);
    });

    it('does not count an attempt that failed because the database or the disk is away', async () => {
      const { jobs, render } = await attempt(
        fail('database_unavailable'),
        fail('disk_full'),
        () => Promise.resolve({ then: 'later' }),
        () => Promise.resolve({ then: 'again' }),
      );
      expect(triesOf(jobs)).toEqual([1, 1, 1, 1, 2]);
      expect(await test.outcomes(render)).toEqual(['later', 'later', 'later', 'again', 'done']);
    });

    it('gives up a job that came later for more than a day', async () => {
      since = '2020-01-01T00:00:00Z';
      const { jobs, abandoned } = await attempt(() => Promise.resolve({ then: 'later' }), fail('disk_full'));
      expect(triesOf(jobs)).toEqual([1, 1]);
      expect(abandoned).toEqual([{ code: 'disk_full', reason: 'A sentence.' }]);
    });

    it('records the reason, the stages and the worker of an attempt', async () => {
      const { render } = await attempt(() =>
        Promise.resolve({ then: 'failed', code: 'asset_refused', reason: 'No.', stages: { fetching: 3 } }),
      );
      const row = await test.database.tables
        .selectFrom('attempt')
        .selectAll()
        .where('subject', '=', render)
        .executeTakeFirstOrThrow();
      expect(row).toMatchObject({
        queue: 'render',
        kind: 'render',
        owner: test.owner,
        outcome: 'failed',
        code: 'asset_refused',
        reason: 'No.',
        stages: '{"fetching":3}',
      });
      expect(row.ended!.getTime()).toBeGreaterThanOrEqual(row.started.getTime());
    });

    it('hands a job whose end cannot be recorded to the next attempt', async () => {
      const cleaned: number[] = [];
      const { jobs, render } = await attempt(({ tries }) =>
        Promise.resolve({
          record: () => Promise.reject(new Error('a bug')),
          cleanUp: () => Promise.resolve(void cleaned.push(tries)),
        }),
      );
      expect(triesOf(jobs)).toEqual([1, 1]);
      expect(cleaned).toEqual([]);
      expect(await test.outcomes(render)).toEqual(['failed', 'done']);
    });

    it('records nothing of a worker that was declared dead', async () => {
      const recorded: number[] = [];
      const { jobs } = await attempt(async ({ job, tries }) => {
        await sql`update pgboss.job set state = 'completed' where id = ${job}`.execute(test.database.tables);
        return { record: () => Promise.resolve(void recorded.push(tries)) };
      });
      expect(triesOf(jobs)).toEqual([1]);
      expect(recorded).toEqual([]);
    });

    it('gives a job back when the process stops, and the next process makes the attempt', async () => {
      const render = test.newRender();
      await test.withQueue(async (queue) => {
        const reasons: unknown[] = [];
        const handlers = renderHandlers(async ({ signal }) => {
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          reasons.push(signal.reason);
          throw new Error('aborted');
        });
        await queue.renders.startWorkers(handlers, { slots: 1 });
        await queue.renders.submit(render);
        await waitUntil(async () => (await test.outcomes(render.id)).includes('open'));
        await queue.stop();
        expect(reasons).toMatchObject([{ code: 'stopping' }]);
        await expect(queue.renders.submit(test.newRender())).rejects.toMatchObject({ code: 'stopping' });
      });
      await test.withQueue(async ({ renders }) => {
        const taken: RenderJob[] = [];
        const handlers = renderHandlers((job) => Promise.resolve(void taken.push(job)));
        await renders.startWorkers(handlers, { slots: 1 });
        await waitUntil(() => taken.length === 1);
        expect(taken[0]).toMatchObject({ id: render.id, tries: 1, isLastTry: false });
      });
      expect(await test.outcomes(render.id)).toEqual(['back', 'done']);
    });

    it.skipIf(start !== TEST_DATABASES[0].start)(
      'gives the jobs of a dead process to the next one immediately, but not endlessly',
      async () => {
        const [survivor, killer] = [test.newRender(), test.newRender()];
        await test.withQueue(async ({ renders }) => {
          for (const { id, losses } of [
            { ...survivor, losses: 0 },
            { ...killer, losses: 2 },
          ]) {
            await renders.submit(test.newRender({ id }));
            await sql`update pgboss.job set state = 'active', started_on = now(),
              data = data || jsonb_build_object('tries', 3, 'losses', ${losses}::int) where data->>'id' = ${id}`.execute(
              test.database.tables,
            );
          }
        });
        await test.withQueue(async ({ renders }) => {
          const [taken, dead] = [[] as RenderJob[], [] as string[]];
          const handlers = renderHandlers((job) => Promise.resolve(void taken.push(job)), {
            abandon: ({ id }, _transaction, { code }) => Promise.resolve(void dead.push(`${id} ${code}`)),
          });
          await renders.startWorkers(handlers, { slots: 1 });
          await waitUntil(() => taken.length === 1 && dead.length === 1);
          // The death of a worker uses up no try.
          expect(taken[0]).toMatchObject({ id: survivor.id, tries: 3, isLastTry: true });
          expect(dead).toEqual([`${killer.id} worker_lost`]);
        });
      },
    );

    it('passes over a job that it cannot read', async () => {
      const [broken, render] = [test.newRender(), test.newRender()];
      await test.withQueue(async ({ renders }) => {
        await renders.submit(broken);
        await sql`update pgboss.job set data = '{}'`.execute(test.database.tables);
        await renders.submit(render);
        const taken: RenderJob[] = [];
        const handlers = renderHandlers((job) => Promise.resolve(void taken.push(job)));
        await renders.startWorkers(handlers, { slots: 1 });
        await waitUntil(() => taken.length === 1);
        expect(taken[0]).toMatchObject({ id: render.id });
      });
    });

    it('leaves a job of an unknown kind to a newer version, and goes on with the others', async () => {
      const { tables } = test.database;
      const [newer, render] = [test.newRender(), test.newRender()];
      const others = [test.newRender(), test.newRender()];
      const taken: RenderJob[] = [];
      const handlers = renderHandlers((job) => Promise.resolve(void taken.push(job)));
      await test.withQueue(async ({ renders }) => {
        for (const each of [newer, ...others]) await renders.submit(each);
        await sql`update pgboss.job set data = data || '{"kind": "film"}'`.execute(tables);
        await renders.submit(render);
        await renders.startWorkers(handlers, { slots: 1 });
        await waitUntil(() => taken.length === 1);
        await waitUntil(async () => (await test.jobStates(render.id))[0] === 'completed');
        expect(taken).toMatchObject([{ id: render.id }]);
        expect(await test.jobStates(newer.id)).toEqual(['created']);
      });
      await sql`update pgboss.job set data = data || '{"kind": "render"}', start_after = now()
        where data ->> 'id' = ${newer.id}`.execute(tables);
      await test.withQueue(async ({ renders }) => {
        await renders.startWorkers(handlers, { slots: 1 });
        await waitUntil(() => taken.length === 2);
        expect(taken[1]).toMatchObject({ id: newer.id, tries: 1 });
      });
    });

    it('makes the renders that an earlier version has queued', async () => {
      const render = test.newRender();
      await test.withQueue(({ renders }) => renders.submit(render));
      await sql`update pgboss.job set priority = 0, group_id = null, heartbeat_seconds = 30,
        data = jsonb_build_object('render', data->'id', 'tries', 2)`.execute(test.database.tables);
      await sql`update pgboss.queue set heartbeat_seconds = 30`.execute(test.database.tables);
      await test.withQueue(async ({ renders }) => {
        const taken: RenderJob[] = [];
        const handlers = renderHandlers((job) => Promise.resolve(void taken.push(job)));
        await renders.startWorkers(handlers, { slots: 1 });
        await waitUntil(() => taken.length === 1);
        expect(taken[0]).toMatchObject({ kind: 'render', id: render.id, owner: test.owner, tries: 2 });
      });
    });
  });
});
