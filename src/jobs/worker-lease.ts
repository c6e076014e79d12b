import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Transaction } from 'kysely';
import { hideFields } from '../base/hide-fields.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { raceWithAbort } from '../base/race-with-abort.ts';
import { identifyProcess, judgeProcess, type ProcessIdentity } from '../base/process/process-identity.ts';
import { type AttemptEnd, endAttempt, findOpenAttempts, type TakenJob } from '../store/queue/attempts.ts';
import {
  listOtherWorkers,
  registerWorker,
  removeWorker,
  renewWorker,
  type SeenWorker,
  type WorkerState,
} from '../store/queue/workers.ts';
import type { Schema, Tables } from '../store/schema.ts';
import { HeldJobs } from './held-jobs.ts';
import { insertAttempt } from './job-table.ts';
import { LostWork, type LostWorkOptions } from './lost-work.ts';
import { SteadyContact } from './steady-contact.ts';

/** The options of a {@link WorkerLease}. */
export interface WorkerLeaseOptions extends LostWorkOptions {
  /** The home folder of this process. Processes with the same host and home look after each other. */
  readonly home: string;
  /** The identity of this process. Set only in tests. */
  readonly identity?: ProcessIdentity;
  /** The time between two beats in milliseconds, 2000 by default. For tests. */
  readonly beatMs?: number;
  /** Milliseconds of steady contact after which this worker judges others, 10,000 by default. For tests. */
  readonly steadyMs?: number;
  /** Seconds without a sign of life after which a worker is dead, 10 by default. For tests. */
  readonly deadSeconds?: number;
}

const BEAT_MS = 2000;
/** A beat that takes longer has failed. Another one may have a better connection. */
const BEAT_LIMIT_MS = 4000;
/** Seconds without a sign of life after which a worker is dead, by the clock of the database. */
const DEAD_SECONDS = 10;
/**
 * Milliseconds that a predecessor is watched that only looks like one: it had the same host, home and process id,
 * but in another container. Longer than the time between two beats.
 */
const SUSPECT_MS = 3000;
/** Lost work without a worker is rare, and looking for it reads all jobs. */
const BEATS_PER_LOOK = 2;
/** The time that the end of a lease may take. */
const END_LIMIT_MS = 5000;

/**
 * The right of this process to work on jobs: a row that it renews every 2 s. A worker that was not seen for
 * 10 s is dead. Its open attempts end as `lost`, and its jobs fail into their dead-letter queues.
 */
export class WorkerLease implements AsyncDisposable {
  /** UUID. Its row is written by {@link start}. */
  readonly id: string = randomUUID();
  /** For people: the host and the process id, such as `films-2:4711`. */
  readonly name: string;
  private readonly options: WorkerLeaseOptions;
  private readonly lostWork: LostWork;
  private readonly held = new HeldJobs();
  private readonly contact: SteadyContact;
  /** The workers that may be the predecessor of this one, with the time when they were seen last. */
  private readonly suspects = new Map<string, Date>();
  private identity: ProcessIdentity;
  private home: string;
  private startedAt = 0;
  private beats = 0;
  private timer: NodeJS.Timeout | undefined;
  private starting: Promise<void> | undefined;
  private isEnded = false;
  private state: WorkerState = { slots: null, problem: null };

  constructor(options: WorkerLeaseOptions) {
    this.options = options;
    this.lostWork = new LostWork(options);
    this.contact = new SteadyContact(options.steadyMs ?? DEAD_SECONDS * 1000);
    this.identity = options.identity ?? { host: hostname(), pid: process.pid, start: null };
    this.home = options.home;
    this.name = `${this.identity.host}:${this.identity.pid}`;
    hideFields(this, 'options', 'lostWork');
  }

  /**
   * Registers this worker, takes over the jobs of its predecessor, and begins to renew the lease and to look
   * for dead workers. Call it before the first job is taken. Further calls wait for the first one.
   */
  async start(): Promise<void> {
    await (this.starting ??= this.startOnce());
  }

