import { sql, type Transaction } from 'kysely';
import { fromKysely, type Job, type PgBoss } from 'pg-boss';
import { hideFields } from '../base/hide-fields.ts';
import { KinoraError } from '../base/errors.ts';
import { batch } from '../base/batch.ts';
import type { Logger } from '../base/logger.ts';
import { type IdempotencyClaim, claimKeys } from '../store/idempotency-claims.ts';
import type { Database } from '../store/database.ts';
import { addRender, countWaitingRenders, type NewRender } from '../store/renders.ts';
import type { Schema } from '../store/schema.ts';
import {
  CALLBACK_QUEUE,
  COPY_QUEUE,
  CREATION_QUEUE,
  DEAD_RENDER_QUEUE,
  IMPORT_QUEUE,
  QUEUE_NAMES,
  RENDER_QUEUE,
  RENDITION_QUEUE,
  startBoss,
} from './boss.ts';
import { CallbackQueue } from './callback-queue.ts';
import { CopyQueue } from './copy-queue.ts';
import { CreationQueue } from './creation-queue.ts';
import { IngestQueue } from './ingest-queue.ts';

/** The payload of a job. Everything else is in the render's row. */
interface Payload {
  readonly render: string;
  /** Number of this attempt at the render, from 1. */
  readonly tries: number;
}

/** A render that a worker has taken from the queue. Each attempt has its own job. */
export interface RenderJob {
  /** Id of the job, which differs from the id of the render. */
  readonly id: string;
  /** Id of the render. */
  readonly render: string;
  /** Number of this attempt at the render, from 1. */
  readonly tries: number;
  /** True if the queue makes no further attempt after this one. */
  readonly isLastTry: boolean;
  /**
   * Fires if the work has to end early. The reason is a KinoraError `stopping` if the process is stopping and
   * the job has to be given back. Any other reason means that the job has run out of time.
   */
  readonly signal: AbortSignal;
}

/**
 * Does one job. Resolving completes the job, whatever the outcome of the render. Throwing makes the queue
 * retry later with another job. Neither has an effect if the queue has declared the worker dead for lack of
 * heartbeats.
 */
export type RenderHandler = (job: RenderJob) => Promise<void>;

/** The queue of renders, in the same database as their rows. */
export interface Queue {
  /**
   * Writes a render's row and its job in one transaction.
   *
   * @param claim Written in the same transaction if given.
   * @returns The earlier claim with the same key, if there is one. In that case, nothing was written.
   * @throws {KinoraError} `queue_full` if too many renders are waiting; `stopping` if this process is
   * stopping.
   */
  submit(render: NewRender, claim?: IdempotencyClaim): Promise<IdempotencyClaim | undefined>;
  /** Starts taking jobs, up to `concurrency` of them at the same time. */
  startWorkers(concurrency: number, handler: RenderHandler): Promise<void>;
  /**
   * Starts retrying renders whose job ended without an outcome. Calls the handler with the id of each render
   * that has used up its attempts.
   */
  onDeadLetter(handler: (render: string) => Promise<void>): Promise<void>;
  /** Returns the ids of the renders that are not final and have no job that could finish them. */
  findOrphaned(): Promise<string[]>;
  /** Gives a job of this process back to the front of the queue. The attempt does not count. */
  requeue(transaction: Transaction<Schema>, job: RenderJob): Promise<void>;
  /** The queue of callbacks. */
  readonly callbacks: CallbackQueue;
  /** The queue of copies and transfers. */
  readonly copies: CopyQueue;
  /** The queues of sources and renditions. */
  readonly ingest: IngestQueue;
  /** The queue of files to create. */
  readonly creations: CreationQueue;
  /** Resolves if the queue responds, rejects if it does not. */
  check(): Promise<void>;
  /** Stops taking jobs, aborts the running ones, waits for them and closes the queue. */
  stop(): Promise<void>;
}

interface Submission {
  readonly render: NewRender;
  readonly claim: IdempotencyClaim | undefined;
}

/**
 * The result of a submission: accepted, refused because the queue was full, or the earlier claim with the
 * same key.
 */
type SubmissionResult = 'accepted' | 'refused' | IdempotencyClaim;

