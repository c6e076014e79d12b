import { enqueueRenderCallbacks } from '../callbacks/enqueue-callbacks.ts';
import type { CopyHandlers } from '../jobs/copy-queue.ts';
import { expireFiles, failUnfinishedAssets } from '../store/assets.ts';
import { abandonRender, isCurrentAttempt } from '../store/attempts.ts';
import { findPendingDeletions, deletePending } from '../store/pending-deletions.ts';
import { createCallbackHandlers } from '../callbacks/callback-handlers.ts';
import { handleCopyJob, abandonCopy } from './copy-job.ts';
import { removeAbandonedFolders } from './render-folder.ts';
import type { WorkerContext } from './worker-context.ts';
import { deleteUnneededFiles } from './publication.ts';
import { handleRenderJob } from './render-job.ts';
import { handleTransferJob, abandonTransfer } from './transfer-job.ts';

/** A running worker. */
export interface Worker {
  /** Ends what the queue's own stop does not end. */
  stop(): void;
}

const SWEEP_INTERVAL_MS = 5 * 60_000;

/**
 * Removes what dead workers left behind and takes renders, callbacks and copies from the queue from now on, until the queue stops.
 *
 * @param concurrency how many renders at the same time, at least 1.
 */
export async function startWorker(context: WorkerContext, concurrency: number): Promise<Worker> {
  const { tables } = context.database;
  await removeAbandonedFolders(context.folder, (attempt) => isCurrentAttempt(tables, attempt));
  await abandonOrphaned(context);
  await sweepFiles(context);
  const timer = setInterval(() => {
    void abandonOrphaned(context);
    void sweepFiles(context);
  }, SWEEP_INTERVAL_MS).unref();
  await context.queue.onDeadLetter((render) => abandon(context, render));
  await context.queue.callbacks.startWorkers(createCallbackHandlers(context));
  await context.queue.copies.startWorkers(createCopyHandlers(context));
  await context.queue.startWorkers(concurrency, (job) => handleRenderJob(context, job));
  return { stop: () => clearInterval(timer) };
}

function createCopyHandlers(context: WorkerContext): CopyHandlers {
  return {
    attempt: (job) => (job.kind === 'asset' ? handleCopyJob(context, job) : handleTransferJob(context, job)),
    abandon: (subject, transaction) =>
      (subject.kind === 'asset' ? abandonCopy : abandonTransfer)(context, subject, transaction),
  };
}

/** Files to delete per sweep. The rest is for the next one. */
const MAX_SWEPT_FILES = 1000;

/** Removes the files whose day is over, which are those that are not hosted, and those that could not be removed when they should. */
export async function sweepFiles({
  database: { tables },
  storage,
  log,
}: Pick<WorkerContext, 'database' | 'storage' | 'log'>): Promise<void> {
  try {
    await expireFiles(tables, MAX_SWEPT_FILES);
    await deletePending(tables, await findPendingDeletions(tables, MAX_SWEPT_FILES), storage, log);
  } catch (error) {
    log.warn({ err: error }, 'Unwanted files could not be looked for.');
  }
}

/** Such renders should not exist. Where one does all the same, for example after its job was deleted by hand, it must end. */
async function abandonOrphaned(context: WorkerContext): Promise<void> {
  try {
    for (const render of await context.queue.findOrphaned()) await abandon(context, render);
  } catch (error) {
    context.log.warn({ err: error }, 'Renders without a job could not be looked for.');
  }
}

async function abandon(context: WorkerContext, render: string): Promise<void> {
  const { database, log } = context;
  log.error({ render }, 'The render was given up: no attempt came to an end.');
  await database.tables.transaction().execute(async (transaction) => {
    const sentence = 'The render was tried several times and never came to an end.';
    if (!(await abandonRender(transaction, render, sentence))) return;
    await failUnfinishedAssets(transaction, render);
    await enqueueRenderCallbacks(context.queue.callbacks, transaction, render, context.toPublicUrl);
  });
  await deleteUnneededFiles(context, render);
}
