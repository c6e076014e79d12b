import type { Transaction } from 'kysely';
import { validate as isUuid } from 'uuid';
import { fromKysely, type PgBoss } from 'pg-boss';
import { hideFields } from '../base/hide-fields.ts';
import { KinoraError, toKinoraError } from '../base/errors.ts';
import { measure, type MeasuredOutcome } from '../base/observe/measurement.ts';
import { beginTrace, describeSpan, inSpanOf } from '../base/observe/spans.ts';
import type { Logger } from '../base/logger.ts';
import { isDatabaseAway } from '../store/connection/away.ts';
import type { Database } from '../store/database.ts';
import { advanceClock, JOB_CHANNEL, rebaseClock, type ShareKind } from '../store/queue/shares.ts';
import type { WorkCost } from '../store/queue/work-cost.ts';
import type { AttemptOutcome, Schema } from '../store/schema.ts';
import type {
  AbandonReason,
  AttemptHandlers,
  AttemptReport,
  AttemptSubject,
  WorkHandlers,
} from './attempt-job.ts';
import { completeJob, wakeWorkers } from './boss.ts';
import { type Capacity, type DispatchedWork, Dispatcher } from './dispatcher.ts';
import { insertFairly, type PlacedJob } from './fair-insert.ts';
import { findDueQueues, postponeJob, raisePriorities } from './job-table.ts';
import { namesOf } from './lanes.ts';
import { deadLettersOf, type WorkRules } from './work-rules.ts';
import type { WorkerLease } from './worker-lease.ts';

/** The payload of a job: one attempt. */
interface Payload<Kind extends string> extends AttemptSubject<Kind> {
  /** Number of the attempt, from 1. */
  readonly tries: number;
  readonly cost: WorkCost;
  /** The attempts whose worker died. They do not count as tries. Absent if there is none. */
  readonly losses?: number;
  /** The attempts in a row that did not count, because the infrastructure failed. Absent if there is none. */
  readonly postponed?: { readonly since: string; readonly times: number } | undefined;
}

/** A job that this process has taken. */
interface TakenAttempt<Kind extends string> extends DispatchedWork {
  readonly job: string;
  readonly data: Payload<Kind>;
  /** The earliest time at which the job could have been taken. */
  readonly due: Date;
  /** Fires if the job was taken from this process. */
  readonly lost: AbortSignal | undefined;
}

/** Work to enqueue. */
export interface NewAttempt<Kind extends string> {
  readonly subject: AttemptSubject<Kind>;
  readonly cost: WorkCost;
}

/** The parts that all queues of a process share. */
export interface QueueParts {
  /** Started, with its queues created. */
  readonly boss: PgBoss;
  readonly database: Database;
  readonly log: Logger;
  readonly lease: WorkerLease;
  /** Fires when the process stops, with a KinoraError `stopping`. */
  readonly stopping: AbortSignal;
  /** Fires when the results of stopped work can no longer be recorded. */
  readonly givenUp: AbortSignal;
  /** Maximum number of waiting subjects of each kind of work that clients ask for. */
  readonly maxWaiting: number;
}

/** The cost of a subject whose rules predict none. */
const SMALL_COST: WorkCost = { seconds: 1 };

/**
 * Each delay is extended by up to this fraction, so that attempts that failed together are not retried
 * together.
 */
const JITTER = 0.1;
/** Seconds before the first and the later repetitions of an attempt that did not count. */
const [FIRST_POSTPONEMENT, LONGEST_POSTPONEMENT] = [5, 60];
const DAY_MS = 24 * 3_600_000;
const POLL_SECONDS = 2;
/** Seconds after which a job of an unknown kind is looked at again. During an update, a newer worker takes it. */
const UNKNOWN_SECONDS = 30;
const UNKNOWN_KIND = 'This version does not know the kind of a job. It is left to a newer version.';
/** Milliseconds after which a job is aborted. The queue declares it dead an hour later. */
const JOB_LIMIT_MS = 12 * 3_600_000;

/** The clock of a queue is set back when it has passed this step, before the numbers of pg-boss overflow. */
const REBASE_AT = 1e9;

/**
 * A queue of work in the same database as the rows that it is about. Each subject is attempted until it
 * succeeds, is refused or has used up its attempts. Owners take turns: `docs/decisions/0048-fair-queues.md`.
 */
