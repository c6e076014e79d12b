import type { Transaction } from 'kysely';
import { type ErrorCode, KinoraError } from '../base/errors.ts';
import type { AttemptHandlers, AttemptJob, AttemptReport, RecordResult } from '../jobs/attempt-job.ts';
import { beginAssets, type NewAsset } from '../store/assets.ts';
import type { Schema, Tables } from '../store/schema.ts';
import { describeAbandoned } from './finish/end-render.ts';
import { describeForOperator, toAttemptError } from './finish/infrastructure-fault.ts';
import { decideNext } from './finish/next-step.ts';
import { retryUntilStored } from './finish/retry-until-stored.ts';
import { StageClock } from './finish/stage-clock.ts';
import type { WorkerContext } from './worker-context.ts';

/** A subject whose attempt has failed or that is given up. Without an attempt, it fails whatever its attempt. */
export interface FailedSubject {
  readonly id: string;
  readonly attempt?: number | undefined;
  readonly version?: number | undefined;
}

/** The rules of the attempts at one kind of subject: what they do, and what a failure does. */
export interface AttemptRules<Begun extends FailedSubject, Made> {
  /** The name of the subject in the log. */
  readonly name: string;
  /** The first stage of an attempt. */
  readonly stage: string;
  readonly texts: {
    /** The sentences for the log. */
    readonly done: string;
    readonly failed: string;
    readonly abandoned: string;
    /** The sentence for clients if the subject is given up for an unknown reason. */
    readonly unknown: string;
  };
  /** Errors that another attempt may pass, besides those that the table of errors names. */
  readonly passing?: readonly ErrorCode[];
  /**
   * Begins the attempt. Repeated if the database is away. Returns what is left to record if there is nothing to do,
   * or undefined.
   */
  readonly begin: (context: WorkerContext, id: string) => Promise<Begun | RecordResult | undefined>;
  /** Returns the fields for the log. @param made absent if the attempt has failed. */
  readonly fieldsOf: (begun: Begun, made?: Made) => Readonly<Record<string, unknown>>;
  /** True if the attempt may still write. */
  readonly isCurrent: (db: Tables, begun: Begun) => Promise<boolean>;
  /** Does the work. @throws {@link WORK_LOST} if the attempt may no longer write. */
  readonly work: (
    context: WorkerContext,
    begun: Begun,
    clock: StageClock,
    signal: AbortSignal,
  ) => Promise<Made>;
  /** Records success. Returns false if the attempt may no longer write: the subject is left then. */
  readonly record: (
    context: WorkerContext,
    transaction: Transaction<Schema>,
    begun: Begun,
    made: Made,
  ) => Promise<unknown>;
  /** Records failure. @param error one public sentence. */
  readonly fail: (
    context: WorkerContext,
    transaction: Transaction<Schema>,
    subject: FailedSubject,
    error: string,
  ) => Promise<void>;
  /** Records that the subject waits for its next attempt. */
  readonly requeue?: (transaction: Transaction<Schema>, begun: Begun) => Promise<void>;
  /** Leaves a subject that ended without this attempt. */
  readonly leave?: (context: WorkerContext, transaction: Transaction<Schema>, id: string) => Promise<void>;
  /** Cleans up after the end is recorded. Must not reject. */
  readonly cleanUp?: (context: WorkerContext, begun: Begun) => Promise<void>;
  /** Cleans up after the subject is given up. Must not reject. */
  readonly forget?: (context: WorkerContext, id: string) => Promise<void>;
  /** True if an error that ends the subject concerns the operator. Default: by the table of errors. */
  readonly isOperators?: (error: KinoraError) => boolean;
}

/** The error of an attempt that may no longer write. Compared by identity. */
export const WORK_LOST = new KinoraError(
  'cancelled',
  'The work was deleted, or another attempt has ended it.',
);

/** Creates the handlers of a queue for subjects of one kind. All errors of their work become the result. */
export function createAttemptHandlers<Begun extends FailedSubject, Made>(
  context: WorkerContext,
  rules: AttemptRules<Begun, Made>,
): AttemptHandlers<string> {
  const { name, texts, forget } = rules;
  return {
    attempt: (job) => makeAttempt(context, rules, job),
    abandon: async ({ id, version }, transaction, why) => {
      context.log.error({ [name]: id, ...why }, texts.abandoned);
      await rules.fail(context, transaction, { id, version }, describeAbandoned(texts.unknown, why));
    },
    ...(forget && { afterAbandon: ({ id }) => forget(context, id) }),
  };
}