  /** Describes this worker for the operator. Written at the next beat. */
  describe(state: Partial<WorkerState>): void {
    this.state = { ...this.state, ...state };
  }

  private async startOnce(): Promise<void> {
    const { database, identity, home } = this.options;
    this.identity = identity ?? (await identifyProcess());
    this.home = (await ignoreMissing(realpath(home))) ?? home;
    await this.register();
    if (database.engine.kind === 'embedded') await this.takeOverAll();
    else await this.takeOverPredecessor();
    this.startedAt = performance.now();
    this.contact.confirm();
    this.beatLater();
  }

  /**
   * Records that an attempt at a job begins.
   *
   * @param db Pass the transaction in which the job is fetched, if there is one. Then no job is ever taken
   *   without an attempt. Default: a statement of its own.
   * @returns A signal that fires if the job is taken from this worker: it was judged dead, but lives on. The
   *   work should end then; nothing that it records counts. `undefined` if the job is no longer active: drop it.
   */
  async begin(taken: TakenJob, db: Tables = this.tables): Promise<AbortSignal | undefined> {
    // Before the row is written: an attempt that is not held is ended.
    const signal = this.held.add(taken);
    let isBegun = false;
    try {
      isBegun = await insertAttempt(db, this, taken);
    } finally {
      if (!isBegun) this.held.remove(taken.job);
    }
    return isBegun ? signal : undefined;
  }

  /**
   * Ends the attempt at a job. Call it in the transaction that completes the job, after `complete`.
   *
   * @param job Id of the job.
   */
  async end(transaction: Transaction<Schema>, job: string, end: AttemptEnd): Promise<void> {
    await endAttempt(transaction, this.id, job, end);
  }

  /**
   * Says that this process no longer works on a job. Call it in a `finally`, after `end` or without one: if the
   * attempt is still open then (its end could not be recorded), the job fails at the next beat and is retried.
   */
  release(job: string): void {
    this.held.remove(job);
  }

  /** Stops the beats and removes the row. Open attempts of this worker end as lost, and their jobs fail. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.isEnded) return;
    this.isEnded = true;
    clearTimeout(this.timer);
    if (this.startedAt === 0) return;
    try {
      await withLimit(this.leave(), END_LIMIT_MS);
    } catch (error) {
      // The others end the lease later.
      this.options.log.warn({ err: error }, 'Could not end the lease of this worker.');
    }
  }

  private async leave(): Promise<void> {
    const open = await findOpenAttempts(this.tables, this.id);
    await this.lostWork.end(open, `The worker ${this.name} stopped before the end of the attempt.`);
    await this.tables.transaction().execute((transaction) => removeWorker(transaction, this.id));
  }

  private get tables(): Tables {
    return this.options.database.tables;
  }

  private async register(): Promise<void> {
    const { host, pid, start } = this.identity;
    const { id, name, home } = this;
    await registerWorker(this.tables, { id, name, host, home, pid, process_start: start, ...this.state });
  }

  /** Takes over all workers: only one process can use an embedded database. */
  private async takeOverAll(): Promise<void> {
    for (const worker of await listOtherWorkers(this.tables, this.id))
      await this.lostWork.takeOver(worker, `The process of the worker ${worker.name} has ended.`);
    await this.lostWork.failAll('The process that was working on the job has ended.');
  }

  private async takeOverPredecessor(): Promise<void> {
    for (const worker of await listOtherWorkers(this.tables, this.id)) {
      const found = await this.takeOverEnded(worker);
      if (found === 'unknown' && this.isNeighbour(worker) && worker.pid === this.identity.pid)
        this.suspects.set(worker.id, worker.seen);
    }
  }

  /** Takes over a worker of the same host and home whose process has ended. Returns the state of that process. */
  private async takeOverEnded(worker: SeenWorker): Promise<'alive' | 'dead' | 'unknown'> {
    if (!this.isNeighbour(worker)) return 'unknown';
    const { host, pid, process_start: start } = worker;
    const found = await judgeProcess(this.identity, { host, pid, start });
    if (found === 'dead')
      await this.lostWork.takeOver(worker, `The process of the worker ${worker.name} has ended.`);
    return found;
  }