export class AttemptQueue<Kind extends string> {
  private readonly parts: QueueParts;
  private readonly rules: WorkRules;
  private readonly running = new Map<string, TakenAttempt<Kind>>();
  private dispatcher: Dispatcher<TakenAttempt<Kind>> | undefined;
  private listening: Awaited<ReturnType<Database['listen']>> | undefined;

  constructor(parts: QueueParts, rules: WorkRules) {
    this.parts = parts;
    this.rules = rules;
    hideFields(this, 'parts');
  }

  /**
   * Enqueues a subject that a client asks for, which is already stored. Its job becomes available when the
   * transaction commits.
   *
   * @throws {KinoraError} `queue_full` if too many subjects are waiting, this one included; `stopping` if this
   * process is stopping.
   */
  async submit(transaction: Transaction<Schema>, subject: AttemptSubject<Kind>): Promise<void> {
    const { stopping, maxWaiting } = this.parts;
    const { countWaiting, full = '', versionOf } = this.rules;
    stopping.throwIfAborted();
    if (countWaiting !== undefined && (await countWaiting(transaction, maxWaiting + 1)) > maxWaiting)
      throw new KinoraError('queue_full', full);
    await this.enqueue(transaction, subject, await versionOf?.(transaction, subject.id));
  }

  /** Enqueues a subject that follows from others. Its job becomes available when the transaction commits. */
  async enqueue(
    transaction: Transaction<Schema>,
    { kind, id, owner }: AttemptSubject<Kind>,
    version?: number,
  ): Promise<void> {
    const cost = (await this.rules.costOf?.(transaction, id)) ?? SMALL_COST;
    const subject = { kind, id, owner, ...(version !== undefined && { version }) };
    await this.enqueueAll(transaction, [{ subject, cost }]);
  }

  /**
   * Enqueues the first attempts at subjects. Their jobs become available when the transaction commits.
   *
   * @throws {Error} if an owner does not exist.
   */
  async enqueueAll(transaction: Transaction<Schema>, work: readonly NewAttempt<Kind>[]): Promise<void> {
    await this.insert(
      transaction,
      'first',
      work.map(({ subject, cost }) => ({ data: { ...subject, tries: 1, cost } })),
    );
    // Several helpers may be invited to the same work.
    for (const { subject, cost } of new Map(work.map((each) => [each.subject.id, each])).values())
      beginTrace(`enqueue ${subject.kind}`, subject.id, { 'kinora.cost_seconds': cost.seconds });
  }

  /** Starts taking jobs. */
  async startWorkers(handlers: WorkHandlers<Kind>, capacity: Partial<Capacity>): Promise<void> {
    const { boss, database, lease, log } = this.parts;
    const { lanes, slots = 1 } = this.rules;
    const dead = deadLettersOf(lanes.main);
    await lease.start();
    const dispatcher = new Dispatcher<TakenAttempt<Kind>>(
      {
        lanes,
        findDue: () => this.findDue(),
        take: (lane, accepts) => this.take(lane, accepts, handlers),
        run: (taken) => this.runTraced(taken, handlers[taken.data.kind]),
      },
      { slots, ...capacity },
      database,
      log,
    );
    this.dispatcher = dispatcher;
    const names = namesOf(lanes);
    this.listening = await database.listen(JOB_CHANNEL, (queue) => {
      // Without a name, messages may have been missed.
      if (queue === undefined || names.includes(queue)) dispatcher.wake();
    });
    const options = { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: POLL_SECONDS };
    await boss.work<Payload<Kind>, undefined, typeof options>(dead, options, async (jobs) => {
      for (const { id, data } of jobs) {
        if (!isReadable(data)) continue;
        // pg-boss repeats it later, when a newer version may take it.
        if (!Object.hasOwn(handlers, data.kind)) throw new Error(`${UNKNOWN_KIND} (${data.kind})`);
        await this.retryOrAbandon(id, data, handlers[data.kind]);
      }
      wakeWorkers(boss, dead);
      return undefined;
    });
    dispatcher.start();
  }

  /** Stops taking jobs. The running ones go on. */
  async stopTaking(): Promise<void> {
    await this.dispatcher?.stop();
    // A stopped dispatcher ignores messages, so nothing waits for this.
    void this.listening?.close().catch(() => undefined);
  }

