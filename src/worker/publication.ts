import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Transaction } from 'kysely';
import pLimit from 'p-limit';
import { hideFields } from '../base/hide-fields.ts';
import { type EditFiles, listEditFiles, type RenderFiles } from '../edit/index.ts';
import type { DeliveryPlan } from '../hosting/delivery-plan.ts';
import { isSetPlaylist, listStreamPieces, SET_NAME } from '../hosting/sets/file-set.ts';
import { enqueueRenderCallbacks } from '../callbacks/enqueue-callbacks.ts';
import {
  beginAssets,
  findFilesOfRender,
  findStoredFiles,
  type NewAsset,
  setAssetsReady,
} from '../store/assets.ts';
import {
  type StartedRender,
  isCurrentAttempt,
  needsFiles,
  setDone,
  setProgress,
  setStream,
} from '../store/attempts.ts';
import { ASSET_PARTS, type Schema } from '../store/schema.ts';
import { markForDeletion, deletePending } from '../store/pending-deletions.ts';
import { enqueueCopies } from './enqueue-copies.ts';
import { retryUntilStored, type RetryUntilStoredOptions } from './finish/retry-until-stored.ts';
import type { FinishedOutputs } from './finish/finished-outputs.ts';
import type { WorkerContext } from './worker-context.ts';
import { ATTEMPT_LOST, SAVING_PROGRESS } from './progress-writer.ts';

/** Maximum number of files that are deleted at the same time. */
const MAX_DELETIONS = 8;

/** Publishes the files of one attempt. Every attempt at a render stores them under the same keys. */
export class Publication {
  private readonly context: WorkerContext;
  private readonly render: StartedRender;
  private hosted: readonly FileToHost[] = [];
  /** The storage key of the list of an HLS that is watched while it is made. */
  private streamed: string | undefined;
  /** The storage keys of the pieces of this HLS. */
  private pieces: readonly string[] = [];
  /** The delivery of each output. */
  private plans: readonly DeliveryPlan[] = [];

  /** Creates the publication. {@link store} stores the files, and {@link record} makes them ready. */
  constructor(context: WorkerContext, render: StartedRender) {
    this.context = context;
    this.render = render;
    hideFields(this, 'context');
  }

  /**
   * Stores the files, again and again while the storage or the database is away. {@link record} then makes them
   * ready.
   *
   * @param files Local paths. The stored files keep their names.
   * @param plans The destinations of the files of each output.
   * @param options `signal` ends the storing with its reason. `onAway` is called when the storage turns out to be
   *   away, and must not reject.
   * @throws {KinoraError} {@link ATTEMPT_LOST} if the attempt no longer owns the render.
   */
  async store(
    files: EditFiles,
    plans: readonly DeliveryPlan[],
    options: Pick<RetryUntilStoredOptions, 'signal' | 'onAway'>,
  ): Promise<void> {
    const { database, storage, log, storageRetryLimits: limits } = this.context;
    const { signal } = options;
    const hosted = listEditFiles(files).flatMap((own, position) =>
      toHostedFiles(this.render, own, position, plans[position]?.isHosted === false),
    );
    this.hosted = hosted;
    this.plans = plans;
    await database.retryUntilAvailable(() => this.begin(hosted), { signal });
    // The main list of a set comes after the files that it names, so that it never names a missing one.
    for (const { path, asset, parts } of hosted)
      for (const file of [...parts, { path, key: asset.file }]) {
        const put = (): Promise<void> =>
          storage.put(file.key, file.path, () => this.checkStillCurrent(signal), signal);
        await retryUntilStored(put, { ...options, storage, log, limits });
      }
    this.pieces = await listPieces(hosted);
    await database.retryUntilAvailable(() => deleteEndedFiles(this.context, this.render.id), { signal });
  }

  /**
   * Records that the render is done. Either all of its files become ready, or none does. Copies to other
   * destinations are sent later.
   *
   * @param transaction the transaction that completes the job.
   * @param renderTime milliseconds of the attempts that made and stored the files.
   * @returns false if the attempt no longer owns the render. Nothing is recorded then.
   */
  async record(
    transaction: Transaction<Schema>,
    { duration, warnings, outputs, seconds, segments }: FinishedOutputs,
    renderTime: number,
  ): Promise<boolean> {
    const { queue, toPublicUrl } = this.context;
    const { id } = this.render;
    const finished = {
      duration: duration ?? null,
      outputs: outputs === undefined ? null : JSON.stringify(outputs),
      seconds,
      segments,
      renderTime,
      warnings: warnings.length === 0 ? null : JSON.stringify(warnings),
    };
    if (!(await setDone(transaction, this.render, finished))) return false;
    await setAssetsReady(transaction, id);
    for (const [index, plan] of this.plans.entries())
      await enqueueCopies(
        this.context,
        transaction,
        this.hosted.flatMap(({ asset }) => (asset.position === index ? [asset] : [])),
        plan,
      );
    await enqueueRenderCallbacks(queue.callbacks, transaction, id, toPublicUrl);
    return true;
  }

