import { NIL } from 'uuid';
import { deletePending, findPendingDeletions } from '../../store/pending-deletions.ts';
import { findAwaitedUploads, findDeletedSources } from '../../store/sources.ts';
import { type IngestTable, isUnfinishedIngest } from '../../store/renditions.ts';
import { removeFinished } from '../finish/finished-files.ts';
import type { WorkerContext } from '../worker-context.ts';

type CleanUpContext = Pick<WorkerContext, 'database' | 'storage' | 'log'>;

/** Maximum number of stored files to delete after a job. The periodic clean-up deletes the rest. */
const MAX_DELETIONS = 100;

/** Deletes stored files that are marked for deletion. Never rejects: the periodic clean-up tries again. */
export async function deleteMarkedFiles({
  database: { tables },
  storage,
  log,
}: CleanUpContext): Promise<void> {
  try {
    await deletePending(tables, await findPendingDeletions(tables, MAX_DELETIONS), storage, log);
  } catch (error) {
    log.warn({ err: error }, 'Could not look for files to delete.');
  }
}

/**
 * Deletes uploaded bytes that no source waits for any more. Never rejects: the periodic clean-up tries again.
 */
export async function deleteUnawaited(
  { database: { tables }, storage, log }: CleanUpContext,
  names: readonly string[],
): Promise<void> {
  try {
    const awaited = new Set(await findAwaitedUploads(tables, names));
    for (const name of names) if (!awaited.has(name)) await storage.incoming.delete(name);
  } catch (error) {
    log.warn({ err: error }, 'Could not delete uploaded bytes. Retrying later.');
  }
}

/**
 * Removes the local files that are kept for a source or a rendition, if it is final or gone. Never rejects: the
 * periodic clean-up tries again.
 */
export async function forgetFinished(
  { database: { tables }, folder, log }: Pick<WorkerContext, 'database' | 'folder' | 'log'>,
  table: IngestTable,
  id: string,
): Promise<void> {
  try {
    if (!(await isUnfinishedIngest(tables, table, id))) await removeFinished(folder, id);
  } catch (error) {
    log.warn({ err: error }, 'Could not remove finished files. Retrying later.');
  }
}

/** Returns the id of the source, with which the name of uploaded bytes begins. */
function sourceOf(name: string): string {
  return name.slice(0, NIL.length);
}

/**
 * Deletes uploaded bytes that a process has left behind: their source was deleted, or no source waits for them
 * and nobody has written to them for a long time. Never rejects.
 *
 * @param before latest time of the last change of such bytes.
 */
export async function deleteAbandonedIncoming(context: CleanUpContext, before: Date): Promise<void> {
  try {
    const all = await context.storage.incoming.list();
    const deleted = new Set(
      await findDeletedSources(
        context.database.tables,
        all.map(({ name }) => sourceOf(name)),
      ),
    );
    const old = all.filter(({ name, since }) => since < before || deleted.has(sourceOf(name)));
    for (let at = 0; at < old.length; at += MAX_DELETIONS)
      await deleteUnawaited(
        context,
        old.slice(at, at + MAX_DELETIONS).map(({ name }) => name),
      );
  } catch (error) {
    context.log.warn({ err: error }, 'Could not look for abandoned uploads.');
  }
}
