import type { Transaction } from 'kysely';
import type { StageTimes } from '../store/queue/attempts.ts';
import type { WorkCost } from '../store/queue/work-cost.ts';
import type { Schema } from '../store/schema.ts';

/** The subject of a job: what to work on, by its row. */
export interface AttemptSubject<Kind extends string> {
  readonly kind: Kind;
  readonly id: string;
  readonly owner: string;
  /** The version of the subject that the work is about, if it has versions. */
  readonly version?: number;
}

/** One attempt to make now. */
export interface AttemptJob<Kind extends string> extends AttemptSubject<Kind> {
  /** Id of the job, which differs from the id of the subject. Each attempt has its own. */
  readonly job: string;
  /** Number of the attempt, from 1. Attempts that did not count are left out. */
  readonly tries: number;
  /** True if no other attempt follows this one, unless it does not count. */
  readonly isLastTry: boolean;
  /** The predicted cost. */
  readonly cost: WorkCost;
  /**
   * Fires if the work has to end early. The reason is a KinoraError `stopping` if the process stops: the job is
   * then given back to the queue. Any other reason means that the job has run out of time.
   */
  readonly signal: AbortSignal;
}

/**
 * Records the result of an attempt. Runs in the transaction that completes the job, and only if the job still
 * belongs to this worker. Runs again if the transaction has to be repeated.
 */
export type RecordResult = (transaction: Transaction<Schema>) => Promise<void>;

/** The result of an attempt with all that the queue records about it. */
export interface AttemptReport {
  readonly record?: RecordResult;
  /**
   * `done` or `failed`: the subject is final. `again`: the attempt counts, and the next one follows after its
   * delay. `later`: the infrastructure failed, so the attempt does not count. `back`: the process stops, so the
   * job returns to the front. Default `done`.
   */
  readonly then?: 'done' | 'failed' | 'again' | 'later' | 'back';
  /** The code of the error, if there was one. */
  readonly code?: string | undefined;
  /** One sentence for the operator. */
  readonly reason?: string | undefined;
  readonly stages?: StageTimes | undefined;
  /**
   * Runs after the record is written, also if the job no longer belongs to this worker. It must not reject.
   */
  readonly cleanUp?: () => Promise<void>;
}

/** The reason why the queue gives up a subject. */
export interface AbandonReason {
  /** The code of the last error, such as `worker_lost`. */
  readonly code: string;
  /** One sentence for the operator. */
  readonly reason: string;
}

/** The functions that the workers of the queue call. */
export interface AttemptHandlers<Kind extends string> {
  /**
   * Makes one attempt. If it throws, the attempt counts and the next one follows, except if the process stops
   * or the error says that the database or the disk is away.
   */
  attempt(job: AttemptJob<Kind>): Promise<AttemptReport>;
  /** Gives up a subject whose last attempt ended without a result. */
  abandon(subject: AttemptSubject<Kind>, transaction: Transaction<Schema>, why: AbandonReason): Promise<void>;
  /** Cleans up after {@link abandon}, once its transaction is committed. Must not reject. */
  afterAbandon?(subject: AttemptSubject<Kind>): Promise<void>;
}

/** The functions for each kind of subject of a queue. */
export type WorkHandlers<Kind extends string> = { readonly [Each in Kind]: AttemptHandlers<Each> };
