import { sql, type Transaction } from 'kysely';
import { fromKysely, type Job, type PgBoss } from 'pg-boss';
import { KinoraError } from '../base/errors.ts';
import { gather } from '../base/gather.ts';
import type { Logger } from '../base/log.ts';
import { type Claim, claimAll } from '../store/claims.ts';
import type { Database } from '../store/database.ts';
import { addRender, countWaiting, type NewRender } from '../store/renders.ts';
import type { Schema } from '../store/schema.ts';
import { CALLBACKS, COPIES, DEAD_CALLBACKS, DEAD_COPIES, DEAD_RENDERS, RENDERS, startBoss } from './boss.ts';
import { CallbackQueue } from './callback-queue.ts';
import { CopyQueue } from './copy-queue.ts';

/** The payload of a job: everything else is in the render's row. */
interface Payload {
  readonly render: string;
  /** Which try at the render this is, from 1. */
  readonly tries: number;
}

/** A render that a worker has taken from the queue. Each try is a job of its own. */
export interface RenderJob {
  /** Id of the job, which is not that of the render. */
  readonly id: string;
  /** Id of the render. */
  readonly render: string;
  /** Which try at the render this is, from 1. */
  readonly tries: number;
  /** Whether the queue will not try again after this. */
  readonly last: boolean;
  /**
   * Fires when the work has to end early: with a KinoraError `stopping` as the reason when the process stops and the
   * job is to be given back, with another reason when the job has run out of time.
   */
  readonly signal: AbortSignal;
}

/**
 * Does one job. Resolving ends it for good, whatever the render's outcome; throwing makes the queue try again later, with
 * another job. Both do nothing once the job was taken away, because its worker gave no sign of life.
 */
export type RenderHandler = (job: RenderJob) => Promise<void>;

/** The queue of renders, on the same database as the rows. */
export interface Queue {
  /**
   * Writes a render's row and its job in one transaction.
   *
   * @param claim Written in the same transaction, when it is given.
   * @returns The claim that had the key already; then nothing was written.
   * @throws {KinoraError} `queue_full` when too many wait, `stopping` when this process stops.
   */
  submit(render: NewRender, claim?: Claim): Promise<Claim | undefined>;
  /** Takes jobs from now on, `atOnce` of them at the same time. */
  take(atOnce: number, handler: RenderHandler): Promise<void>;
  /** Has renders whose job ended without an outcome tried again, and calls the handler with the id of each that was tried often enough. */
  takeDead(handler: (render: string) => Promise<void>): Promise<void>;
  /** Ids of the renders that are not final and have no job that could finish them. */
  forgotten(): Promise<string[]>;
  /** Puts a render whose job this process has taken back to the front of the queue, as if it had not been tried. */
  giveBack(transaction: Transaction<Schema>, job: RenderJob): Promise<void>;
  /** The callbacks that wait to be sent. */
  readonly callbacks: CallbackQueue;
  /** The files that wait to be sent to other providers. */
  readonly copies: CopyQueue;
  /** Resolves when the queue has answered; rejects when it cannot. */
  check(): Promise<void>;
  /** Takes no more jobs, tells the running ones to end, waits for them and closes. */
  stop(): Promise<void>;
}

interface Submission {
  readonly render: NewRender;
  readonly claim: Claim | undefined;
}

/** What became of a submission: refused, because there was no room; or the claim that had its key already. */
type Submitted = 'accepted' | 'refused' | Claim;

/** Settings of a queue that tests make small. */
export interface QueueOptions {
  readonly log: Logger;
  /** How many renders, and how many transfers, may wait before a submission is refused, a few more when some come at one moment. Default 10,000. */
  readonly limit?: number;
}

const WAITING_LIMIT = 10_000;
/** So many submissions go in one transaction at the most. */
const GATHERED = 64;
/** A longer edit, in characters, goes alone: others would wait for it, and many of them at once take much memory. */
const GATHERED_LENGTH = 100_000;
/** Seconds before each further try. */
const TRY_AGAIN_AFTER = [0, 10];
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
  const { rows } = await sql<{ name: string; id: string }>`
    select name, id from pgboss.job
    where name in (${RENDERS}, ${DEAD_RENDERS}, ${CALLBACKS}, ${DEAD_CALLBACKS}, ${COPIES}, ${DEAD_COPIES})
      and state = 'active'`.execute(database.tables);
  // Counts as a try, so that a render that kills its server does so only a few times.
  for (const { name, id } of rows)
    await boss.fail(name, id, { message: 'The process that worked on it ended.' });
}

class BossQueue implements Queue {
  readonly callbacks: CallbackQueue;
  readonly copies: CopyQueue;
  readonly #boss: PgBoss;
  readonly #database: Database;
  readonly #limit: number;
  readonly #stopping = new AbortController();
  /** Of many submissions at once, one transaction is far less work than one each. */
  readonly #writeTogether = gather((all: readonly Submission[]) => this.#writeAll(all), GATHERED);
  /** One after the other: an embedded database writes many of them without a pause, and nothing else would happen. */
  readonly #writeAlone = gather((all: readonly Submission[]) => this.#writeAll(all), 1);

