import { basename } from 'node:path';
import type { RenderFiles } from '../edit/index.ts';
import type { DeliveryPlan } from '../hosting/delivery-plan.ts';
import { enqueueRenderCallbacks } from '../callbacks/enqueue-callbacks.ts';
import {
  beginAssets,
  findFilesOfRender,
  findStoredFiles,
  type NewAsset,
  setAssetsReady,
} from '../store/assets.ts';
import { type StartedRender, isCurrentAttempt, needsFiles, setProgress, setDone } from '../store/attempts.ts';
import { ASSET_PARTS } from '../store/schema.ts';
import { markForDeletion, deletePending } from '../store/pending-deletions.ts';
import { enqueueCopies } from './enqueue-copies.ts';
import type { RenderSummary, WorkerContext } from './worker-context.ts';
import { ATTEMPT_LOST, SAVING_PROGRESS } from './progress-writer.ts';

/** How the files of one attempt get to where they are hosted. Every attempt at a render stores them under the same keys. */
export class Publication {
  private readonly context: WorkerContext;
  private readonly render: StartedRender;
  private hosted: readonly FileToHost[] = [];

  /** Publishes nothing yet. */
  constructor(context: WorkerContext, render: StartedRender) {
    this.context = context;
    this.render = render;
  }

  /**
   * Stores what was made, and records that the render is done: all of its files are ready then, or none. What goes to other
   * destinations is sent there later.
   *
   * @param files the local paths; their names are kept.
   * @param plan where the files go.
   * @param startedAt when the attempt began, in milliseconds of `performance.now()`.
   * @param signal ends the storing early, with its reason.
   * @returns the milliseconds that the attempt took.
   * @throws {KinoraError} {@link ATTEMPT_LOST} when the attempt has lost its right.
   */
  async publish(
    files: RenderFiles<string>,
    plan: DeliveryPlan,
    { duration, warnings }: RenderSummary,
    startedAt: number,
    signal: AbortSignal,
  ): Promise<number> {
    const { database, queue, storage, toPublicUrl } = this.context;
    const hosted = toHostedFiles(this.render, files, !plan.isHosted);
    this.hosted = hosted;
    await database.tables.transaction().execute(async (transaction) => {
      if (!(await setProgress(transaction, this.render, SAVING_PROGRESS))) throw ATTEMPT_LOST;
      await beginAssets(
        transaction,
        hosted.map(({ asset }) => asset),
      );
    });
    for (const { path, asset } of hosted)
      await storage.put(asset.file, path, () => this.checkStillCurrent(), signal);
    await deleteEndedFiles(this.context, this.render.id);
    const renderTime = performance.now() - startedAt;
    const finished = {
      duration: duration ?? null,
      renderTime,
      warnings: warnings.length === 0 ? null : JSON.stringify(warnings),
    };
    await database.tables.transaction().execute(async (transaction) => {
      if (!(await setDone(transaction, this.render, finished))) throw ATTEMPT_LOST;
      await setAssetsReady(transaction, this.render.id);
      await enqueueCopies(
        this.context,
        transaction,
        hosted.map(({ asset }) => asset),
        plan,
      );
      await enqueueRenderCallbacks(queue.callbacks, transaction, this.render.id, toPublicUrl);
    });
    return renderTime;
  }

  /** As {@link deleteUnneededFiles}; of a render that is gone, and so names no files any more, those that were stored here. */
  deleteUnneededFiles(): Promise<void> {
    const stored = this.hosted.map(({ asset }) => asset.file);
    return deleteUnneededFiles(this.context, this.render.id, stored);
  }

  /** Ends the attempt that has stalled until another one began: that one's files are not to be replaced. */
  private async checkStillCurrent(): Promise<void> {
    if (!(await isCurrentAttempt(this.context.database.tables, this.render))) throw ATTEMPT_LOST;
  }
}

/**
 * Removes the files of a render that has failed or is gone, those of all attempts: whoever cancels or forgets a render cannot remove what
 * is just then being stored, and an attempt that is tried again leaves what it has stored.
 *
 * @param stored storage keys of the render that may not be on record any more.
 */
export async function deleteUnneededFiles(
  { database, storage, log }: Pick<WorkerContext, 'database' | 'storage' | 'log'>,
  render: string,
  stored: readonly string[] = [],
): Promise<void> {
  if (await needsFiles(database.tables, render)) return;
  const unwanted = [...(await findFilesOfRender(database.tables, render)), ...stored];
  await deleteFiles({ database, storage, log }, unwanted);
}

/** Removes the files that were deleted by the client, or given up, while they were on their way into our storage. */
export async function deleteEndedFiles(
  context: Pick<WorkerContext, 'database' | 'storage' | 'log'>,
  render: string,
): Promise<void> {
  const stored = await findStoredFiles(context.database.tables, render);
  await deleteFiles(
    context,
    stored.filter(({ status }) => status === 'deleted' || status === 'failed').map(({ file }) => file),
  );
}

/** Removes files now, or when the storage works again. */
async function deleteFiles(
  { database: { tables }, storage, log }: Pick<WorkerContext, 'database' | 'storage' | 'log'>,
  files: readonly string[],
): Promise<void> {
  await markForDeletion(tables, files);
  await deletePending(tables, files, storage, log);
}

/** A local file, and what it is where it is hosted. */
interface FileToHost {
  readonly path: string;
  readonly asset: NewAsset;
}

function toHostedFiles(
  { id: render, owner, stage }: StartedRender,
  files: RenderFiles<string>,
  temporary: boolean,
): FileToHost[] {
  return ASSET_PARTS.flatMap((part) => {
    const path = files[part];
    if (path === undefined) return [];
    const filename = basename(path);
    const file = `${stage}/${owner}/${filename}`;
    return [{ path, asset: { owner, stage, render, part, filename, file, temporary } }];
  });
}