/** Options of a queue. */
export interface QueueOptions {
  readonly log: Logger;
  /**
   * Maximum number of waiting renders, of waiting transfers, of waiting sources, and of waiting creations. Further submissions are refused.
   * Simultaneous submissions may exceed the limit slightly. Default 10,000.
   */
  readonly maxWaiting?: number;
}

const MAX_WAITING = 10_000;
/** Maximum number of submissions in one transaction. */
const MAX_BATCH = 64;
/**
 * Maximum length in characters of an edit that is written in a batch. A longer edit is written alone, because
 * a batch of long edits delays other edits and needs much memory.
 */
const MAX_BATCHED_LENGTH = 100_000;
/** Seconds before each further attempt. */
const RETRY_DELAYS_SECONDS = [0, 10];
// Polling is a backstop, because notifications start a job within milliseconds. Only delayed retries have to
// wait for a poll, because they come due without a notification.
const POLL_SECONDS = 2;
/** The queues whose jobs may run for long. */
const WORKED_QUEUES = [
  RENDER_QUEUE,
  CALLBACK_QUEUE,
  COPY_QUEUE,
  IMPORT_QUEUE,
  RENDITION_QUEUE,
  CREATION_QUEUE,
] as const;
const STOP_TIMEOUT_MS = 20_000;
const POLLING_OPTIONS = { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: POLL_SECONDS };

/**
 * Opens the queue on an open database. On an embedded database, jobs that were running when the last process
 * died are retried immediately.
 */
export async function openQueue(database: Database, options: QueueOptions): Promise<Queue> {
  const boss = await startBoss(database.engine, options.log);
  if (database.engine.kind === 'embedded') await failOrphanedJobs(boss, database);
  return new PgBossQueue(boss, database, options.maxWaiting ?? MAX_WAITING);
}

/**
 * Fails the active jobs. Only one process can use an embedded database, so at its start no worker owns them.
 */
async function failOrphanedJobs(boss: PgBoss, database: Database): Promise<void> {
  const { rows } = await sql<{ name: string; id: string }>`
    select name, id from pgboss.job
    where name in (${sql.join(QUEUE_NAMES)}) and state = 'active'`.execute(database.tables);
  // The failed job counts as an attempt, so that a render that kills its server does so only a few times.
  for (const { name, id } of rows)
    await boss.fail(name, id, { message: 'The process that was working on the job ended.' });
}

class PgBossQueue implements Queue {
  readonly callbacks: CallbackQueue;
  readonly copies: CopyQueue;
  readonly ingest: IngestQueue;
  readonly creations: CreationQueue;
  private readonly boss: PgBoss;
  private readonly database: Database;
  private readonly maxWaiting: number;
  private readonly stopping = new AbortController();
  /** Writes simultaneous submissions in one transaction, which is far less work than one transaction each. */
  private readonly writeBatched = batch(
    (all: readonly Submission[]) => this.writeSubmissions(all),
    MAX_BATCH,
  );
  /**
   * Writes long edits one after the other. An embedded database would write several of them without a pause
   * and block everything else.
   */
  private readonly writeAlone = batch((all: readonly Submission[]) => this.writeSubmissions(all), 1);

  constructor(boss: PgBoss, database: Database, maxWaiting: number) {
    this.boss = boss;
    this.database = database;
    this.maxWaiting = maxWaiting;
    hideFields(this, 'boss', 'database');
    this.callbacks = new CallbackQueue(boss, database, this.stopping.signal);
    this.copies = new CopyQueue(boss, database, this.stopping.signal, maxWaiting);
    this.ingest = new IngestQueue(boss, database, this.stopping.signal, maxWaiting);
    this.creations = new CreationQueue(boss, database, this.stopping.signal, maxWaiting);
  }

  async submit(render: NewRender, claim?: IdempotencyClaim): Promise<IdempotencyClaim | undefined> {
    this.stopping.signal.throwIfAborted();
    const write = render.edit.length <= MAX_BATCHED_LENGTH ? this.writeBatched : this.writeAlone;
    const result = await write({ render, claim });
    if (result === 'refused')
      throw new KinoraError('queue_full', 'Too many renders are waiting. Try again later.');
    return result === 'accepted' ? undefined : result;
  }

