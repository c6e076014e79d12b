import type { Transaction } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { Logger } from '../base/logger.ts';
import type { Database } from '../store/database.ts';
import {
  type ActiveJob,
  findActiveJobs,
  findOpenAttempts,
  findOrphanedAttempts,
  findUnheldJobs,
  lockActiveJobs,
  loseAttempts,
  type OpenAttempt,
} from '../store/queue/attempts.ts';
import { removeWorker, type SeenWorker } from '../store/queue/workers.ts';
import type { Schema } from '../store/schema.ts';

/** The options of {@link LostWork}. */
export interface LostWorkOptions {
  /** Started, with its queues created. */
  readonly boss: PgBoss;
  readonly database: Database;
  readonly log: Logger;
  /** The names of the queues whose jobs have attempts. */
  readonly queues: readonly string[];
  /** The queues whose jobs have no attempts, and the seconds that a job may be active in each. */
  readonly limits: Readonly<Record<string, number>>;
  /** Called after jobs of a queue have failed. */
  readonly onFailed?: ((queue: string) => void) | undefined;
}

/** Seconds after which a job or an attempt that belongs to no worker is lost. */
const UNHELD_SECONDS = 10;

/**
 * Ends the work of dead workers: their open attempts end as lost, and their jobs fail into the dead-letter
 * queues, which retry them. All of it counts as an attempt, so that a render that kills its worker does so only
 * a few times.
 */
export class LostWork {
  private readonly options: LostWorkOptions;

  constructor(options: LostWorkOptions) {
    this.options = options;
  }

  /**
   * Ends the lease and the work of a dead worker. Does nothing if the worker was seen again in the meantime, or if
   * another one has done it.
   *
   * @param reason One sentence for the operator.
   */
  async takeOver(worker: SeenWorker, reason: string): Promise<void> {
    const { log } = this.options;
    const attempts = await this.fail(reason, async (transaction) =>
      (await removeWorker(transaction, worker.id, worker.seen))
        ? await findOpenAttempts(transaction, worker.id)
        : undefined,
    );
    if (attempts === undefined) return;
    const fields = { worker: worker.name, seen: worker.seen.toISOString(), jobs: attempts.length };
    log.warn(fields, `Ended the lease of a dead worker. ${reason}`);
  }

  /** Ends attempts that this process has begun but no longer works on. */
  async end(attempts: readonly OpenAttempt[], reason: string): Promise<void> {
    if (attempts.length > 0) await this.fail(reason, () => Promise.resolve(attempts));
  }

  /** Fails the work that belongs to no worker at all. */
  async failUnheld(): Promise<void> {
    const { database, queues, limits } = this.options;
    const { tables } = database;
    await this.end(
      await findOrphanedAttempts(tables, UNHELD_SECONDS),
      'The worker was judged dead while it began the attempt.',
    );
    await this.failJobs(
      await findUnheldJobs(tables, queues, UNHELD_SECONDS),
      'The worker ended before it began the attempt.',
    );
    for (const [seconds, names] of groupByLimit(limits))
      await this.failJobs(
        await findActiveJobs(tables, names, seconds),
        `The job was active for more than ${seconds} s, so its worker has ended.`,
      );
  }

  /** Fails all active jobs. Call it when no process can be working on one. */
  async failAll(reason: string): Promise<void> {
    const { database, queues, limits } = this.options;
    await this.failJobs(
      await findActiveJobs(database.tables, [...queues, ...Object.keys(limits)], 0),
      reason,
    );
  }

  /** Fails the jobs of the attempts that `find` finds, and ends them. Returns the lost ones. */
  private async fail(
    reason: string,
    find: (transaction: Transaction<Schema>) => Promise<readonly OpenAttempt[] | undefined>,
  ): Promise<readonly OpenAttempt[] | undefined> {
    const { database, log } = this.options;
    const { lost, failed } = await database.tables.transaction().execute(async (transaction) => {
      const found = await find(transaction);
      if (found === undefined) return { lost: undefined, failed: [] };
      // The jobs come before the attempts, as where an attempt ends: two orders could wait for each other.
      const jobs = found.map(({ job, queue }) => ({ id: job, queue }));
      const active = await this.failActive(transaction, jobs, reason);
      return { lost: await loseAttempts(transaction, found, reason), failed: active };
    });
    for (const { kind, subject, queue, job, worker_name } of lost ?? [])
      log.warn({ [kind]: subject, queue, job, worker: worker_name }, `An attempt was lost. ${reason}`);
    this.announce(failed);
    return lost;
  }

  private async failJobs(jobs: readonly ActiveJob[], reason: string): Promise<void> {
    if (jobs.length === 0) return;
    const { database, log } = this.options;
    const failed = await database.tables
      .transaction()
      .execute((transaction) => this.failActive(transaction, jobs, reason));
    for (const { queue, id } of failed) log.warn({ queue, job: id }, `A job was lost. ${reason}`);
    this.announce(failed);
  }

  /** Fails those of some jobs that are still active. */
  private async failActive(
    transaction: Transaction<Schema>,
    jobs: readonly ActiveJob[],
    reason: string,
  ): Promise<ActiveJob[]> {
    const { boss } = this.options;
    const active = await lockActiveJobs(transaction, jobs);
    for (const [queue, ids] of groupByQueue(active))
      await boss.fail(queue, ids, { message: reason }, { db: fromKysely(transaction) });
    return active;
  }

  private announce(failed: readonly ActiveJob[]): void {
    for (const queue of new Set(failed.map((job) => job.queue))) this.options.onFailed?.(queue);
  }
}

function groupByQueue(jobs: readonly ActiveJob[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { queue, id } of jobs) groups.set(queue, [...(groups.get(queue) ?? []), id]);
  return groups;
}

function groupByLimit(limits: Readonly<Record<string, number>>): Map<number, string[]> {
  const groups = new Map<number, string[]>();
  for (const [queue, seconds] of Object.entries(limits))
    groups.set(seconds, [...(groups.get(seconds) ?? []), queue]);
  return groups;
}
