import { basename } from 'node:path';
import { hideFields } from '../base/hide-fields.ts';
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

/** Publishes the files of one attempt. Every attempt at a render stores them under the same keys. */
export class Publication {
  private readonly context: WorkerContext;
  private readonly render: StartedRender;
  private hosted: readonly FileToHost[] = [];

  /** Creates the publication. {@link publish} does the work. */
  constructor(context: WorkerContext, render: StartedRender) {
    this.context = context;
    this.render = render;
    hideFields(this, 'context');
  }

  /**
   * Stores the files and records that the render is done. Either all files of the render become ready, or
   * none does. Copies to other destinations are sent later.
   *
   * @param files Local paths. The stored files keep their names.
   * @param plan The destinations of the files.
   * @param startedAt Start of the attempt, in milliseconds of `performance.now()`.
   * @param signal Aborts the storing with its reason.
   * @returns The duration of the attempt in milliseconds.
   * @throws {KinoraError} {@link ATTEMPT_LOST} if the attempt no longer owns the render.
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

  /**
   * Deletes the files that the render does not need. If the row of the render is gone, the database no longer
   * knows its files, so this also deletes the files that this attempt stored.
   */
  deleteUnneededFiles(): Promise<void> {
    const stored = this.hosted.map(({ asset }) => asset.file);
    return deleteUnneededFiles(this.context, this.render.id, stored);
  }

  /**
   * Throws if another attempt has begun while this one was stalled, so that this attempt does not overwrite
   * the files of the other.
   */
  private async checkStillCurrent(): Promise<void> {
    if (!(await isCurrentAttempt(this.context.database.tables, this.render))) throw ATTEMPT_LOST;
  }
}

/**
 * Deletes the files of all attempts at a render that has failed or is gone. Does nothing for other renders.
 * Needed because cancelling or deleting a render cannot delete a file while it is being stored, and because a
 * failed attempt leaves its files for the next one to replace.
 *
 * @param stored Storage keys of the render that the database may no longer know.
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

/** Deletes the files of assets that were deleted or failed while the files were being stored. */
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

/** Deletes files now, or later if the storage is unavailable. */
async function deleteFiles(
  { database: { tables }, storage, log }: Pick<WorkerContext, 'database' | 'storage' | 'log'>,
  files: readonly string[],
): Promise<void> {
  await markForDeletion(tables, files);
  await deletePending(tables, files, storage, log);
}

/** A local file and the asset that it becomes. */
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
