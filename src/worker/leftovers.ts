import { removeUnusedPaths, type UnusedPathLimits } from '../base/process/paths-in-use.ts';
import { type Attempt, isCurrentAttempt, isEndedRender } from '../store/attempts.ts';
import { isCurrentCreation } from '../store/generation/created-assets.ts';
import { isCurrentIngest, isUnfinishedIngest } from '../store/renditions.ts';
import type { Tables } from '../store/schema.ts';
import { removeStaleUploadLocks } from '../store/uploads/upload-locks.ts';
import { removeStaleFinished } from './finish/finished-files.ts';
import { doRepeated } from './repeated-work.ts';
import { isAttemptFolder, removeAbandonedFolders } from './render-folder.ts';
import type { WorkerContext } from './worker-context.ts';

/** A folder with temporary files that may be left behind by dead processes. */
export interface LeftoverPlace {
  readonly folder: string;
  /** True for the names of temporary files. */
  readonly isOurs: (name: string) => boolean;
}

/** The periodic removal of the leftovers of dead processes. */
export interface LeftoverSweep {
  /** Ends it. A removal that has begun goes on. */
  stop(): void;
}

const INTERVAL_MS = 60_000;

/**
 * Removes temporary files that dead processes have left in folders which living processes use, too: now, and every
 * minute. Something is left five minutes after the death of its process at the latest.
 *
 * @param worker also removes the leftovers of attempts and uploads. Only for processes that work.
 */
export function startLeftoverSweep(
  places: readonly LeftoverPlace[],
  log: WorkerContext['log'],
  worker?: Pick<WorkerContext, 'database' | 'folder' | 'log'>,
): LeftoverSweep {
  const sweep = async (): Promise<void> => {
    await sweepPlaces(places, log);
    if (worker === undefined) return;
    await sweepAttemptFolders(worker);
    await sweepUploadLocks(worker);
  };
  void sweep();
  const timer = setInterval(() => void sweep(), INTERVAL_MS).unref();
  return { stop: () => clearInterval(timer) };
}

/** Removes files that no living process uses. Never rejects: the next sweep tries again. */
export async function sweepPlaces(
  places: readonly LeftoverPlace[],
  log: WorkerContext['log'],
  limits?: UnusedPathLimits,
): Promise<void> {
  for (const { folder, isOurs } of places) {
    await doRepeated({ log, what: `remove files of dead processes from ${folder}` }, async () => {
      const removed = await removeUnusedPaths(folder, isOurs, limits);
      if (removed.length > 0)
        log.info({ folder, removed: removed.length }, 'Removed files of dead processes.');
    });
  }
}

/**
 * Removes the folders of attempts that are no longer current, and finished files that no job will store. Never
 * rejects: the next sweep tries again.
 */
export async function sweepAttemptFolders(
  { database: { tables }, folder, log }: Pick<WorkerContext, 'database' | 'folder' | 'log'>,
  limits?: UnusedPathLimits,
): Promise<void> {
  const isCurrent = (attempt: Attempt): Promise<boolean> => isAttemptCurrent(tables, attempt);
  await doRepeated({ log, what: 'remove the folders of ended attempts' }, async () => {
    await removeAbandonedFolders(folder, isCurrent);
    // The attempt of a dead worker is current until the next one begins.
    await removeUnusedPaths(folder, isAttemptFolder, limits);
    await removeStaleFinished(folder, (id) => isUnfinished(tables, id), isCurrent);
  });
}

/** Removes the locks of uploads whose server is dead. Never rejects: the next sweep tries again. */
export async function sweepUploadLocks({
  database: { tables },
  log,
}: Pick<WorkerContext, 'database' | 'log'>): Promise<void> {
  await doRepeated({ log, what: 'remove the locks of dead uploads' }, () => removeStaleUploadLocks(tables));
}

/** True if an attempt at a render, an import, a rendition or a creation is still current. */
async function isAttemptCurrent(db: Tables, attempt: Attempt): Promise<boolean> {
  if ((await isCurrentAttempt(db, attempt)) || (await isCurrentCreation(db, attempt))) return true;
  return (await isCurrentIngest(db, 'source', attempt)) || (await isCurrentIngest(db, 'rendition', attempt));
}

/** True if a render, a source or a rendition exists and is not final. */
async function isUnfinished(db: Tables, id: string): Promise<boolean> {
  if (!(await isEndedRender(db, id))) return true;
  return (await isUnfinishedIngest(db, 'source', id)) || (await isUnfinishedIngest(db, 'rendition', id));
}
