import { join } from 'node:path';
import { asKinoraError, KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import type { Edit, Warning } from '../edit/index.ts';
import type { Storage } from '../hosting/storage.ts';
import type { Queue, RenderJob } from '../jobs/queue.ts';
import { beginAsset, failUnfinishedAssets, setAssetReady } from '../store/assets.ts';
import {
  beginAttempt,
  type BegunRender,
  isWanted,
  setAdvance,
  setDone,
  setFailed,
  setWaiting,
} from '../store/attempts.ts';
import type { Database } from '../store/database.ts';
import { openRenderFolder } from './folder.ts';
import { LOST, Progress, type Report, SAVING } from './progress.ts';
import { readEdit } from './read-edit.ts';

/** Renders an edit to a local file. The render library's own function fits it; tests give a simpler one. */
export type RenderEdit = (
  edit: Edit,
  to: string,
  options: {
    readonly owner: string;
    /** Whether the pictures carry our mark. */
    readonly watermark: boolean;
    /** An empty folder for whatever the render has to keep; removed afterwards. */
    readonly folder: string;
    readonly signal: AbortSignal;
    readonly onProgress: (progress: Report) => void;
  },
) => Promise<Made>;

/** What is known of a file that was made. */
export interface Made {
  /** Seconds. */
  readonly duration: number;
  /** What is allowed but perhaps not meant. */
  readonly warnings: readonly Warning[];
}

/** What a worker works with. */
export interface WorkerParts {
  readonly database: Database;
  readonly queue: Queue;
  readonly storage: Storage;
  readonly render: RenderEdit;
  /** Where each render gets a temporary folder of its own. */
  readonly folder: string;
  readonly log: Logger;
}

/** Renders, publishes and records one job of the queue. Throws only when the queue shall try again. */
export async function doRenderJob(parts: WorkerParts, job: RenderJob): Promise<void> {
  const begun = await beginAttempt(parts.database.tables, job.render);
  if (begun === undefined) return;
  const { id, attempt } = begun;
  parts.log.info({ render: id, attempt }, 'The render begins.');
  try {
    const took = await renderAndPublish(parts, begun, job.signal);
    parts.log.info({ render: id, attempt, took }, 'The render is done.');
  } catch (error) {
    try {
      await settle(parts, job, begun, whyEnded(error, job.signal));
    } finally {
      await removeUnwanted(parts, begun);
    }
  }
}

/** Returns the milliseconds that it took. */
async function renderAndPublish(
  parts: WorkerParts,
  begun: BegunRender,
  signal: AbortSignal,
): Promise<number> {
  const started = performance.now();
  await using folder = await openRenderFolder(parts.folder, begun);
  const to = join(folder.path, 'output.mp4');
  const made = await watched(parts, begun, signal, async (options) => {
    const edit = await readEdit(begun.edit, options.signal);
    return await parts.render(edit, to, { ...options, folder: folder.path });
  });
  return await publish(parts, begun, to, made, started);
}

/** Renders, and ends that as soon as the attempt has lost its right. Nothing of its progress is written afterwards. */
async function watched(
  { database, log }: WorkerParts,
  begun: BegunRender,
  signal: AbortSignal,
  render: (options: Omit<Parameters<RenderEdit>[2], 'folder'>) => Promise<Made>,
): Promise<Made> {
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

async function publish(
  { database: { tables }, storage }: WorkerParts,
  begun: BegunRender,
  from: string,
  { duration, warnings }: Made,
  started: number,
): Promise<number> {
  const { owner, stage, id: render } = begun;
  const { filename, file } = fileOf(begun);
  const asset = await tables.transaction().execute(async (transaction) => {
    if (!(await setAdvance(transaction, begun, SAVING))) throw LOST;
    return await beginAsset(transaction, { owner, stage, render, filename, file });
  });
  await storage.put(file, from);
  const renderTime = performance.now() - started;
  const finished = {
    ...{ file, duration, renderTime },
    warnings: warnings.length === 0 ? null : JSON.stringify(warnings),
  };
  await tables.transaction().execute(async (transaction) => {
    if (!(await setDone(transaction, begun, finished))) throw LOST;
    await setAssetReady(transaction, asset);
  });
  return renderTime;
}

/** Every attempt at a render stores its file under the same key. */
function fileOf({ id, owner, stage }: BegunRender): { filename: string; file: string } {
  const filename = `${id}.mp4`;
  return { filename, file: `${stage}/${owner}/${filename}` };
}

/** Whoever cancels or forgets a render cannot remove the file that is just then being stored. */
async function removeUnwanted({ database, storage, log }: WorkerParts, begun: BegunRender): Promise<void> {
  if (await isWanted(database.tables, begun.id)) return;
  const { file } = fileOf(begun);
  await storage
    .delete(file)
    .catch((error: unknown) => log.warn({ err: error, file }, 'The file of a render could not be removed.'));
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
    parts.log[error.fault === 'us' ? 'error' : 'info'](fields, 'The render failed.');
    await tables.transaction().execute(async (transaction) => {
      if (await setFailed(transaction, begun, error.message))
        await failUnfinishedAssets(transaction, begun.id);
    });
  }
}
