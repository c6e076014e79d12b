import type { Capacity, WorkLimits } from '../jobs/dispatcher.ts';
import { expireFiles } from '../store/assets.ts';
import { expireGenerations, releaseAllGenerations } from '../store/generation/generations.ts';
import { sweepAttempts } from '../store/queue/attempts.ts';
import { sweepSharedOutputs } from '../store/queue/shared-outputs.ts';
import { createCallbackHandlers } from '../callbacks/callback-handlers.ts';
import { createAttemptHandlers } from './attempt-handlers.ts';
import { COPY } from './copy-job.ts';
import { CREATION } from './create/creation-job.ts';
import { abandonRenderJob, forgetRender } from './finish/end-render.ts';
import { isAwaited } from './finish/retry-until-stored.ts';
import { handleHelpJob } from './help/help-job.ts';
import { deleteMarkedFiles } from './ingest/clean-up.ts';
import { IMPORT } from './ingest/import-job.ts';
import { sweepUploads } from './ingest/sweep-uploads.ts';
import { RENDITION } from './ingest/rendition-job.ts';
import { sweepAttemptFolders } from './leftovers.ts';
import { doRepeated } from './repeated-work.ts';
import type { WorkerContext } from './worker-context.ts';
import { createRenderHandlers } from './render-job.ts';
import { TRANSFER } from './transfer-job.ts';

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
  concurrency: { readonly renders: number | Capacity; readonly renditions: number },
): Promise<Worker> {
  const { tables } = context.database;
  await sweepAttemptFolders(context);
  if (context.database.engine.kind === 'embedded') await releaseAllGenerations(tables);
  await abandonOrphaned(context);
  await sweepFiles(context);
  // While a disk is too full, all work waits, except callbacks: they write no files.
  const limits: WorkLimits = { mayTake: () => hasDiskSpace(context) };
  await context.queue.callbacks.startWorkers(createCallbackHandlers(context));
  const { copies, imports, renditions, creations } = context.queue;
  const [copy, transfer] = [createAttemptHandlers(context, COPY), createAttemptHandlers(context, TRANSFER)];
  await copies.startWorkers({ asset: copy, transfer }, limits);
  await imports.startWorkers({ source: createAttemptHandlers(context, IMPORT) }, limits);
  const make = createAttemptHandlers(context, RENDITION);
  const making = { slots: concurrency.renditions, ...limits };
  await renditions.startWorkers({ rendition: make, transcription: make }, making);
  await creations.startWorkers({ created: createAttemptHandlers(context, CREATION) }, limits);
  const { renders } = concurrency;
  context.queue.describeWorker({ slots: typeof renders === 'number' ? renders : renders.slots });
  const capacity = { ...(typeof renders === 'number' ? { slots: renders } : renders), ...limits };
  await context.queue.renders.startWorkers(createRenderHandlers(context), capacity, (job) =>
    handleHelpJob(context, job),
  );
  const timer = setInterval(() => {
    void abandonOrphaned(context);
    void sweepFiles(context);
  }, SWEEP_INTERVAL_MS).unref();
  const uploads = setInterval(() => void sweepUploads(context), UPLOAD_SWEEP_INTERVAL_MS).unref();
  return {
    stop() {
      clearInterval(timer);
      clearInterval(uploads);
    },
  };
}

/** True if the disks have room for work. Also reports to the operator if they do not, or if the storage is away. */
async function hasDiskSpace({ disk, queue, storage }: WorkerContext): Promise<boolean> {
  const hasSpace = await disk.canTakeWork();
  const problem = isAwaited(storage) ? STORAGE_PROBLEM : null;
  queue.describeWorker({ problem: hasSpace ? problem : `It takes no work. ${disk.problem}` });
  return hasSpace;
}

const STORAGE_PROBLEM = 'The storage does not answer. Finished files are kept and wait for it.';

/** Maximum number of files to delete per sweep. The next sweep deletes the rest. */
const MAX_SWEPT_FILES = 1000;
const MAX_SWEPT_ATTEMPTS = 10_000;

/**
 * Deletes the temporary files and the kept results that have expired after a day, the files whose deletion failed
 * earlier, and old attempts.
 */
export async function sweepFiles(
  context: Pick<WorkerContext, 'database' | 'storage' | 'log'>,
): Promise<void> {
  const { database, log } = context;
  const { tables } = database;
  await doRepeated({ log, what: 'look for expired files' }, async () => {
    await expireFiles(tables, MAX_SWEPT_FILES);
    await expireGenerations(tables, MAX_SWEPT_FILES);
    await sweepAttempts(tables, MAX_SWEPT_ATTEMPTS);
    await sweepSharedOutputs(tables);
  });
  await deleteMarkedFiles(context, MAX_SWEPT_FILES);
}

/**
 * Fails the renders that have no job. Such renders should not exist, but deleting a job by hand, for example,
 * leaves one behind.
 */
async function abandonOrphaned(context: WorkerContext): Promise<void> {
  const { queue, log } = context;
  await doRepeated({ log, what: 'look for renders without a job' }, async () => {
    for (const render of await queue.renders.findOrphaned()) await abandon(context, render);
  });
}

async function abandon(context: WorkerContext, render: string): Promise<void> {
  const why = { code: 'internal', reason: 'The render had no job.' };
  await context.database.tables
    .transaction()
    .execute((transaction) => abandonRenderJob(context, render, transaction, why));
  await forgetRender(context, render);
}
