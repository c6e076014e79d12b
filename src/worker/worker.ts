import type { Kysely } from 'kysely';
import { enqueueRenderCallbacks } from '../callbacks/enqueue-callbacks.ts';
import type { CopyHandlers } from '../jobs/copy-queue.ts';
import { expireFiles, failUnfinishedAssets } from '../store/assets.ts';
import { abandonRender, type Attempt, isCurrentAttempt } from '../store/attempts.ts';
import { isCurrentCreation } from '../store/generation/created-assets.ts';
import { expireGenerations, releaseAllGenerations } from '../store/generation/generations.ts';
import { isCurrentIngest } from '../store/renditions.ts';
import type { Schema } from '../store/schema.ts';
import { findPendingDeletions, deletePending } from '../store/pending-deletions.ts';
import { createCallbackHandlers } from '../callbacks/callback-handlers.ts';
import { handleCopyJob, abandonCopy } from './copy-job.ts';
import { createCreationHandlers } from './create/creation-job.ts';
import { createIngestHandlers, sweepUploads } from './ingest/ingest-worker.ts';
import { removeAbandonedFolders } from './render-folder.ts';
import type { WorkerSettings } from './settings.ts';
import type { WorkerContext } from './worker-context.ts';
import { deleteUnneededFiles } from './publication.ts';
import { handleRenderJob } from './render-job.ts';
import { handleTransferJob, abandonTransfer } from './transfer-job.ts';

/** A running worker. */
export interface Worker {
  /** Stops the periodic clean-up. Taking jobs ends when the queue stops. */
  stop(): void;
}

const SWEEP_INTERVAL_MS = 5 * 60_000;
/** More frequent, because a client learns from the status that its upload has failed. */
const UPLOAD_SWEEP_INTERVAL_MS = 60_000;

/**
 * Cleans up after dead workers and starts taking renders, callbacks, copies, sources, renditions and
 * creations from the queue. The work ends when the queue stops.
 *
 * @param concurrency Number of renders and of renditions at the same time, each at least 1.
 */
export async function startWorker(
  context: WorkerContext,
  concurrency: Pick<WorkerSettings, 'renders' | 'renditions'>,
): Promise<Worker> {
  const { tables } = context.database;
  await removeAbandonedFolders(context.folder, (attempt) => isAttemptCurrent(tables, attempt));
  if (context.database.engine.kind === 'embedded') await releaseAllGenerations(tables);
  await abandonOrphaned(context);
  await sweepFiles(context);
  const timer = setInterval(() => {
    void abandonOrphaned(context);
    void sweepFiles(context);
  }, SWEEP_INTERVAL_MS).unref();
  const uploads = setInterval(() => void sweepUploads(context), UPLOAD_SWEEP_INTERVAL_MS).unref();
  await context.queue.onDeadLetter((render) => abandon(context, render));
  await context.queue.callbacks.startWorkers(createCallbackHandlers(context));
  await context.queue.copies.startWorkers(createCopyHandlers(context));
  await context.queue.ingest.startWorkers(createIngestHandlers(context), concurrency.renditions);
  await context.queue.creations.startWorkers(createCreationHandlers(context));
  await context.queue.startWorkers(concurrency.renders, (job) => handleRenderJob(context, job));
  return {
    stop() {
      clearInterval(timer);
      clearInterval(uploads);
    },
  };
}

/** True if an attempt at a render, an import, a rendition or a creation is still current. */
async function isAttemptCurrent(db: Kysely<Schema>, attempt: Attempt): Promise<boolean> {
  if ((await isCurrentAttempt(db, attempt)) || (await isCurrentCreation(db, attempt))) return true;
  return (await isCurrentIngest(db, 'source', attempt)) || (await isCurrentIngest(db, 'rendition', attempt));
}

function createCopyHandlers(context: WorkerContext): CopyHandlers {
  return {
    attempt: (job) => (job.kind === 'asset' ? handleCopyJob(context, job) : handleTransferJob(context, job)),
    abandon: (subject, transaction) =>
      (subject.kind === 'asset' ? abandonCopy : abandonTransfer)(context, subject, transaction),
  };
}

/** Maximum number of files to delete per sweep. The next sweep deletes the rest. */
const MAX_SWEPT_FILES = 1000;

/**
 * Deletes the temporary files and the kept results that have expired after a day, and the files whose deletion
 * failed earlier.
 */
export async function sweepFiles({
  database: { tables },
  storage,
  log,
}: Pick<WorkerContext, 'database' | 'storage' | 'log'>): Promise<void> {
  try {
    await expireFiles(tables, MAX_SWEPT_FILES);
    await expireGenerations(tables, MAX_SWEPT_FILES);
    await deletePending(tables, await findPendingDeletions(tables, MAX_SWEPT_FILES), storage, log);
  } catch (error) {
    log.warn({ err: error }, 'Could not look for files to delete.');
  }
}

/**
 * Fails the renders that have no job. Such renders should not exist, but deleting a job by hand, for example,
 * leaves one behind.
 */
async function abandonOrphaned(context: WorkerContext): Promise<void> {
  try {
    for (const render of await context.queue.findOrphaned()) await abandon(context, render);
  } catch (error) {
    context.log.warn({ err: error }, 'Could not look for renders without a job.');
  }
}

async function abandon(context: WorkerContext, render: string): Promise<void> {
  const { database, log } = context;
  log.error({ render }, 'Gave up a render: none of the attempts finished.');
  await database.tables.transaction().execute(async (transaction) => {
    const sentence = 'The render failed: none of several attempts finished.';
    if (!(await abandonRender(transaction, render, sentence))) return;
    await failUnfinishedAssets(transaction, render);
    await enqueueRenderCallbacks(context.queue.callbacks, transaction, render, context.toPublicUrl);
  });
  await deleteUnneededFiles(context, render);
}
