import { join } from 'node:path';
import { asKinoraError, KinoraError } from '../base/errors.ts';
import { fileNames } from '../edit/index.ts';
import { placesOf } from '../hosting/places.ts';
import { announceRender } from '../jobs/announce.ts';
import type { RenderJob } from '../jobs/queue.ts';
import { failUnfinishedAssets } from '../store/assets.ts';
import { beginAttempt, type BegunRender, setFailed, setWaiting } from '../store/attempts.ts';
import { openRenderFolder } from './folder.ts';
import type { RenderEdit, WorkerParts } from './parts.ts';
import { LOST, Progress } from './progress.ts';
import { Publication, removeUnwanted } from './publication.ts';
import { readEdit } from './read-edit.ts';

/** Renders, publishes and records one job of the queue. Throws only when the queue shall try again. */
export async function doRenderJob(parts: WorkerParts, job: RenderJob): Promise<void> {
  const begun = await beginAttempt(parts.database.tables, job.render);
  if (begun === undefined) {
    // Cancelled while it waited, after an attempt that had stored some of its files.
    await removeUnwanted(parts, job.render);
    return;
  }
  const { id, attempt } = begun;
  parts.log.info({ render: id, attempt }, 'The render begins.');
  const publication = new Publication(parts, begun);
  try {
    const took = await renderAndPublish(parts, begun, job.signal, publication);
    parts.log.info({ render: id, attempt, took }, 'The render is done.');
  } catch (error) {
    try {
      await settle(parts, job, begun, whyEnded(error, job.signal));
    } finally {
      await publication.removeUnwanted();
    }
  }
}

/** Returns the milliseconds that it took. */
async function renderAndPublish(
  parts: WorkerParts,
  begun: BegunRender,
  signal: AbortSignal,
  publication: Publication,
): Promise<number> {
  const started = performance.now();
  await using folder = await openRenderFolder(parts.folder, begun);
  const { files, places, made } = await watched(parts, begun, signal, async (options) => {
    const edit = await readEdit(begun.edit, options.signal);
    const files = fileNames(edit.output, join(folder.path, begun.id));
    const made = await parts.render(edit, files, { ...options, folder: folder.path });
    return { files, places: placesOf(edit.output.destinations), made };
  });
  return await publication.publish(files, places, made, started, signal);
}

/** Renders, and ends that as soon as the attempt has lost its right. Nothing of its progress is written afterwards. */
async function watched<Outcome>(
  { database, log }: WorkerParts,
  begun: BegunRender,
  signal: AbortSignal,
  render: (options: Omit<Parameters<RenderEdit>[2], 'folder'>) => Promise<Outcome>,
): Promise<Outcome> {
  await using progress = new Progress(database.tables, begun, log);
  try {
    return await render({
      owner: begun.owner,
      watermark: begun.stage === 'stage',
      signal: AbortSignal.any([signal, progress.lost]),
      onProgress: (report) => progress.note(report),
    });
  } catch (error) {
    throw progress.lost.aborted ? LOST : error;
  }
}

/** What was aborted fails in many ways; the signal knows why. */
function whyEnded(error: unknown, signal: AbortSignal): KinoraError {
  if (error === LOST || !signal.aborted) return asKinoraError(error);
  if (signal.reason instanceof KinoraError) return signal.reason;
  return new KinoraError('render_timed_out', 'The render took too long and was ended.', { cause: error });
}

async function settle(
  parts: WorkerParts,
  job: RenderJob,
  begun: BegunRender,
  error: KinoraError,
): Promise<void> {
  const { tables } = parts.database;
  const which = { render: begun.id, attempt: begun.attempt };
  const fields = { ...which, code: error.code, err: error };
  if (error === LOST) {
    parts.log.info(which, 'The attempt ends: the render is final, gone or in the hands of another worker.');
  } else if (job.signal.aborted && error === job.signal.reason) {
    parts.log.info(fields, 'The render is given back to the queue.');
    await tables.transaction().execute(async (transaction) => {
      if (await setWaiting(transaction, begun)) await parts.queue.giveBack(transaction, job);
    });
  } else if (error.retry && !job.last) {
    parts.log.warn(fields, 'The render failed and will be tried again.');
    await setWaiting(tables, begun);
    throw error;
  } else {
    parts.log[error.concernsOperator ? 'error' : 'info'](fields, 'The render failed.');
    await tables.transaction().execute(async (transaction) => {
      if (!(await setFailed(transaction, begun, error.message))) return;
      await failUnfinishedAssets(transaction, begun.id);
      await announceRender(parts.queue.callbacks, transaction, begun.id, parts.addressOf);
    });
  }
}
