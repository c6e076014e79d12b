import type { RawBuilder, Transaction } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { Logger } from '../base/logger.ts';
import type { Database } from '../store/database.ts';
import {
  findOpenAttempts,
  findOrphanedAttempts,
  loseAttempts,
  type OpenAttempt,
} from '../store/queue/attempts.ts';
import { removeWorker, type SeenWorker } from '../store/queue/workers.ts';
import type { Schema } from '../store/schema.ts';
import { type ActiveJob, activeFor, lockActiveJobs, unheldFor, withIds } from './job-table.ts';
import { ACTIVE_LIMITS, LEASED_QUEUES, QUEUE_NAMES } from './work-rules.ts';

/** The options of {@link LostWork}. */
export interface LostWorkOptions {
  /** Started, with its queues created. */
  readonly boss: PgBoss;
  readonly database: Database;
  readonly log: Logger;
  /** Called after jobs of a queue have failed because their worker died: their dead letters can be taken now. */
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
    const { database } = this.options;
    await this.end(
      await findOrphanedAttempts(database.tables, UNHELD_SECONDS),
      'The worker was judged dead while it began the attempt.',
    );
    const never = 'The worker ended before it began the attempt.';
    await this.failJobs(never, LEASED_QUEUES, unheldFor(UNHELD_SECONDS));
    for (const [seconds, limited] of Map.groupBy(Object.entries(ACTIVE_LIMITS), ([, limit]) => limit)) {
      const late = `The job was active for more than ${seconds} s, so its worker has ended.`;
      const names = limited.map(([name]) => name);
      await this.failJobs(late, names, activeFor(seconds));
    }
  }

  /** Fails all active jobs. Call it when no process can be working on one. */
  async failAll(reason: string): Promise<void> {
    await this.failJobs(reason, QUEUE_NAMES);
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
      const names = [...new Set(found.map(({ queue }) => queue))];
      const ids = found.map(({ job }) => job);
      const active = await this.failActive(transaction, reason, names, withIds(ids));
      return { lost: await loseAttempts(transaction, found, reason), failed: active };
    });
    for (const { kind, subject, queue, job, worker_name } of lost ?? [])
      log.warn({ [kind]: subject, queue, job, worker: worker_name }, `An attempt was lost. ${reason}`);
    this.announce(failed);
    return lost;
  }

  private async failJobs(
    reason: string,
    queues: readonly string[],
    which?: RawBuilder<unknown>,
  ): Promise<void> {
    const { database, log } = this.options;
    const failed = await database.tables
      .transaction()
      .execute((transaction) => this.failActive(transaction, reason, queues, which));
    for (const { queue, id } of failed) log.warn({ queue, job: id }, `A job was lost. ${reason}`);
    this.announce(failed);
  }

  /** Fails the active jobs of some queues, or those that `which` selects. */
  private async failActive(
    transaction: Transaction<Schema>,
    reason: string,
    queues: readonly string[],
    which?: RawBuilder<unknown>,
  ): Promise<ActiveJob[]> {
    const active = await lockActiveJobs(transaction, queues, which);
    for (const [queue, jobs] of Map.groupBy(active, (job) => job.queue)) {
      const ids = jobs.map(({ id }) => id);
      await this.options.boss.fail(queue, ids, { message: reason }, { db: fromKysely(transaction) });
    }
    return active;
  }

  private announce(failed: readonly ActiveJob[]): void {
    for (const queue of new Set(failed.map((job) => job.queue))) this.options.onFailed?.(queue);
  }
}
