import { sql, type Transaction } from 'kysely';
import { fromKysely, type Job, type PgBoss } from 'pg-boss';
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
  DEAD_CALLBACK_QUEUE,
  DEAD_COPY_QUEUE,
  DEAD_RENDER_QUEUE,
  RENDER_QUEUE,
  startBoss,
} from './boss.ts';
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
  /** True if the queue does not try again after this. */
  readonly isLastTry: boolean;
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
  submit(render: NewRender, claim?: IdempotencyClaim): Promise<IdempotencyClaim | undefined>;
  /** Takes jobs from now on, `concurrency` of them at the same time. */
  startWorkers(concurrency: number, handler: RenderHandler): Promise<void>;
  /** Has renders whose job ended without an outcome tried again, and calls the handler with the id of each that was tried often enough. */
  onDeadLetter(handler: (render: string) => Promise<void>): Promise<void>;
  /** Ids of the renders that are not final and have no job that could finish them. */
  findOrphaned(): Promise<string[]>;
  /** Puts a render whose job this process has taken back to the front of the queue, as if it had not been tried. */
  requeue(transaction: Transaction<Schema>, job: RenderJob): Promise<void>;
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
  readonly claim: IdempotencyClaim | undefined;
}

/** The result of a submission: refused if the queue was full, or the claim that had its key already. */
type SubmissionResult = 'accepted' | 'refused' | IdempotencyClaim;

/** Settings of a queue that tests make small. */
export interface QueueOptions {
  readonly log: Logger;
  /** How many renders, and how many transfers, may wait before a submission is refused, a few more when some come at one moment. Default 10,000. */
  readonly maxWaiting?: number;
}

const MAX_WAITING = 10_000;
/** Submissions that go in one transaction. */
const MAX_BATCH = 64;
/** A longer edit, in characters, goes alone: others would wait for it, and many of them at once take much memory. */
const MAX_BATCHED_LENGTH = 100_000;
/** Seconds before each further try. */
const RETRY_DELAYS_SECONDS = [0, 10];
// A backstop: notifications start a job within milliseconds. Retries, which come due silently, wait for the next poll.
const POLL_SECONDS = 2;
const STOP_TIMEOUT_MS = 20_000;
const POLLING_OPTIONS = { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: POLL_SECONDS };

/** Opens the queue on an open database. On an embedded one, jobs that were running when the last process died wait again at once. */
export async function openQueue(database: Database, options: QueueOptions): Promise<Queue> {
  const boss = await startBoss(database.engine, options.log);
  if (database.engine.kind === 'embedded') await failOrphanedJobs(boss, database);
  return new PgBossQueue(boss, database, options.maxWaiting ?? MAX_WAITING);
}

/** Nobody but this process can work on an embedded database, so a job that is active at its start belongs to nobody. */
async function failOrphanedJobs(boss: PgBoss, database: Database): Promise<void> {
  const { rows } = await sql<{ name: string; id: string }>`
    select name, id from pgboss.job
    where name in (${RENDER_QUEUE}, ${DEAD_RENDER_QUEUE}, ${CALLBACK_QUEUE}, ${DEAD_CALLBACK_QUEUE}, ${COPY_QUEUE}, ${DEAD_COPY_QUEUE})
      and state = 'active'`.execute(database.tables);
  // Counts as a try, so that a render that kills its server does so only a few times.
  for (const { name, id } of rows)
    await boss.fail(name, id, { message: 'The process that worked on it ended.' });
}

class PgBossQueue implements Queue {
  readonly callbacks: CallbackQueue;
  readonly copies: CopyQueue;
  private readonly boss: PgBoss;
  private readonly database: Database;
  private readonly maxWaiting: number;
  private readonly stopping = new AbortController();
  /** Of many submissions at once, one transaction is far less work than one each. */
  private readonly writeBatched = batch(
    (all: readonly Submission[]) => this.writeSubmissions(all),
    MAX_BATCH,
  );
  /** One after the other: an embedded database writes many of them without a pause, and nothing else would happen. */
  private readonly writeAlone = batch((all: readonly Submission[]) => this.writeSubmissions(all), 1);

  constructor(boss: PgBoss, database: Database, maxWaiting: number) {
    this.boss = boss;
    this.database = database;
    this.maxWaiting = maxWaiting;
    this.callbacks = new CallbackQueue(boss, database, this.stopping.signal);
    this.copies = new CopyQueue(boss, database, this.stopping.signal, maxWaiting);
  }

  async submit(render: NewRender, claim?: IdempotencyClaim): Promise<IdempotencyClaim | undefined> {
    this.stopping.signal.throwIfAborted();
    const write = render.edit.length <= MAX_BATCHED_LENGTH ? this.writeBatched : this.writeAlone;
    const result = await write({ render, claim });
    if (result === 'refused')
      throw new KinoraError('queue_full', 'Too many renders are waiting; try again later.');
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
          // After one job the next is fetched at once, not at the next poll.
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
    // Under the id of the dead job, so that to do this twice, after a crash in the middle, makes one job.
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
    // A job that is not ours any more, because we were taken for dead, has its successor already.
    const completed = await this.boss.complete(RENDER_QUEUE, id, undefined, { db });
    // The package's type leaves out what its documentation promises: the number of jobs that were active until now.
    if ((completed as { affected?: number }).affected === 1)
      await this.boss.send(RENDER_QUEUE, payload, { db, priority: 1 });
  }

  async check(): Promise<void> {
    if ((await this.boss.getQueue(RENDER_QUEUE)) === null) throw new Error('The queue of renders is gone.');
  }

  async stop(): Promise<void> {
    // First no more jobs, then the end of the running ones: else a job given back is taken again.
    await this.boss.offWork(RENDER_QUEUE, { wait: false });
    await this.boss.offWork(CALLBACK_QUEUE, { wait: false });
    await this.boss.offWork(COPY_QUEUE, { wait: false });
    this.stopping.abort(new KinoraError('stopping', 'The server is stopping; try again later.'));
    await this.boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
  }
}
