import type { Transaction } from 'kysely';
import { fromKysely, type Job, type PgBoss } from 'pg-boss';
import { hideFields } from '../base/hide-fields.ts';
import type { Database } from '../store/database.ts';
import type { Schema } from '../store/schema.ts';
import { wakeWorkers } from './boss.ts';

/** The subject of a job: what to work on, by its row. */
export interface AttemptSubject<Kind extends string> {
  readonly kind: Kind;
  readonly id: string;
  readonly owner: string;
  /** The version of the subject that the work is about, if it has versions. */
  readonly version?: number;
}

/** The payload of a job: one attempt. */
interface Payload<Kind extends string> extends AttemptSubject<Kind> {
  /** Number of the attempt, from 1. */
  readonly tries: number;
}

/** One attempt to make now. */
export interface AttemptJob<Kind extends string> extends AttemptSubject<Kind> {
  /** True if no other attempt follows this one. */
  readonly isLastTry: boolean;
  /** Fires when the process stops, or when the job has run out of time. */
  readonly signal: AbortSignal;
}

/**
 * Records the result of an attempt. Runs in the transaction that completes the job, and only if the job still
 * belongs to this worker.
 */
export type RecordResult = (transaction: Transaction<Schema>) => Promise<void>;

/**
 * The result of an attempt: a function that records it, or `again` to retry later. `cleanUp` runs after the
 * record is written, also if the job no longer belongs to this worker. It must not reject.
 */
export type AttemptResult =
  'again' | RecordResult | { readonly record: RecordResult; readonly cleanUp: () => Promise<void> };

/** The functions that the workers of the queue call. */
export interface AttemptHandlers<Kind extends string> {
  /** Makes one attempt. */
  attempt(job: AttemptJob<Kind>): Promise<AttemptResult>;
  /** Gives up a subject whose last attempt ended without a result. */
  abandon(subject: AttemptSubject<Kind>, transaction: Transaction<Schema>): Promise<void>;
}

/** The rules of one queue. */
export interface AttemptQueueRules {
  readonly name: string;
  /** Name of the queue of attempts whose worker died. */
  readonly deadName: string;
  /** Seconds before each attempt. Their number is the number of attempts. */
  readonly delaysSeconds: readonly number[];
  /** A limit per owner and process, so that the slow work of one owner does not hold up other owners. */
  readonly workersPerOwner: number;
}

/**
 * Each delay is extended by up to this fraction, so that attempts that failed together are not retried
 * together.
 */
const JITTER = 0.1;
const POLL_SECONDS = 2;

/**
 * A queue of work in the same database as the rows that it is about. Each subject is attempted until it
 * succeeds, is refused or has used up its attempts.
 */
export class AttemptQueue<Kind extends string> {
  private readonly stopping: AbortSignal;
  private readonly boss: PgBoss;
  private readonly database: Database;
  private readonly rules: AttemptQueueRules;

  /**
   * @param boss Started, with its queues created.
   * @param stopping Fires when the process stops.
   */
  constructor(boss: PgBoss, database: Database, stopping: AbortSignal, rules: AttemptQueueRules) {
    this.boss = boss;
    this.database = database;
    this.stopping = stopping;
    this.rules = rules;
    hideFields(this, 'boss', 'database');
  }

  /**
   * Enqueues the first attempt at a subject. Its job becomes available when the transaction commits.
   *
   * @param priority jobs with a higher priority are taken first. Default 0, as for further attempts.
   */
  async enqueue(
    transaction: Transaction<Schema>,
    subject: AttemptSubject<Kind>,
    priority = 0,
  ): Promise<void> {
    await this.send({ ...subject, tries: 1 }, 0, transaction, { priority });
  }

  /** Starts taking jobs. @param workers number of attempts that this process makes at the same time. */
  async startWorkers(handlers: AttemptHandlers<Kind>, workers: number): Promise<void> {
    const { name, deadName, workersPerOwner } = this.rules;
    const options = {
      localConcurrency: workers,
      localGroupConcurrency: Math.min(workersPerOwner, workers),
      pollingIntervalSeconds: POLL_SECONDS,
      notifyPollingIntervalSeconds: POLL_SECONDS,
    };
    await this.boss.work<Payload<Kind>, undefined, typeof options>(name, options, async (jobs) => {
      try {
        for (const job of jobs) await this.attempt(job, handlers);
      } finally {
        wakeWorkers(this.boss, name);
      }
      return undefined;
    });
    await this.boss.work<Payload<Kind>>(deadName, async (jobs) => {
      for (const { id, data } of jobs) await this.retryOrAbandon(id, data, handlers);
    });
  }

  private async attempt(
    { id, data, signal }: Job<Payload<Kind>>,
    handlers: AttemptHandlers<Kind>,
  ): Promise<void> {
    const isLastTry = data.tries >= this.rules.delaysSeconds.length;
    const subject: AttemptSubject<Kind> = { kind: data.kind, id: data.id, owner: data.owner };
    const combined = AbortSignal.any([this.stopping, signal]);
    let result: AttemptResult | 'requeue';
    try {
      combined.throwIfAborted();
      result = await handlers.attempt({ ...subject, isLastTry, signal: combined });
    } catch (error) {
      if (!this.stopping.aborted) throw error;
      result = 'requeue';
    }
    if (this.stopping.aborted && result === 'again') result = 'requeue';
    await this.database.tables.transaction().execute(async (transaction) => {
      // If the queue has given the job to another worker in the meantime, that worker records the result.
      if (!(await this.complete(id, transaction))) return;
      if (result === 'requeue') await this.send(data, 0, transaction);
      else if (result === 'again') await this.retry(data, transaction);
      else await (typeof result === 'object' ? result.record : result)(transaction);
    });
    if (typeof result === 'object') await result.cleanUp();
  }

  private async retryOrAbandon(
    id: string,
    data: Payload<Kind>,
    handlers: AttemptHandlers<Kind>,
  ): Promise<void> {
    await this.database.tables.transaction().execute(async (transaction) => {
      if (data.tries >= this.rules.delaysSeconds.length) await handlers.abandon(data, transaction);
      // The retry gets the id of the dead job, so that doing this twice creates one job.
      else await this.retry(data, transaction, { id });
    });
  }

  private async retry(
    data: Payload<Kind>,
    transaction: Transaction<Schema>,
    job: { readonly id?: string } = {},
  ): Promise<void> {
    const delay = this.rules.delaysSeconds[data.tries] ?? 0;
    const startAfter = Math.round(delay * (1 + JITTER * Math.random()));
    await this.send({ ...data, tries: data.tries + 1 }, startAfter, transaction, job);
  }

  private async complete(job: string, transaction: Transaction<Schema>): Promise<boolean> {
    const completed = await this.boss.complete(this.rules.name, job, undefined, {
      db: fromKysely(transaction),
    });
    // pg-boss documents `affected`, the number of jobs that were still active, but its type omits it.
    return (completed as { affected?: number }).affected === 1;
  }

  private async send(
    payload: Payload<Kind>,
    startAfter: number,
    transaction: Transaction<Schema>,
    job: { readonly id?: string; readonly priority?: number } = {},
  ): Promise<void> {
    const options = { db: fromKysely(transaction), startAfter, group: { id: payload.owner }, ...job };
    await this.boss.send(this.rules.name, payload, options);
  }
}