  private isNeighbour({ host, home }: SeenWorker): boolean {
    return host === this.identity.host && home === this.home;
  }

  private beatLater(): void {
    if (this.isEnded) return;
    const beat = (): void => void this.beat().finally(() => this.beatLater());
    this.timer = setTimeout(beat, this.options.beatMs ?? BEAT_MS).unref();
  }

  private async beat(): Promise<void> {
    const { log } = this.options;
    try {
      await withLimit(this.renew(), BEAT_LIMIT_MS);
      this.contact.confirm();
    } catch (error) {
      this.contact.lose();
      // The database itself says once that it is away.
      log.debug({ err: error }, 'Could not renew the lease of this worker.');
      return;
    }
    try {
      await withLimit(this.look(), BEAT_LIMIT_MS);
    } catch (error) {
      log.warn({ err: error }, 'Could not look for dead workers. Trying again at the next beat.');
    }
  }

  private async renew(): Promise<void> {
    if (await renewWorker(this.tables, this.id, this.state)) return;
    if (this.isEnded) return;
    const { log } = this.options;
    // A worker that has renewed its lease in time was misjudged: the system has not shown its process to another
    // one. Without a process id, no other worker judges it by its process again.
    if (this.contact.isSteady()) this.identity = { ...this.identity, pid: 0, start: null };
    await this.register();
    const fields = { worker: this.name, silentMs: Math.round(this.contact.silentMs()) };
    log.warn(
      fields,
      'Another worker took this one for dead and ended its lease. It has registered again. Its running attempts are lost.',
    );
  }

  private async look(): Promise<void> {
    await this.reconcile();
    if (this.options.database.engine.kind === 'postgres') await this.judgeOthers();
    this.beats++;
    if (this.beats % BEATS_PER_LOOK === 0 && this.contact.isSteady()) await this.lostWork.failUnheld();
  }

  /** Compares the attempts of this worker in the database with those that it works on. */
  private async reconcile(): Promise<void> {
    const open = await findOpenAttempts(this.tables, this.id);
    const { abandoned } = this.held.compare(open);
    await this.lostWork.end(abandoned, `The worker ${this.name} no longer worked on the job.`);
  }

  private async judgeOthers(): Promise<void> {
    const { deadSeconds = DEAD_SECONDS } = this.options;
    for (const worker of await listOtherWorkers(this.tables, this.id)) {
      if (worker.silent > deadSeconds && this.contact.isSteady()) {
        const since = `since ${worker.seen.toISOString()}, for ${Math.round(worker.silent)} s`;
        await this.lostWork.takeOver(worker, `The worker ${worker.name} was not seen ${since}.`);
      } else if (this.isSilentSuspect(worker)) {
        const reason = `The worker ${worker.name} ended before this one started in its place.`;
        await this.lostWork.takeOver(worker, reason);
      } else await this.takeOverEnded(worker);
    }
  }

  /** True if a worker looks like the predecessor of this one and has given no sign of life since the start. */
  private isSilentSuspect({ id, seen }: SeenWorker): boolean {
    const before = this.suspects.get(id);
    if (before === undefined || performance.now() - this.startedAt < SUSPECT_MS) return false;
    this.suspects.delete(id);
    return seen.getTime() === before.getTime();
  }
}

/** Rejects if the work takes longer than `limitMs`. The work itself goes on. */
async function withLimit<Value>(work: Promise<Value>, limitMs: number): Promise<Value> {
  const late = new AbortController();
  const reason = new Error(`The database did not answer within ${limitMs} ms.`);
  const timer = setTimeout(() => late.abort(reason), limitMs);
  try {
    return await raceWithAbort(work, late.signal);
  } finally {
    clearTimeout(timer);
  }
}