  private async writeSubmissions(submissions: readonly Submission[]): Promise<SubmissionResult[]> {
    return await this.database.tables.transaction().execute(async (transaction) => {
      const remaining = Math.max(
        0,
        this.maxWaiting - (await countWaitingRenders(transaction, this.maxWaiting)),
      );
      const admitted = submissions.slice(0, remaining);
      const earlierClaims = await claimKeys(
        transaction,
        admitted.flatMap(({ claim }) => claim ?? []),
      );
      const results = admitted.map(({ claim }) => (claim && earlierClaims.get(claim)) ?? 'accepted');
      const accepted = admitted.filter((_submission, index) => results[index] === 'accepted');
      await this.insertRenders(
        transaction,
        accepted.map(({ render }) => render),
      );
      return submissions.map((_submission, index) => results[index] ?? 'refused');
    });
  }

  private async insertRenders(
    transaction: Transaction<Schema>,
    renders: readonly NewRender[],
  ): Promise<void> {
    if (renders.length === 0) return;
    await addRender(transaction, renders);
    const jobs = renders.map(({ id }) => ({ data: { render: id, tries: 1 } satisfies Payload }));
    await this.boss.insert(RENDER_QUEUE, jobs, { db: fromKysely(transaction) });
  }

  async startWorkers(concurrency: number, handler: RenderHandler): Promise<void> {
    for (let worker = 0; worker < concurrency; worker++) {
      await this.startWorker(RENDER_QUEUE, (job) => handler(this.toRenderJob(job)));
    }
  }

  private async startWorker(name: string, handler: (job: Job<Payload>) => Promise<void>): Promise<void> {
    const worker = await this.boss.work<Payload, undefined, typeof POLLING_OPTIONS>(
      name,
      POLLING_OPTIONS,
      async (jobs) => {
        try {
          for (const job of jobs) await handler(job);
        } finally {
          // Fetch the next job immediately instead of at the next poll.
          this.boss.notifyWorker(worker);
        }
        return undefined;
      },
    );
  }

  private toRenderJob({ id, data, signal }: Job<Payload>): RenderJob {
    return {
      id,
      render: data.render,
      tries: data.tries,
      isLastTry: data.tries > RETRY_DELAYS_SECONDS.length,
      signal: AbortSignal.any([this.stopping.signal, signal]),
    };
  }

  async onDeadLetter(handler: (render: string) => Promise<void>): Promise<void> {
    await this.startWorker(DEAD_RENDER_QUEUE, ({ id, data }) => this.retryOrAbandon(handler, id, data));
  }

  private async retryOrAbandon(
    abandon: (render: string) => Promise<void>,
    id: string,
    { render, tries }: Payload,
  ): Promise<void> {
    const startAfter = RETRY_DELAYS_SECONDS[tries - 1];
    if (startAfter === undefined) {
      await abandon(render);
      return;
    }
    const payload: Payload = { render, tries: tries + 1 };
    // The retry gets the id of the dead job, so that repeating this after a crash creates no second job.
    await this.boss.send(RENDER_QUEUE, payload, { id, startAfter, priority: 1 });
  }

  async findOrphaned(): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from render where status not in ('done', 'failed') and not exists (
        select from pgboss.job
        where name in (${RENDER_QUEUE}, ${DEAD_RENDER_QUEUE})
          and state in ('created', 'retry', 'active')
          and data ->> 'render' = render.id::text)`.execute(this.database.tables);
    return rows.map(({ id }) => id);
  }

  async requeue(transaction: Transaction<Schema>, { id, render, tries }: RenderJob): Promise<void> {
    const db = fromKysely(transaction);
    const payload: Payload = { render, tries };
    // If the queue has declared this worker dead, the job already has a successor. Do not create a second
    // one.
    const completed = await this.boss.complete(RENDER_QUEUE, id, undefined, { db });
    // pg-boss documents `affected`, the number of jobs that were still active, but its type omits it.
    if ((completed as { affected?: number }).affected === 1)
      await this.boss.send(RENDER_QUEUE, payload, { db, priority: 1 });
  }

  async check(): Promise<void> {
    if ((await this.boss.getQueue(RENDER_QUEUE)) === null)
      throw new Error('The queue of renders does not exist.');
  }

  async stop(): Promise<void> {
    // Stop taking jobs before aborting the running ones. Otherwise a job that is given back would be taken
    // again.
    for (const name of WORKED_QUEUES) await this.boss.offWork(name, { wait: false });
    this.stopping.abort(new KinoraError('stopping', 'The server is stopping. Try again later.'));
    await this.boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
  }
}
