import { announceRender } from '../jobs/announce.ts';
import type { CopyHandlers } from '../jobs/copy-queue.ts';
import { expireFiles, failUnfinishedAssets } from '../store/assets.ts';
import { abandonRender, isCurrent } from '../store/attempts.ts';
import { findUnwanted, removeNoted } from '../store/unwanted.ts';
import { doCallbackJob } from './callback-job.ts';
import { doCopyJob, giveUpCopy } from './copy-job.ts';
import { removeLeftovers } from './folder.ts';
import type { WorkerParts } from './parts.ts';
import { removeUnwanted } from './publication.ts';
import { doRenderJob } from './render-job.ts';
import { doTransferJob, giveUpTransfer } from './transfer-job.ts';

/** A running worker. */
export interface Worker {
  /** Ends what the queue's own stop does not end. */
  stop(): void;
}

const LOOK_FOR_FORGOTTEN_MS = 5 * 60_000;

/**
 * Removes what dead workers left behind and takes renders, callbacks and copies from the queue from now on, until the queue stops.
 *
 * @param atOnce How many renders at the same time, at least 1.
 */
export async function startWorker(parts: WorkerParts, atOnce: number): Promise<Worker> {
  const { tables } = parts.database;
  await removeLeftovers(parts.folder, (attempt) => isCurrent(tables, attempt));
  await giveUpForgotten(parts);
  await sweepFiles(parts);
  const timer = setInterval(() => {
    void giveUpForgotten(parts);
    void sweepFiles(parts);
  }, LOOK_FOR_FORGOTTEN_MS).unref();
  await parts.queue.takeDead((render) => giveUp(parts, render));
  await parts.queue.callbacks.take((job) => doCallbackJob(parts, job));
  await parts.queue.copies.take(copyHandlers(parts));
  await parts.queue.take(atOnce, (job) => doRenderJob(parts, job));
  return { stop: () => clearInterval(timer) };
}

function copyHandlers(parts: WorkerParts): CopyHandlers {
  return {
    take: (job) => (job.kind === 'asset' ? doCopyJob(parts, job) : doTransferJob(parts, job)),
    giveUp: (subject, transaction) =>
      (subject.kind === 'asset' ? giveUpCopy : giveUpTransfer)(parts, subject, transaction),
  };
}

/** So many at the most at each look; the rest at the next. */
const REMOVED_AT_ONCE = 1000;

/** Removes the files whose day is over, which are those that are not hosted, and those that could not be removed when they should. */
export async function sweepFiles({
  database: { tables },
  storage,
  log,
}: Pick<WorkerParts, 'database' | 'storage' | 'log'>): Promise<void> {
  try {
    await expireFiles(tables, REMOVED_AT_ONCE);
    await removeNoted(tables, await findUnwanted(tables, REMOVED_AT_ONCE), storage, log);
  } catch (error) {
    log.warn({ err: error }, 'Unwanted files could not be looked for.');
  }
}

/** Such renders should not exist. Where one does all the same, for example after its job was deleted by hand, it must end. */
async function giveUpForgotten(parts: WorkerParts): Promise<void> {
  try {
    for (const render of await parts.queue.forgotten()) await giveUp(parts, render);
  } catch (error) {
    parts.log.warn({ err: error }, 'Renders without a job could not be looked for.');
  }
}

async function giveUp(parts: WorkerParts, render: string): Promise<void> {
  const { database, log } = parts;
  log.error({ render }, 'The render was given up: no attempt came to an end.');
  await database.tables.transaction().execute(async (transaction) => {
    const sentence = 'The render was tried several times and never came to an end.';
    if (!(await abandonRender(transaction, render, sentence))) return;
    await failUnfinishedAssets(transaction, render);
    await announceRender(parts.queue.callbacks, transaction, render, parts.addressOf);
  });
  await removeUnwanted(parts, render);
}
