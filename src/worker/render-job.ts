import { join } from 'node:path';
import { toKinoraError, KinoraError } from '../base/errors.ts';
import { nameRenderFiles } from '../edit/index.ts';
import { planDelivery } from '../hosting/delivery-plan.ts';
import { enqueueRenderCallbacks } from '../callbacks/enqueue-callbacks.ts';
import type { RenderJob } from '../jobs/queue.ts';
import { failUnfinishedAssets } from '../store/assets.ts';
import { beginAttempt, type StartedRender, setFailed, setQueued } from '../store/attempts.ts';
import { openRenderFolder } from './render-folder.ts';
import type { RenderEdit, WorkerContext } from './worker-context.ts';
import { ATTEMPT_LOST, ProgressWriter } from './progress-writer.ts';
import { Publication, deleteUnneededFiles } from './publication.ts';
import { readEdit } from './read-edit.ts';

/**
 * Renders the edit of one job, publishes its files and records the outcome.
 *
 * @throws {KinoraError} The error of the attempt, if the queue should retry.
 */
export async function handleRenderJob(context: WorkerContext, job: RenderJob): Promise<void> {
  const render = await beginAttempt(context.database.tables, job.render);
  if (render === undefined) {
    // The render may have been cancelled while it waited, after an attempt that had stored some of its files.
    await deleteUnneededFiles(context, job.render);
    return;
  }
  const { id, attempt } = render;
  context.log.info({ render: id, attempt }, 'Starting the render.');
  const publication = new Publication(context, render);
  try {
    const took = await renderAndPublish(context, render, job.signal, publication);
    context.log.info({ render: id, attempt, took }, 'The render is done.');
  } catch (error) {
    try {
      await recordFailure(context, job, render, toEndReason(error, job.signal));
    } finally {
      await publication.deleteUnneededFiles();
    }
  }
}

/** Renders and publishes the files. Returns the duration in milliseconds. */
async function renderAndPublish(
  context: WorkerContext,
  render: StartedRender,
  signal: AbortSignal,
  publication: Publication,
): Promise<number> {
  const startedAt = performance.now();
  await using folder = await openRenderFolder(context.folder, render);
  const { files, plan, result } = await renderWithProgress(context, render, signal, async (options) => {
    const { edit: text, dialect } = render;
    const parsed = await readEdit({ text, dialect: dialect ?? context.dialect }, options.signal);
    const { output } = parsed.edit;
    const files = nameRenderFiles(output, join(folder.path, render.id));
    const result = await context.render(parsed, files, { ...options, folder: folder.path });
    return { files, plan: planDelivery(output.destinations), result };
  });
  return await publication.publish(files, plan, result, startedAt, signal);
}

/**
 * Runs the work, writes its progress and aborts it if the attempt loses its render. No progress is written
 * afterwards.
 */
async function renderWithProgress<Outcome>(
  { database, log }: WorkerContext,
  render: StartedRender,
  signal: AbortSignal,
  work: (options: Omit<Parameters<RenderEdit>[2], 'folder'>) => Promise<Outcome>,
): Promise<Outcome> {
  await using progress = new ProgressWriter(database.tables, render, log);
  try {
    return await work({
      owner: render.owner,
      watermark: render.stage === 'stage',
      signal: AbortSignal.any([signal, progress.lost]),
      requestedAt: render.created,
      onProgress: (report) => progress.report(report),
    });
  } catch (error) {
    throw progress.lost.aborted ? ATTEMPT_LOST : error;
  }
}

/**
 * Returns the reason why an attempt failed. Aborted work fails with various errors, so the signal's reason
 * counts.
 */
function toEndReason(error: unknown, signal: AbortSignal): KinoraError {
  if (error === ATTEMPT_LOST || !signal.aborted) return toKinoraError(error);
  if (signal.reason instanceof KinoraError) return signal.reason;
  return new KinoraError('render_timed_out', 'The render took too long and was stopped.', { cause: error });
}

async function recordFailure(
  context: WorkerContext,
  job: RenderJob,
  render: StartedRender,
  error: KinoraError,
): Promise<void> {
  const { tables } = context.database;
  const ids = { render: render.id, attempt: render.attempt };
  const fields = { ...ids, code: error.code, err: error };
  if (error === ATTEMPT_LOST) {
    context.log.info(
      ids,
      'Ending the attempt: the render is final, was deleted or was taken over by another worker.',
    );
  } else if (job.signal.aborted && error === job.signal.reason) {
    context.log.info(fields, 'Giving the render back to the queue.');
    await tables.transaction().execute(async (transaction) => {
      if (await setQueued(transaction, render)) await context.queue.requeue(transaction, job);
    });
  } else if (error.retry && !job.isLastTry) {
    context.log.warn(fields, 'The render failed. Retrying later.');
    await setQueued(tables, render);
    throw error;
  } else {
    context.log[error.concernsOperator ? 'error' : 'info'](fields, 'The render failed.');
    await tables.transaction().execute(async (transaction) => {
      if (!(await setFailed(transaction, render, error.message))) return;
      await failUnfinishedAssets(transaction, render.id);
      await enqueueRenderCallbacks(context.queue.callbacks, transaction, render.id, context.toPublicUrl);
    });
  }
}