/** Makes one attempt. @throws the reason of the job's signal if the work has not begun. */
export async function makeAttempt<Begun extends FailedSubject, Made>(
  context: WorkerContext,
  rules: AttemptRules<Begun, Made>,
  job: AttemptJob<string>,
): Promise<AttemptReport> {
  const { database, log } = context;
  const { id, signal } = job;
  const begun = await database.retryUntilAvailable(() => rules.begin(context, id), { signal });
  // It was deleted while it waited, for example.
  if (begun === undefined) return {};
  if (typeof begun === 'function') return { record: begun };
  using clock = new StageClock(rules.stage);
  const isCurrent = (): Promise<boolean> => rules.isCurrent(database.tables, begun);
  const cleanUp = async (): Promise<void> => await rules.cleanUp?.(context, begun);
  const leave: RecordResult = async (transaction) => await rules.leave?.(context, transaction, id);
  try {
    const made = await whileCurrent(isCurrent, signal, (current) =>
      rules.work(context, begun, clock, current),
    );
    log.info(rules.fieldsOf(begun, made), rules.texts.done);
    const record: RecordResult = async (transaction) => {
      if ((await rules.record(context, transaction, begun, made)) === false) await leave(transaction);
    };
    return { record, cleanUp, stages: clock.times };
  } catch (thrown) {
    // The queue gives back what has no attempt of its own.
    if (rules.requeue === undefined) signal.throwIfAborted();
    // Work that was deleted meanwhile fails with various errors.
    if (thrown === WORK_LOST || !(await database.retryUntilAvailable(isCurrent, { signal })))
      return { record: leave, cleanUp };
    const error = toAttemptError(thrown, { signal, folder: context.folder });
    return { ...reportFailure(context, rules, job, begun, error), cleanUp, stages: clock.times };
  }
}

function reportFailure<Begun extends FailedSubject, Made>(
  context: WorkerContext,
  rules: AttemptRules<Begun, Made>,
  job: AttemptJob<string>,
  begun: Begun,
  error: KinoraError,
): AttemptReport {
  const { log } = context;
  const { texts, passing = [], isOperators = concernsOperator, requeue } = rules;
  const then = decideNext(error, job, error.retry || passing.includes(error.code));
  const fields = { ...rules.fieldsOf(begun), code: error.code, err: error };
  const report = { then, code: error.code, reason: describeForOperator(error) };
  if (then === 'failed') {
    log[isOperators(error) ? 'error' : 'info'](fields, texts.failed);
    return {
      ...report,
      record: (transaction) => rules.fail(context, transaction, begun, error.message),
    };
  }
  if (then !== 'back') log.warn(fields, `${texts.failed} Retrying later.`);
  return { ...report, record: async (transaction) => await requeue?.(transaction, begun) };
}

function concernsOperator(error: KinoraError): boolean {
  return error.concernsOperator;
}

/** Milliseconds between two checks that the work is still wanted. */
const CHECK_INTERVAL_MS = 1000;

/**
 * Does some work and aborts it as soon as its result is no longer wanted, for example because a client has
 * deleted the source.
 *
 * @param isCurrent returns true if the result is still wanted. A failure counts as true.
 * @param signal aborts the work as well.
 */
async function whileCurrent<Result>(
  isCurrent: () => Promise<boolean>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  const check = async (): Promise<void> => {
    if (!(await isCurrent().catch(() => true))) lost.abort();
  };
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS);
  try {
    return await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    clearInterval(timer);
  }
}

/** The functions that store the file of an attempt. */
interface StoredWork {
  /** Records the storage key. Returns false if the attempt may no longer write. */
  readonly claim: () => Promise<boolean>;
  readonly isCurrent: () => Promise<boolean>;
  /** Stores the file under its key. @param check throws if the attempt may no longer write. */
  readonly put: (check: () => Promise<void>) => Promise<void>;
}

/**
 * Stores the file of an asset, again and again while the storage or the database is away.
 *
 * @throws {@link WORK_LOST} if the attempt may no longer write.
 */
export async function storeWork(
  { database, storage, log, storageRetryLimits: limits }: WorkerContext,
  asset: NewAsset,
  { claim, isCurrent, put }: StoredWork,
  signal: AbortSignal,
): Promise<NewAsset> {
  const begin = async (): Promise<void> => {
    if (!(await claim())) throw WORK_LOST;
    await beginAssets(database.tables, [asset]);
  };
  await database.retryUntilAvailable(begin, { signal });
  const check = async (): Promise<void> => {
    signal.throwIfAborted();
    if (!(await database.retryUntilAvailable(isCurrent, { signal }))) throw WORK_LOST;
  };
  await retryUntilStored(() => put(check), { storage, log, signal, limits });
  return asset;
}
