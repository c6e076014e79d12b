import { setTimeout as wait } from 'node:timers/promises';
import { KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import type { Database } from '../store/database.ts';
import { ensureClocks } from '../store/queue/shares.ts';
import type { WorkerState } from '../store/queue/workers.ts';
import type { RenditionKind } from '../store/schema.ts';
import { NO_QUOTAS, type Quotas } from '../store/quotas/quotas.ts';
import { AttemptQueue, type QueueParts } from './attempt-queue.ts';
import { startBoss, wakeWorkers } from './boss.ts';
import { CallbackQueue } from './callback-queue.ts';
import { adoptOldJobs } from './job-table.ts';
import { RenderQueue } from './render-queue.ts';
import { CALLBACK_QUEUE, deadLettersOf, LEASED_QUEUES, WORK } from './work-rules.ts';
import { WorkerLease } from './worker-lease.ts';

/** The queues of all work, in the same database as the rows that it is about. */
export interface Queue {
  /** The queue of renders. */
  readonly renders: RenderQueue;
  /** The queue of callbacks. */
  readonly callbacks: CallbackQueue;
  /** The queue of assets to send, and of transfers whose file must be fetched first. */
  readonly copies: AttemptQueue<'asset' | 'transfer'>;
  /** The queue of sources to import. */
  readonly imports: AttemptQueue<'source'>;
  /** The queue of renditions and transcriptions. */
  readonly renditions: AttemptQueue<RenditionKind>;
  /** The queue of files to create with the Create API. */
  readonly creations: AttemptQueue<'created'>;
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
  await adoptOldJobs(database.tables);
  await ensureClocks(database.tables, LEASED_QUEUES);
  const onFailed = (queue: string): void => wakeWorkers(boss, deadLettersOf(queue));
  const lease = opening.use(new WorkerLease({ boss, database, log, home, onFailed }));
  // Before any job is taken: all jobs that are active now are lost.
  if (database.engine.kind === 'embedded') await lease.start();
  opening.move();
  const [stopping, givenUp] = [new AbortController(), new AbortController()];
  const signals = { stopping: stopping.signal, givenUp: givenUp.signal };
  const { maxWaiting = MAX_WAITING, quotas = NO_QUOTAS } = options;
  const parts = { boss, database, log, lease, maxWaiting, ...signals };
  const queues = {
    copies: new AttemptQueue<'asset' | 'transfer'>(parts, WORK.copies),
    imports: new AttemptQueue<'source'>(parts, WORK.imports),
    renditions: new AttemptQueue<RenditionKind>(parts, WORK.renditions),
    creations: new AttemptQueue<'created'>(parts, WORK.creations),
  };
  const renders = new RenderQueue(parts, quotas);
  return {
    ...queues,
    renders,
    callbacks: new CallbackQueue(parts),
    describeWorker: (state) => lease.describe(state),
    async check() {
      if ((await boss.getQueue(WORK.renders.lanes.main)) === null)
        throw new Error('The queue of renders does not exist.');
    },
    stop: () => stopQueue(parts, [renders.attempts, ...Object.values(queues)], { stopping, givenUp }),
  };
}

async function stopQueue(
  { boss, lease, log }: QueueParts,
  queues: readonly Pick<AttemptQueue<string>, 'stopTaking' | 'whenIdle'>[],
  { stopping, givenUp }: Readonly<Record<'stopping' | 'givenUp', AbortController>>,
): Promise<void> {
  // Stop taking jobs before aborting the running ones. Otherwise a job that is given back would be taken
  // again.
  await boss.offWork(CALLBACK_QUEUE, { wait: false });
  await within(CLOSE_TIMEOUT_MS, Promise.all(queues.map((queue) => queue.stopTaking())));
  stopping.abort(new KinoraError('stopping', 'The server is stopping. Try again later.'));
  const ended = await within(STOP_TIMEOUT_MS, Promise.all(queues.map((queue) => queue.whenIdle())));
  if (!ended) log.warn({}, 'Some work did not end in time. It is repeated later.');
  givenUp.abort(new Error('The process stops.'));
  await within(CLOSE_TIMEOUT_MS, lease[Symbol.asyncDispose]());
  await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
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