  /** The storage keys of the files. If the row of the render is gone, the database no longer knows them. */
  get storageKeys(): string[] {
    const { hosted, streamed } = this;
    return [...hosted.map(({ asset }) => asset.file), ...(streamed === undefined ? [] : [streamed])];
  }

  /**
   * Records that an HLS is being made, so that its files are deleted if the render fails.
   *
   * @param output its place among the outputs, and true if Kinora keeps it for only a day.
   * @returns the stream, with which its files are stored while it is made.
   */
  openStream({ position, temporary }: { readonly position: number; readonly temporary: boolean }) {
    const { database, storage } = this.context;
    const { id: render, owner, stage } = this.render;
    const folder = nameSetFolder(this.render, position);
    const filename = `${SET_NAME}.m3u8`;
    const list = `${folder}/${filename}`;
    const asset: NewAsset = {
      owner,
      stage,
      render,
      part: 'output',
      position,
      filename,
      file: list,
      temporary,
    };
    return {
      begin: async (signal: AbortSignal): Promise<void> => {
        await this.checkStillCurrent(signal);
        this.streamed = list;
        await beginAssets(database.tables, [asset]);
      },
      store: (path: string, name: string, signal: AbortSignal): Promise<void> =>
        storage.put(`${folder}/${name}`, path, () => this.checkStillCurrent(signal), signal),
      announce: async (): Promise<void> => {
        if (!(await setStream(database.tables, this.render, list))) throw ATTEMPT_LOST;
      },
    };
  }

  /** Removes the pieces with which players watched the files until now. They find them in the stored files. */
  async removePieces(): Promise<void> {
    const { storage, log } = this.context;
    try {
      await pLimit(MAX_DELETIONS).map(this.pieces, (piece) => storage.delete(piece));
    } catch (error) {
      log.warn(
        { err: error, render: this.render.id },
        'Could not delete the parts of a render that is done.',
      );
    }
  }

  private async begin(hosted: readonly FileToHost[]): Promise<void> {
    await this.context.database.tables.transaction().execute(async (transaction) => {
      if (!(await setProgress(transaction, this.render, SAVING_PROGRESS))) throw ATTEMPT_LOST;
      await beginAssets(
        transaction,
        hosted.map(({ asset }) => asset),
      );
    });
  }

  /**
   * Throws if another attempt has begun while this one was stalled, so that this attempt does not overwrite
   * the files of the other.
   */
  private async checkStillCurrent(signal: AbortSignal): Promise<void> {
    const { database } = this.context;
    const isCurrent = (): Promise<boolean> => isCurrentAttempt(database.tables, this.render);
    if (!(await database.retryUntilAvailable(isCurrent, { signal }))) throw ATTEMPT_LOST;
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

/** Names the storage folder of a set, in which its files find each other by their names. */
function nameSetFolder(
  { id, owner, stage }: Pick<StartedRender, 'id' | 'owner' | 'stage'>,
  position: number,
): string {
  return `${stage}/${owner}/${position === 0 ? id : `${id}-${position}`}`;
}

/** Lists the keys of the pieces with which the files were watched while they were made. */
async function listPieces(hosted: readonly FileToHost[]): Promise<string[]> {
  const lists = hosted.flatMap(({ parts }) => parts.filter(({ key }) => isSetPlaylist(key)));
  const found = await Promise.all(
    lists.map(async ({ path, key }) => listStreamPieces(key, await readFile(path, 'utf8'))),
  );
  return found.flat();
}

/** A local file and the asset that it becomes. */
interface FileToHost {
  readonly path: string;
  readonly asset: NewAsset;
  /** The other files of a set, whose main list this file is. */
  readonly parts: readonly { readonly path: string; readonly key: string }[];
}

function toHostedFiles(
  { id: render, owner, stage }: StartedRender,
  files: RenderFiles<string>,
  position: number,
  temporary: boolean,
): FileToHost[] {
  return ASSET_PARTS.flatMap((part) => {
    const path = files[part];
    if (path === undefined) return [];
    const { parts = [] } = part === 'output' ? files : {};
    const folder =
      parts.length === 0 ? `${stage}/${owner}` : nameSetFolder({ id: render, owner, stage }, position);
    const keyOf = (local: string): string => `${folder}/${basename(local)}`;
    const filename = basename(path);
    const asset = { owner, stage, render, part, position, filename, file: keyOf(path), temporary };
    return [{ path, asset, parts: parts.map((local) => ({ path: local, key: keyOf(local) })) }];
  });
}
