import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { KinoraError } from '../base/errors.ts';
import { hideFields } from '../base/hide-fields.ts';
import type { Logger } from '../base/logger.ts';
import type { Database } from '../store/database.ts';
import { ensureClocks } from '../store/queue/shares.ts';
import type { WorkerState } from '../store/queue/workers.ts';
import { NO_QUOTAS, type Quotas } from '../store/quotas/quotas.ts';
import type { QueueParts } from './attempt-queue.ts';
import {
  ACTIVE_LIMITS,
  ATTEMPT_QUEUES,
  CALLBACK_QUEUE,
  deadLettersOf,
  RENDER_QUEUE,
  startBoss,
  wakeWorkers,
} from './boss.ts';
import { CallbackQueue } from './callback-queue.ts';
import { CopyQueue } from './copy-queue.ts';
import { CreationQueue } from './creation-queue.ts';
import { IngestQueue } from './ingest-queue.ts';
import { JobBell } from './job-bell.ts';
import { RenderQueue } from './render-queue.ts';
import { WorkerLease } from './worker-lease.ts';

/** The queues of all work, in the same database as the rows that it is about. */
export interface Queue {
  /** The queue of renders. */
  readonly renders: RenderQueue;
  /** The queue of callbacks. */
  readonly callbacks: CallbackQueue;
  /** The queue of copies and transfers. */
  readonly copies: CopyQueue;
  /** The queues of sources and renditions. */
  readonly ingest: IngestQueue;
  /** The queue of files to create. */
  readonly creations: CreationQueue;
  /** Describes the worker of this process for the operator. */
  describeWorker(state: Partial<WorkerState>): void;
  /** Resolves if the queue responds, rejects if it does not. */
  check(): Promise<void>;
  /** Stops taking jobs, aborts the running ones, waits for them and closes the queue. */
  stop(): Promise<void>;
}

/** Options of a queue. */
export interface QueueOptions {
  readonly log: Logger;
  /**
   * Maximum number of waiting renders, of waiting transfers, of waiting sources, and of waiting creations.
   * Further submissions are refused. Simultaneous submissions may exceed the limit slightly. Default 10,000.
   */
  readonly maxWaiting?: number;
  /** The maximum that each owner may use. Default: no limit. */
  readonly quotas?: Quotas;
  /** The home folder of this process, by which a worker that comes back knows its own jobs. */
  readonly home?: string;
}

const MAX_WAITING = 10_000;
/** Milliseconds that running work may need to end when the process stops. */
const STOP_TIMEOUT_MS = 20_000;
/** Milliseconds that each of the other steps of a stop may need. */
const CLOSE_TIMEOUT_MS = 5000;

/**
 * Opens the queue on an open database. On an embedded database, jobs that were running when the last process
 * died are retried immediately.
 */
export async function openQueue(database: Database, options: QueueOptions): Promise<Queue> {
  const { log, home = '' } = options;
  // Closes the parts in reverse order if a later one fails to open.
  await using opening = new AsyncDisposableStack();
  const boss = await startBoss(database.engine, log);
  opening.defer(() => boss.stop({ graceful: false }));
  await adoptOldJobs(database);
  await ensureClocks(database.tables, ATTEMPT_QUEUES);
  const onFailed = (queue: string): void => wakeWorkers(boss, deadLettersOf(queue));
  const queues = { queues: ATTEMPT_QUEUES, limits: ACTIVE_LIMITS };
  const lease = opening.use(new WorkerLease({ boss, database, log, ...queues, home, onFailed }));
  // Before any job is taken: all jobs that are active now are lost.
  if (database.engine.kind === 'embedded') await lease.start();
  opening.move();
  return new PgBossQueue(
    { boss, database, log, lease, bell: new JobBell(database) },
    options.maxWaiting ?? MAX_WAITING,
    options.quotas ?? NO_QUOTAS,
  );
}

