import { sql, type Transaction } from 'kysely';
import { fromKysely, type JobWithMetadata, type PgBoss } from 'pg-boss';
import { KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import type { Database } from '../store/database.ts';
import { addRender, countWaiting, type NewRender } from '../store/renders.ts';
import type { Schema } from '../store/schema.ts';
import { DEAD_RENDERS, RENDERS, startBoss } from './boss.ts';

/** The payload of a job: everything else is in the render's row. */
interface Payload {
  readonly render: string;
}

/** A render that a worker has taken from the queue. */
export interface RenderJob {
  /** Id of the job, which is not that of the render. */
  readonly id: string;
  /** Id of the render. */
  readonly render: string;
  /** Whether the queue will not try again after this. */
  readonly last: boolean;
  /**
   * Fires when the work has to end early: with a KinoraError `stopping` as the reason when the process stops and the
   * job is to be given back, with another reason when the job has run out of time.
   */
  readonly signal: AbortSignal;
}

/** Does one job. Resolving ends it for good, whatever the render's outcome; throwing makes the queue try again later. */
export type RenderHandler = (job: RenderJob) => Promise<void>;

/** The queue of renders, on the same database as the rows. */
export interface Queue {
  /**
   * Writes a render's row and its job in one transaction.
   *
   * @throws {KinoraError} `queue_full` when too many wait, `stopping` when this process stops.
   */
  submit(render: NewRender): Promise<void>;
  /** Takes jobs from now on, `atOnce` of them at the same time. */
  take(atOnce: number, handler: RenderHandler): Promise<void>;
  /** Calls the handler with the id of each render whose job ended without an outcome. */
  takeDead(handler: (render: string) => Promise<void>): Promise<void>;
  /** Ids of the renders that are not final and have no job that could finish them. */
  forgotten(): Promise<string[]>;
  /** Puts a job that this process has taken back to the front of the queue, as if it had not been tried. */
  giveBack(transaction: Transaction<Schema>, job: RenderJob): Promise<void>;
  /** Resolves when the queue has answered; rejects when it cannot. */
  check(): Promise<void>;
  /** Takes no more jobs, tells the running ones to end, waits for them and closes. */
  stop(): Promise<void>;
}

/** Settings of a queue that tests make small. */
export interface QueueOptions {
  readonly log: Logger;
  /** How many renders may wait before a submission is refused. Default 10,000. */
  readonly limit?: number;
}

const WAITING_LIMIT = 10_000;
// A backstop: notifications start a job within milliseconds. Retries, which come due silently, wait for the next poll.
const POLL_SECONDS = 2;
const STOP_TIMEOUT_MS = 20_000;
const POLLING = { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: POLL_SECONDS };

/** Opens the queue on an open database. On an embedded one, jobs that were running when the last process died wait again at once. */
export async function openQueue(database: Database, options: QueueOptions): Promise<Queue> {
  const boss = await startBoss(database.engine, options.log);
  if (database.engine.kind === 'embedded') await takeBackOrphans(boss, database);
  return new BossQueue(boss, database, options.limit ?? WAITING_LIMIT);
}

/** Nobody but this process can work on an embedded database, so a job that is active at its start belongs to nobody. */
async function takeBackOrphans(boss: PgBoss, database: Database): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from pgboss.job where name = ${RENDERS} and state = 'active'`.execute(database.tables);
  for (const { id } of rows) {
    // Counts as a failed try, so that a render that kills its server does so only a few times.
    await boss.fail(RENDERS, id, { message: 'The process that worked on it ended.' });
    await boss.update(RENDERS, undefined, { id, startAfter: new Date() });
  }
}

class BossQueue implements Queue {
  readonly #boss: PgBoss;
  readonly #database: Database;
  readonly #limit: number;
  readonly #stopping = new AbortController();

  constructor(boss: PgBoss, database: Database, limit: number) {
    this.#boss = boss;
    this.#database = database;
    this.#limit = limit;
  }

  async submit(render: NewRender): Promise<void> {
    this.#stopping.signal.throwIfAborted();
    await this.#database.tables.transaction().execute(async (transaction) => {
      if ((await countWaiting(transaction, this.#limit)) >= this.#limit) {
        throw new KinoraError('queue_full', 'Too many renders are waiting; try again later.');
      }
      await addRender(transaction, render);
      const payload: Payload = { render: render.id };
      await this.#boss.send(RENDERS, payload, { db: fromKysely(transaction) });
    });
  }

  async take(atOnce: number, handler: RenderHandler): Promise<void> {
    for (let hand = 0; hand < atOnce; hand++) await this.#addHand(handler);
  }

  async #addHand(handler: RenderHandler): Promise<void> {
    const options = { ...POLLING, includeMetadata: true } as const;
    const hand = await this.#boss.work<Payload, undefined, typeof options>(RENDERS, options, async (jobs) => {
      try {
        for (const job of jobs) await handler(this.#renderJob(job));
      } finally {
        // After one job the next is fetched at once, not at the next poll.
        this.#boss.notifyWorker(hand);
      }
      return undefined;
    });
  }

  #renderJob({ id, data, retryCount, retryLimit, signal }: JobWithMetadata<Payload>): RenderJob {
    return {
      id,
      render: data.render,
      last: retryCount >= retryLimit,
      signal: AbortSignal.any([this.#stopping.signal, signal]),
    };
  }

  async takeDead(handler: (render: string) => Promise<void>): Promise<void> {
    await this.#boss.work<Payload, undefined, typeof POLLING>(DEAD_RENDERS, POLLING, async (jobs) => {
      for (const job of jobs) await handler(job.data.render);
      return undefined;
    });
  }

  async forgotten(): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from render where status not in ('done', 'failed') and not exists (
        select from pgboss.job
        where name in (${RENDERS}, ${DEAD_RENDERS})
          and state in ('created', 'retry', 'active')
          and data ->> 'render' = render.id::text)`.execute(this.#database.tables);
    return rows.map(({ id }) => id);
  }

  async giveBack(transaction: Transaction<Schema>, job: RenderJob): Promise<void> {
    // A new job instead of the old one made waiting again: another process may take it at once, and then the end of our
    // own handler must not complete it.
    const db = fromKysely(transaction);
    const payload: Payload = { render: job.render };
    await this.#boss.deleteJob(RENDERS, job.id, { db });
    await this.#boss.send(RENDERS, payload, { db, priority: 1 });
  }

  async check(): Promise<void> {
    if ((await this.#boss.getQueue(RENDERS)) === null) throw new Error('The queue of renders is gone.');
  }

  async stop(): Promise<void> {
    // First no more jobs, then the end of the running ones: else a job given back is taken again.
    await this.#boss.offWork(RENDERS, { wait: false });
    this.#stopping.abort(new KinoraError('stopping', 'The server is stopping; try again later.'));
    await this.#boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
  }
}
