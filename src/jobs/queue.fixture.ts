import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { SILENT } from '../base/logger.ts';
import { ensureFirstAccount } from '../store/accounts/accounts.ts';
import { type Database, openDatabase } from '../store/database.ts';
import type { NewRender } from '../store/renders.ts';
import type { TestDatabase } from '../store/test-databases.fixture.ts';
import type { AttemptReport } from './attempt-job.ts';
import { openQueue, type Queue } from './queue.ts';
import type { RenderHandlers, RenderJob } from './render-queue.ts';

/** An open database for tests of queues, with the owners of one account. */
export interface QueueTest {
  readonly database: Database;
  readonly owner: string;
  readonly other: string;
  /** Returns a render that is not submitted yet. */
  newRender(more?: Partial<NewRender>): NewRender;
  /** Opens the queue as a process does, and stops it after the work. */
  withQueue<T>(work: (queue: Queue) => Promise<T>, maxWaiting?: number): Promise<T>;
  /** Ends all renders and removes all jobs. */
  clear(): Promise<void>;
  /** Returns the states of the jobs of a render, in the order of the alphabet. */
  jobStates(render: string): Promise<string[]>;
  /** Returns how the attempts at a render ended, in order: their outcomes, or `open`. */
  outcomes(render: string): Promise<string[]>;
  close(): Promise<void>;
}

/** Opens a database for tests of queues. */
export async function openQueueTest(test: TestDatabase): Promise<QueueTest> {
  const database = await openDatabase(test.location, SILENT);
  const { tables } = database;
  const { v1: owner, stage: other } = await ensureFirstAccount(tables);
  // Creates the tables of the queue.
  await (await openQueue(database, { log: SILENT })).stop();
  return {
    database,
    owner,
    other,
    newRender: (more) => ({ id: uuid(), owner, stage: 'v1', edit: '{}', dialect: 'interface', ...more }),
    async withQueue(work, maxWaiting) {
      const queue = await openQueue(database, {
        log: SILENT,
        ...(maxWaiting !== undefined && { maxWaiting }),
      });
      try {
        return await work(queue);
      } finally {
        await queue.stop();
      }
    },
    async clear() {
      await sql`update render set status = 'done'`.execute(tables);
      for (const table of ['pgboss.job', 'attempt', 'queue_share'])
        await sql`delete from ${sql.table(table)}`.execute(tables);
      await sql`update queue_clock set tag = 0`.execute(tables);
    },
    async jobStates(render) {
      const { rows } = await sql<{ state: string }>`select state from pgboss.job
        where name like 'render%' and data->>'id' = ${render} order by state::text`.execute(tables);
      return rows.map(({ state }) => state);
    },
    async outcomes(render) {
      const rows = await tables
        .selectFrom('attempt')
        .select('outcome')
        .where('subject', '=', render)
        .orderBy('id')
        .execute();
      return rows.map(({ outcome }) => outcome ?? 'open');
    },
    async close() {
      await database.close();
      await test.stop();
    },
  };
}

/** Returns the handlers of a test that does something else than rendering. */
export function renderHandlers(
  attempt: (job: RenderJob) => Promise<AttemptReport | undefined>,
  more: Partial<RenderHandlers> = {},
): RenderHandlers {
  return {
    attempt: async (job) => (await attempt(job)) ?? {},
    abandon: () => Promise.resolve(),
    ...more,
  };
}
