import { basename } from 'node:path';
import type { PerFile } from '../edit/index.ts';
import type { Places } from '../hosting/places.ts';
import { announceRender } from '../jobs/announce.ts';
import {
  beginAssets,
  filesOfRender,
  findStoredFiles,
  type NewAsset,
  setAssetsReady,
} from '../store/assets.ts';
import { type BegunRender, isCurrent, isWanted, setAdvance, setDone } from '../store/attempts.ts';
import { ASSET_PARTS } from '../store/schema.ts';
import { noteUnwanted, removeNoted } from '../store/unwanted.ts';
import { submitCopies } from './copies.ts';
import type { Made, WorkerParts } from './parts.ts';
import { LOST, SAVING } from './progress.ts';

/** How the files of one attempt get to where they are hosted. Every attempt at a render stores them under the same keys. */
export class Publication {
  readonly #parts: WorkerParts;
  readonly #begun: BegunRender;
  #hosted: readonly HostedFile[] = [];

  /** Publishes nothing yet. */
  constructor(parts: WorkerParts, begun: BegunRender) {
    this.#parts = parts;
    this.#begun = begun;
  }

  /**
   * Stores what was made, and records that the render is done: all of its files are ready then, or none. What goes to other
   * destinations is sent there later.
   *
   * @param files the local paths; their names are kept.
   * @param places where the files go.
   * @param started When the attempt began, in milliseconds of `performance.now()`.
   * @param signal ends the storing early, with its reason.
   * @returns the milliseconds that the attempt took.
   * @throws {KinoraError} {@link LOST} when the attempt has lost its right.
   */
  async publish(
    files: PerFile<string>,
    places: Places,
    { duration, warnings }: Made,
    started: number,
    signal: AbortSignal,
  ): Promise<number> {
    const { database, queue, storage, addressOf } = this.#parts;
    const hosted = hostedFiles(this.#begun, files, !places.hosted);
    this.#hosted = hosted;
    await database.tables.transaction().execute(async (transaction) => {
      if (!(await setAdvance(transaction, this.#begun, SAVING))) throw LOST;
      await beginAssets(
        transaction,
        hosted.map(({ asset }) => asset),
      );
    });
    for (const { path, asset } of hosted)
      await storage.put(asset.file, path, () => this.#checkRight(), signal);
    await removeEnded(this.#parts, this.#begun.id);
    const renderTime = performance.now() - started;
    const finished = {
      ...{ duration: duration ?? null, renderTime },
      warnings: warnings.length === 0 ? null : JSON.stringify(warnings),
    };
    await database.tables.transaction().execute(async (transaction) => {
      if (!(await setDone(transaction, this.#begun, finished))) throw LOST;
      await setAssetsReady(transaction, this.#begun.id);
      await submitCopies(
        this.#parts,
        transaction,
        hosted.map(({ asset }) => asset),
        places,
      );
      await announceRender(queue.callbacks, transaction, this.#begun.id, addressOf);
    });
    return renderTime;
  }

  /** As {@link removeUnwanted}; of a render that is gone, and so names no files any more, those that were stored here. */
  removeUnwanted(): Promise<void> {
    const stored = this.#hosted.map(({ asset }) => asset.file);
    return removeUnwanted(this.#parts, this.#begun.id, stored);
  }

  /** Ends the attempt that has stalled until another one began: that one's files are not to be replaced. */
  async #checkRight(): Promise<void> {
    if (!(await isCurrent(this.#parts.database.tables, this.#begun))) throw LOST;
  }
}

/**
 * Removes the files of a render that has failed or is gone, those of all attempts: whoever cancels or forgets a render cannot remove what
 * is just then being stored, and an attempt that is tried again leaves what it has stored.
 *
 * @param stored storage keys of the render that may not be on record any more.
 */
export async function removeUnwanted(
  { database, storage, log }: Pick<WorkerParts, 'database' | 'storage' | 'log'>,
  render: string,
  stored: readonly string[] = [],
): Promise<void> {
  if (await isWanted(database.tables, render)) return;
  const unwanted = [...(await filesOfRender(database.tables, render)), ...stored];
  await discard({ database, storage, log }, unwanted);
}

/** Removes the files that were deleted by the client, or given up, while they were on their way into our storage. */
export async function removeEnded(
  parts: Pick<WorkerParts, 'database' | 'storage' | 'log'>,
  render: string,
): Promise<void> {
  const stored = await findStoredFiles(parts.database.tables, render);
  await discard(
    parts,
    stored.filter(({ status }) => status === 'deleted' || status === 'failed').map(({ file }) => file),
  );
}

/** Removes files now, or when the storage works again. */
async function discard(
  { database: { tables }, storage, log }: Pick<WorkerParts, 'database' | 'storage' | 'log'>,
  files: readonly string[],
): Promise<void> {
  await noteUnwanted(tables, files);
  await removeNoted(tables, files, storage, log);
}

/** A local file, and what it is where it is hosted. */
interface HostedFile {
  readonly path: string;
  readonly asset: NewAsset;
}

function hostedFiles(
  { id: render, owner, stage }: BegunRender,
  files: PerFile<string>,
  temporary: boolean,
): HostedFile[] {
  return ASSET_PARTS.flatMap((part) => {
    const path = files[part];
    if (path === undefined) return [];
    const filename = basename(path);
    const file = `${stage}/${owner}/${filename}`;
    return [{ path, asset: { owner, stage, render, part, filename, file, temporary } }];
  });
}