  /** Resolves when no job of this process runs any more. */
  async whenIdle(): Promise<void> {
    await this.dispatcher?.whenIdle();
  }

  /** True if work waits that comes before that of the idle lane. */
  async hasUrgentWork(): Promise<boolean> {
    const { idle } = this.rules.lanes;
    return [...(await this.findDue())].some((lane) => lane !== idle);
  }

  private async findDue(): Promise<ReadonlySet<string>> {
    return await findDueQueues(this.parts.database.tables, namesOf(this.rules.lanes));
  }

  private async take(
    lane: string,
    accepts: (cost: WorkCost) => boolean,
    handlers: WorkHandlers<Kind>,
  ): Promise<TakenAttempt<Kind> | undefined> {
    const { boss, database, lease } = this.parts;
    let begun: string | undefined;
    let clock = 0;
    try {
      const taken = await database.tables.transaction().execute(async (transaction) => {
        const db = fromKysely(transaction);
        const ignoreGroups = this.findBusyOwners();
        const [next] = await boss.fetch<Payload<Kind>>(lane, { db, includeMetadata: true, ignoreGroups });
        if (next === undefined) return undefined;
        const { id: job, data, priority, startAfter: due } = next;
        if (!isReadable(data)) {
          // Without this, the job would stop the queue. Its dead letter is ignored.
          await boss.fail(lane, job, { message: 'The payload cannot be read.' }, { db });
          this.parts.log.error({ queue: lane, job }, 'A job in the queue cannot be read. It is left out.');
          return undefined;
        }
        if (!Object.hasOwn(handlers, data.kind)) {
          await postponeJob(transaction, lane, job, UNKNOWN_SECONDS);
          this.parts.log.warn({ queue: lane, job, kind: data.kind }, UNKNOWN_KIND);
          return 'postponed';
        }
        if (!accepts(data.cost)) throw NOT_NOW;
        clock = -priority;
        await advanceClock(transaction, lane, clock);
        begun = job;
        const { kind, id: subject, owner } = data;
        const lost = await lease.begin({ job, queue: lane, kind, subject, owner }, transaction);
        return { lane, job, data, due, lost, cost: data.cost };
      });
      // Jobs of newer versions must not keep the others in the lane waiting.
      if (taken === 'postponed') return await this.take(lane, accepts, handlers);
      if (taken !== undefined) this.running.set(taken.job, taken);
      if (clock >= REBASE_AT) await this.rebase(lane);
      return taken;
    } catch (error) {
      // If only the answer of the commit was lost, the job belongs to this process, which does not work on it.
      if (begun !== undefined) lease.release(begun);
      if (error === NOT_NOW) return undefined;
      throw error;
    }
  }