  constructor(boss: PgBoss, database: Database, limit: number) {
    this.#boss = boss;
    this.#database = database;
    this.#limit = limit;
    this.callbacks = new CallbackQueue(boss, database, this.#stopping.signal);
    this.copies = new CopyQueue(boss, database, this.#stopping.signal, limit);
  }

  async submit(render: NewRender, claim?: Claim): Promise<Claim | undefined> {
    this.#stopping.signal.throwIfAborted();
    const write = render.edit.length <= GATHERED_LENGTH ? this.#writeTogether : this.#writeAlone;
    const submitted = await write({ render, claim });
    if (submitted === 'refused')
      throw new KinoraError('queue_full', 'Too many renders are waiting; try again later.');
    return submitted === 'accepted' ? undefined : submitted;
  }

  async #writeAll(submissions: readonly Submission[]): Promise<Submitted[]> {
    return await this.#database.tables.transaction().execute(async (transaction) => {
      const room = Math.max(0, this.#limit - (await countWaiting(transaction, this.#limit)));
      const inTime = submissions.slice(0, room);
      const earlier = await claimAll(
        transaction,
        inTime.flatMap(({ claim }) => claim ?? []),
      );
      const submitted = inTime.map(({ claim }) => (claim && earlier.get(claim)) ?? 'accepted');
      const accepted = inTime.filter((_submission, index) => submitted[index] === 'accepted');
      await this.#write(
        transaction,
        accepted.map(({ render }) => render),
      );
      return submissions.map((_submission, index) => submitted[index] ?? 'refused');
    });
  }

  async #write(transaction: Transaction<Schema>, renders: readonly NewRender[]): Promise<void> {
    if (renders.length === 0) return;
    await addRender(transaction, renders);
    const jobs = renders.map(({ id }) => ({ data: { render: id, tries: 1 } satisfies Payload }));
    await this.#boss.insert(RENDERS, jobs, { db: fromKysely(transaction) });
  }

  async take(atOnce: number, handler: RenderHandler): Promise<void> {
    for (let hand = 0; hand < atOnce; hand++) {
      await this.#work(RENDERS, (job) => handler(this.#renderJob(job)));
    }
  }

  async #work(name: string, handler: (job: Job<Payload>) => Promise<void>): Promise<void> {
    const hand = await this.#boss.work<Payload, undefined, typeof POLLING>(name, POLLING, async (jobs) => {
      try {
        for (const job of jobs) await handler(job);
      } finally {
        // After one job the next is fetched at once, not at the next poll.
        this.#boss.notifyWorker(hand);
      }
      return undefined;
    });
  }

  #renderJob({ id, data, signal }: Job<Payload>): RenderJob {
    return {
      id,
      render: data.render,
      tries: data.tries,
      last: data.tries > TRY_AGAIN_AFTER.length,
      signal: AbortSignal.any([this.#stopping.signal, signal]),
    };
  }

  async takeDead(handler: (render: string) => Promise<void>): Promise<void> {
    await this.#work(DEAD_RENDERS, ({ id, data }) => this.#tryAgainOr(handler, id, data));
  }

  async #tryAgainOr(
    giveUp: (render: string) => Promise<void>,
    id: string,
    { render, tries }: Payload,
  ): Promise<void> {
    const startAfter = TRY_AGAIN_AFTER[tries - 1];
    if (startAfter === undefined) {
      await giveUp(render);
      return;
    }
    const payload: Payload = { render, tries: tries + 1 };
    // Under the id of the dead job, so that to do this twice, after a crash in the middle, makes one job.
    await this.#boss.send(RENDERS, payload, { id, startAfter, priority: 1 });
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

  async giveBack(transaction: Transaction<Schema>, { id, render, tries }: RenderJob): Promise<void> {
    const db = fromKysely(transaction);
    const payload: Payload = { render, tries };
    // A job that is not ours any more, because we were taken for dead, has its successor already.
    const completed = await this.#boss.complete(RENDERS, id, undefined, { db });
    // The package's type leaves out what its documentation promises: the number of jobs that were active until now.
    if ((completed as { affected?: number }).affected === 1)
      await this.#boss.send(RENDERS, payload, { db, priority: 1 });
  }

  async check(): Promise<void> {
    if ((await this.#boss.getQueue(RENDERS)) === null) throw new Error('The queue of renders is gone.');
  }

  async stop(): Promise<void> {
    // First no more jobs, then the end of the running ones: else a job given back is taken again.
    await this.#boss.offWork(RENDERS, { wait: false });
    await this.#boss.offWork(CALLBACKS, { wait: false });
    await this.#boss.offWork(COPIES, { wait: false });
    this.#stopping.abort(new KinoraError('stopping', 'The server is stopping; try again later.'));
    await this.#boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
  }
}
