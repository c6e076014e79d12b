import { join } from 'node:path';
import { asKinoraError, KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import { type Edit, parseEdit } from '../edit/index.ts';
import type { Storage } from '../hosting/storage.ts';
import type { Queue, RenderJob } from '../jobs/queue.ts';
import { beginAsset, failUnfinishedAssets, setAssetReady } from '../store/assets.ts';
import type { Database } from '../store/database.ts';
import { beginAttempt, type BegunRender, setDone, setFailed, setStatus } from '../store/renders.ts';
import { openRenderFolder } from './folder.ts';
import { Progress, TAKEN_OVER } from './progress.ts';

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
    readonly onProgress: (progress: { readonly stage: 'fetching' | 'preprocessing' | 'rendering' }) => void;
  },
) => Promise<{
  /** Seconds. */
  readonly duration: number;
}>;

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
  const progress = new Progress(parts.database.tables, begun);
  try {
    const took = await renderAndPublish(parts, begun, progress, job.signal);
    parts.log.info({ render: id, attempt, took }, 'The render is done.');
  } catch (error) {
    await settle(parts, job, begun, whyEnded(error, progress, job.signal));
  }
}

/** Returns the milliseconds that it took. */
async function renderAndPublish(
  parts: WorkerParts,
  begun: BegunRender,
  progress: Progress,
  signal: AbortSignal,
): Promise<number> {
  const started = performance.now();
  const edit = readEdit(begun.edit);
  await using folder = await openRenderFolder(parts.folder, begun);
  const to = join(folder.path, 'output.mp4');
  const { duration } = await parts.render(edit, to, {
    owner: begun.owner,
    watermark: begun.stage === 'stage',
    folder: folder.path,
    signal: AbortSignal.any([signal, progress.lost]),
    onProgress: ({ stage }) => progress.note(stage),
  });
  progress.note('saving');
  await progress.written();
  return await publish(parts, begun, to, duration, started);
}

/** The edit was valid when it was accepted, but perhaps by another version. */
function readEdit(text: string): Edit {
  const parsed = parseEdit(JSON.parse(text));
  if (parsed.ok) return parsed.value;
  const first = parsed.problems[0];
  throw new KinoraError('validation_failed', first?.message ?? 'The edit is not valid.');
}

async function publish(
  { database, storage }: WorkerParts,
  begun: BegunRender,
  from: string,
  duration: number,
  started: number,
): Promise<number> {
  const { id, owner, stage } = begun;
  const filename = `${id}.mp4`;
  const file = `${stage}/${owner}/${filename}`;
  const asset = await beginAsset(database.tables, { owner, stage, render: id, filename, file });
  await storage.put(file, from);
  const renderTime = performance.now() - started;
  await database.tables.transaction().execute(async (transaction) => {
    if (!(await setDone(transaction, begun, { file, duration, renderTime }))) throw TAKEN_OVER;
    await setAssetReady(transaction, asset);
  });
  return renderTime;
}

/** What was aborted fails in many ways; the signal knows why. */
function whyEnded(error: unknown, { lost }: Progress, signal: AbortSignal): KinoraError {
  if (lost.aborted) return asKinoraError(lost.reason);
  if (!signal.aborted) return asKinoraError(error);
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
  const fields = { render: begun.id, attempt: begun.attempt, code: error.code, err: error };
  if (error === TAKEN_OVER) {
    parts.log.warn(fields, 'The render was taken over by another worker.');
  } else if (job.signal.aborted && error === job.signal.reason) {
    parts.log.info(fields, 'The render is given back to the queue.');
    await tables.transaction().execute(async (transaction) => {
      if (await setStatus(transaction, begun, 'queued')) await parts.queue.giveBack(transaction, job);
    });
  } else if (error.retry && !job.last) {
    parts.log.warn(fields, 'The render failed and will be tried again.');
    await setStatus(tables, begun, 'queued');
    throw error;
  } else {
    parts.log[error.fault === 'us' ? 'error' : 'info'](fields, 'The render failed.');
    await tables.transaction().execute(async (transaction) => {
      if (await setFailed(transaction, begun, error.message))
        await failUnfinishedAssets(transaction, begun.id);
    });
  }
}