  /** Returns the owners that have as many jobs in this process as they may have. */
  private findBusyOwners(): string[] {
    const { perOwner = Infinity } = this.rules;
    const counts = new Map<string, number>();
    for (const { data } of this.running.values()) counts.set(data.owner, (counts.get(data.owner) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= perOwner).map(([owner]) => owner);
  }

  /** Sets the clock of a lane back. Does not reject: the next job that is taken tries it again. */
  private async rebase(lane: string): Promise<void> {
    const { database, log } = this.parts;
    try {
      await database.tables.transaction().execute(async (transaction) => {
        const base = await rebaseClock(transaction, lane, REBASE_AT);
        if (base !== undefined) await raisePriorities(transaction, lane, base);
      });
    } catch (error) {
      log.warn({ err: error, queue: lane }, 'Could not set the clock of the queue back. Trying again later.');
    }
  }

  /** Runs a job as a span of the trace of its subject. Never rejects. */
  private async runTraced(taken: TakenAttempt<Kind>, handlers: AttemptHandlers<Kind>): Promise<void> {
    const { kind, id, tries } = taken.data;
    const attributes = { 'kinora.queue': taken.lane, 'kinora.tries': tries };
    await inSpanOf({ id, due: taken.due }, `${kind} attempt`, attributes, () => this.run(taken, handlers));
  }

  /** Makes one attempt and records its result. Never rejects. */
  private async run(taken: TakenAttempt<Kind>, handlers: AttemptHandlers<Kind>): Promise<void> {
    const { log, lease } = this.parts;
    const { job, data } = taken;
    const fields = { queue: taken.lane, kind: data.kind, subject: data.id };
    try {
      const report = await this.attempt(taken, handlers);
      try {
        await this.end(taken, report, handlers);
      } catch (error) {
        log.error({ ...fields, err: error }, 'Could not record the end of an attempt.');
        await this.fail(taken, error);
      }
    } catch (error) {
      log.error({ ...fields, err: error }, 'Could not give up a job. It is repeated.');
    } finally {
      this.running.delete(job);
      lease.release(job);
    }
  }

  private async attempt(
    { job, data, lost, cost }: TakenAttempt<Kind>,
    handlers: AttemptHandlers<Kind>,
  ): Promise<AttemptReport> {
    const { stopping, log } = this.parts;
    const { kind, id, owner, version, tries } = data;
    const subject = { kind, id, owner, ...(version !== undefined && { version }) };
    const isLastTry = tries >= this.rules.delaysSeconds.length;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new Error('The job has run out of time.')), JOB_LIMIT_MS);
    const signal = AbortSignal.any([stopping, limit.signal, ...(lost ? [lost] : [])]);
    try {
      signal.throwIfAborted();
      const report = await handlers.attempt({ ...subject, job, tries, isLastTry, cost, signal });
      const isRepeated = report.then === 'again' || report.then === 'later';
      return stopping.aborted && isRepeated ? { ...report, then: 'back' } : report;
    } catch (error) {
      // If another worker has the job, nothing is recorded. If none has it, it is not lost.
      if (stopping.aborted || lost?.aborted) return { then: 'back' };
      const { code, message } = toKinoraError(error);
      if (isInfrastructure(error)) return { then: 'later', code, reason: message };
      log.error({ kind, subject: id, err: error }, 'An attempt failed.');
      return { then: 'again', code, reason: message };
    } finally {
      clearTimeout(timer);
    }
  }

  private async end(
    taken: TakenAttempt<Kind>,
    report: AttemptReport,
    handlers: AttemptHandlers<Kind>,
  ): Promise<void> {
    const { database, lease, givenUp: signal } = this.parts;
    const { code, reason, stages } = report;
    let abandoned = false as boolean;
    let ended = undefined as AttemptOutcome | undefined;
    const record = async (transaction: Transaction<Schema>): Promise<void> => {
      // If the queue has given the job to another worker in the meantime, that worker records the result. The
      // same if this transaction is repeated after a commit whose answer was lost.
      ended = undefined;
      if (!(await completeJob(this.parts.boss, transaction, taken.lane, taken.job))) return;
      await report.record?.(transaction);
      const outcome = await this.follow(transaction, taken.data, report.then ?? 'done');
      abandoned = outcome === 'abandoned';
      if (abandoned) await handlers.abandon(taken.data, transaction, toAbandonReason(report));
      ended = outcome === 'abandoned' ? 'failed' : outcome;
      await lease.end(transaction, taken.job, { outcome: ended, code, reason, stages });
    };
    await database.retryUntilAvailable(() => database.tables.transaction().execute(record), { signal });
    // Otherwise another worker has recorded the end.
    if (ended !== undefined) measureEnd(taken.data, ended, report, abandoned);
    await report.cleanUp?.();
    if (abandoned) await handlers.afterAbandon?.(taken.data);
  }

  /** Enqueues the next attempt, if there is one. Returns the outcome of this one. */
  private async follow(
    transaction: Transaction<Schema>,
    data: Payload<Kind>,
    then: NonNullable<AttemptReport['then']>,
  ): Promise<AttemptOutcome | 'abandoned'> {
    if (then === 'back') await this.repeat(transaction, data, 0);
    else if (then === 'again') {
      const delay = this.rules.delaysSeconds[data.tries];
      if (delay === undefined) return 'abandoned';
      const next = { ...data, postponed: undefined, tries: data.tries + 1 };
      await this.repeat(transaction, next, withJitter(delay));
    } else if (then === 'later') {
      const { since = new Date().toISOString(), times = 0 } = data.postponed ?? {};
      if (Date.now() - Date.parse(since) > DAY_MS) return 'abandoned';
      const delay = Math.min(LONGEST_POSTPONEMENT, FIRST_POSTPONEMENT * 2 ** times);
      const next = { ...data, postponed: { since, times: times + 1 } };
      await this.repeat(transaction, next, withJitter(delay));
    }
    return then;
  }

  /** Fails a job whose end cannot be recorded. Its dead letter is handled as that of a dead worker. */
  private async fail({ lane, job }: TakenAttempt<Kind>, error: unknown): Promise<void> {
    const { boss, database, lease, givenUp: signal } = this.parts;
    const { code, message } = toKinoraError(error);
    await database.retryUntilAvailable(
      () =>
        database.tables.transaction().execute(async (transaction) => {
          await boss.fail(lane, job, { message }, { db: fromKysely(transaction) });
          await lease.end(transaction, job, { outcome: 'failed', code, reason: message });
        }),
      { signal },
    );
    wakeWorkers(boss, deadLettersOf(lane));
  }

  /** Handles the dead letter of an attempt whose worker died. */
  private async retryOrAbandon(
    id: string,
    data: Payload<Kind>,
    handlers: AttemptHandlers<Kind>,
  ): Promise<void> {
    const { database } = this.parts;
    const losses = (data.losses ?? 0) + 1;
    // Work that ends its workers must not go on for ever.
    const isOver = losses >= this.rules.delaysSeconds.length;
    await database.retryUntilAvailable(() =>
      database.tables.transaction().execute(async (transaction) => {
        if (isOver) await handlers.abandon(data, transaction, LOST);
        // The retry gets the id of the dead job, so that doing this twice creates one job.
        else await this.repeat(transaction, { ...data, postponed: undefined, losses }, 0, id);
      }),
    );
    measureEnd(data, 'lost', { code: LOST.code }, isOver);
    if (isOver) await handlers.afterAbandon?.(data);
  }

  private async repeat(
    transaction: Transaction<Schema>,
    data: Payload<Kind>,
    startAfter: number,
    id?: string,
  ): Promise<void> {
    await this.insert(transaction, 'repeated', [{ data, startAfter, ...(id !== undefined && { id }) }]);
  }

  private async insert(
    transaction: Transaction<Schema>,
    kind: ShareKind,
    jobs: readonly PlacedJob<Payload<Kind>>[],
  ): Promise<void> {
    const byLane = Map.groupBy(jobs, ({ data }) => this.laneOf(data));
    await insertFairly(this.parts.boss, transaction, kind, byLane);
  }

  private laneOf({ kind, cost: { seconds } }: Payload<Kind>): string {
    const { lanes, shortSeconds = 0, idleKind } = this.rules;
    if (lanes.idle !== undefined && kind === idleKind) return lanes.idle;
    return lanes.short !== undefined && seconds <= shortSeconds ? lanes.short : lanes.main;
  }
}