class PgBossQueue implements Queue {
  readonly renders: RenderQueue;
  readonly callbacks: CallbackQueue;
  readonly copies: CopyQueue;
  readonly ingest: IngestQueue;
  readonly creations: CreationQueue;
  private readonly parts: Omit<QueueParts, 'stopping' | 'givenUp'>;
  private readonly stopping = new AbortController();
  private readonly givenUp = new AbortController();

  constructor(parts: Omit<QueueParts, 'stopping' | 'givenUp'>, maxWaiting: number, quotas: Quotas) {
    this.parts = parts;
    hideFields(this, 'parts');
    const { signal } = this.stopping;
    const all: QueueParts = { ...parts, stopping: signal, givenUp: this.givenUp.signal };
    this.renders = new RenderQueue(all, maxWaiting, quotas);
    this.callbacks = new CallbackQueue(parts.boss, parts.database, signal);
    this.copies = new CopyQueue(all, maxWaiting);
    this.ingest = new IngestQueue(all, maxWaiting);
    this.creations = new CreationQueue(all, maxWaiting);
  }

  describeWorker(state: Partial<WorkerState>): void {
    this.parts.lease.describe(state);
  }

  async check(): Promise<void> {
    if ((await this.parts.boss.getQueue(RENDER_QUEUE)) === null)
      throw new Error('The queue of renders does not exist.');
  }

  async stop(): Promise<void> {
    const { boss, bell, lease, log } = this.parts;
    const queues = [this.renders, this.copies, this.ingest, this.creations].flatMap(({ queues }) => queues);
    // Stop taking jobs before aborting the running ones. Otherwise a job that is given back would be taken
    // again.
    await boss.offWork(CALLBACK_QUEUE, { wait: false });
    const taking = Promise.all(queues.map((queue) => queue.stopTaking()));
    await within(CLOSE_TIMEOUT_MS, taking);
    this.stopping.abort(new KinoraError('stopping', 'The server is stopping. Try again later.'));
    const ended = await within(STOP_TIMEOUT_MS, Promise.all(queues.map((queue) => queue.whenIdle())));
    if (!ended) log.warn({}, 'Some work did not end in time. It is repeated later.');
    this.givenUp.abort(new Error('The process stops.'));
    await within(CLOSE_TIMEOUT_MS, bell[Symbol.asyncDispose]());
    await within(CLOSE_TIMEOUT_MS, lease[Symbol.asyncDispose]());
    await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
  }
}

/** Waits for work, for a limited time. Returns true if it has ended in time. */
async function within(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  const late = wait(limitMs, false, { signal: over.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    over.abort();
  }
}

/** Changes the jobs that earlier versions have left to those of this version. */
async function adoptOldJobs({ tables }: Pick<Database, 'tables'>): Promise<void> {
  // Only the queues of earlier versions have heartbeats. Workers now prove with a lease that they live.
  const old = await sql`select from pgboss.queue where heartbeat_seconds is not null limit 1`.execute(tables);
  if (old.rows.length === 0) return;
  const queues = [...ATTEMPT_QUEUES, ...new Set(ATTEMPT_QUEUES.map(deadLettersOf))];
  await tables.transaction().execute(async (transaction) => {
    // Renders had payloads of their own.
    await sql`
      update pgboss.job set group_id = render.owner, data = jsonb_build_object('kind', 'render',
        'id', render.id, 'owner', render.owner, 'tries', job.data -> 'tries')
      from render where job.name in (${RENDER_QUEUE}, ${deadLettersOf(RENDER_QUEUE)})
        and job.state <= 'active' and job.data ? 'render'
        and render.id = (job.data ->> 'render')::uuid`.execute(transaction);
    await sql`
      update pgboss.job set data = data || '{"cost": {"seconds": 60}}'
      where name in (${sql.join(queues)}) and state <= 'active' and not data ? 'cost'`.execute(transaction);
    // A job with a heartbeat would soon be declared dead. A job that is active belongs to an earlier version.
    await sql`update pgboss.job set heartbeat_seconds = null
      where state < 'active' and heartbeat_seconds is not null`.execute(transaction);
    await sql`update pgboss.queue set heartbeat_seconds = null
      where heartbeat_seconds is not null`.execute(transaction);
  });
}
