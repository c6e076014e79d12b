import { failUnfinishedAssets } from '../store/assets.ts';
import { abandonRender, isCurrent } from '../store/renders.ts';
import { removeLeftovers } from './folder.ts';
import { doRenderJob, type WorkerParts } from './render-job.ts';

/**
 * Removes what dead workers left behind and takes renders from the queue from now on; the queue's own stop ends it.
 *
 * @param atOnce How many renders at the same time, at least 1.
 */
export async function startWorker(parts: WorkerParts, atOnce: number): Promise<void> {
  const { tables } = parts.database;
  await removeLeftovers(parts.folder, (attempt) => isCurrent(tables, attempt));
  await parts.queue.takeDead((render) => giveUp(parts, render));
  await parts.queue.take(atOnce, (job) => doRenderJob(parts, job));
}

async function giveUp({ database, log }: WorkerParts, render: string): Promise<void> {
  log.error({ render }, 'The render was given up: no attempt came to an end.');
  await database.tables.transaction().execute(async (transaction) => {
    await abandonRender(transaction, render, 'The render was tried several times and never came to an end.');
    await failUnfinishedAssets(transaction, render);
  });
}