/** Thrown to leave a job in the queue that cannot start now. Compared by identity. */
const NOT_NOW = new Error('There is no room for the job.');

const LOST: AbandonReason = {
  code: 'worker_lost',
  reason: 'The process that was working on the job ended unexpectedly.',
};

function withJitter(seconds: number): number {
  return Math.round(seconds * (1 + JITTER * Math.random()));
}

/** Measures the end of an attempt. */
function measureEnd(
  { kind: work }: AttemptSubject<string>,
  ended: AttemptOutcome,
  { code, stages = {} }: AttemptReport,
  isGivenUp: boolean,
): void {
  const outcome: MeasuredOutcome = code === 'cancelled' && ended === 'failed' ? 'cancelled' : ended;
  measure({ kind: 'attempt', work, outcome, code, isGivenUp, stages });
  describeSpan({ 'kinora.outcome': outcome }, outcome === 'done' ? undefined : code);
  if (isGivenUp && work === 'render') measure({ kind: 'render', outcome: 'failed' });
}

/** True if the data of a job are a payload. Other programs with access to the database can write others. */
function isReadable<Data extends Partial<Payload<string>>>(data: Data | null): data is Data {
  if (typeof data?.id !== 'string' || !isUuid(data.id)) return false;
  return ![data.kind, data.owner, data.tries, data.cost?.seconds].includes(undefined);
}

/** True if an error says that the infrastructure failed, not the work. */
function isInfrastructure(error: unknown): boolean {
  return isDatabaseAway(error) || (error instanceof KinoraError && error.code === 'disk_full');
}

function toAbandonReason({
  code = 'internal',
  reason = 'None of several attempts finished.',
}: AttemptReport) {
  return { code, reason } satisfies AbandonReason;
}
