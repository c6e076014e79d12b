import { basename } from 'node:path';
import type { PerFile } from '../edit/index.ts';
import { beginAssets, findAssetsOfRender, type NewAsset, setAssetsReady } from '../store/assets.ts';
import { type BegunRender, isWanted, setAdvance, setDone } from '../store/attempts.ts';
import { ASSET_PARTS } from '../store/schema.ts';
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
   * Stores what was made, and records that the render is done: all of its files are ready then, or none.
   *
   * @param files the local paths; their names are kept.
   * @param started When the attempt began, in milliseconds of `performance.now()`.
   * @returns the milliseconds that the attempt took.
   * @throws {KinoraError} {@link LOST} when the attempt has lost its right.
   */
  async publish(files: PerFile<string>, { duration, warnings }: Made, started: number): Promise<number> {
    const { database, storage } = this.#parts;
    const hosted = hostedFiles(this.#begun, files);
    this.#hosted = hosted;
    await database.tables.transaction().execute(async (transaction) => {
      if (!(await setAdvance(transaction, this.#begun, SAVING))) throw LOST;
      await beginAssets(
        transaction,
        hosted.map(({ asset }) => asset),
      );
    });
    for (const { path, asset } of hosted) await storage.put(asset.file, path);
    const renderTime = performance.now() - started;
    const finished = {
      ...{ duration: duration ?? null, renderTime },
      warnings: warnings.length === 0 ? null : JSON.stringify(warnings),
    };
    await database.tables.transaction().execute(async (transaction) => {
      if (!(await setDone(transaction, this.#begun, finished))) throw LOST;
      await setAssetsReady(transaction, this.#begun.id);
    });
    return renderTime;
  }

  /**
   * Removes the files of a render that has failed or is gone, also those of earlier attempts: whoever cancels or forgets a render
   * cannot remove what is just then being stored.
   */
  async removeUnwanted(): Promise<void> {
    const { database, storage, log } = this.#parts;
    const { id, owner } = this.#begun;
    if (await isWanted(database.tables, id)) return;
    const begun = await findAssetsOfRender(database.tables, owner, id);
    // What is forgotten has no rows any more.
    const unwanted = new Set([...begun, ...this.#hosted.map(({ asset }) => asset)].map(({ file }) => file));
    for (const file of unwanted) {
      await storage
        .delete(file)
        .catch((error: unknown) =>
          log.warn({ err: error, file }, 'The file of a render could not be removed.'),
        );
    }
  }
}

/** A local file, and what it is where it is hosted. */
interface HostedFile {
  readonly path: string;
  readonly asset: NewAsset;
}

function hostedFiles({ id: render, owner, stage }: BegunRender, files: PerFile<string>): HostedFile[] {
  return ASSET_PARTS.flatMap((part) => {
    const path = files[part];
    if (path === undefined) return [];
    const filename = basename(path);
    const file = `${stage}/${owner}/${filename}`;
    return [{ path, asset: { owner, stage, render, part, filename, file } }];
  });
}
