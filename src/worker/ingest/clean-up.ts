import { NIL } from 'uuid';
import { deletePendingOrReport, findPendingDeletions } from '../../store/pending-deletions.ts';
import { findAwaitedUploads, findDeletedSources } from '../../store/sources.ts';
import { removeUploads } from '../../store/uploads/uploads.ts';
import { type IngestTable, isUnfinishedIngest } from '../../store/renditions.ts';
import { removeFinished } from '../finish/finished-files.ts';
import { endOutage } from '../finish/storage-outages.ts';
import { doRepeated } from '../repeated-work.ts';
import type { WorkerContext } from '../worker-context.ts';

type CleanUpContext = Pick<WorkerContext, 'database' | 'storage' | 'log'>;

/** Maximum number of stored files to delete after a job. The periodic clean-up deletes the rest. */
const MAX_DELETIONS = 100;

/**
 * Deletes stored files that are marked for deletion. Never rejects: the periodic clean-up tries again.
 *
 * @param limit maximum number of files.
 */
export async function deleteMarkedFiles(context: CleanUpContext, limit = MAX_DELETIONS): Promise<void> {
  const { database, storage, log } = context;
  const { tables } = database;
  const repeated = { log, what: 'delete stored files', uses: { storage, work: 'delete' } } as const;
  await doRepeated(repeated, async () => {
    let failure: { readonly error: unknown } | undefined;
    const files = await findPendingDeletions(tables, limit);
    const onFailure = (error: unknown): void => void (failure = { error });
    const deleted = await deletePendingOrReport(tables, files, storage, onFailure);
    if (failure !== undefined) throw failure.error;
    if (deleted > 0) endOutage(context, 'delete');
  });
}

/**
 * Deletes uploaded bytes that no source waits for any more. Never rejects: the periodic clean-up tries again.
 */
export async function deleteUnawaited(context: CleanUpContext, names: readonly string[]): Promise<void> {
  const { database, storage, log } = context;
  const uses = { storage, work: 'delete' } as const;
  await doRepeated({ log, what: 'delete uploaded bytes', uses }, async () => {
    const awaited = new Set(await findAwaitedUploads(database.tables, names));
    for (const name of names) {
      if (awaited.has(name)) continue;
      await storage.incoming.delete(name);
      endOutage(context, 'delete');
      // Bytes count as long as they may be there.
      await removeUploads(database.tables, [name]);
    }
  });
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
  await doRepeated({ log, what: 'remove finished files' }, async () => {
    if (!(await isUnfinishedIngest(tables, table, id))) await removeFinished(folder, id);
  });
}

/** Returns the id of the source, with which the name of uploaded bytes begins. */
function sourceOf(name: string): string {
  return name.slice(0, NIL.length);
}

/**
 * Deletes uploaded bytes that a process has left behind: their source was deleted, or no source waits for them
 * and they were not written to for a long time. Never rejects.
 *
 * @param before latest time of the last change of such bytes.
 */
export async function deleteAbandonedIncoming(context: CleanUpContext, before: Date): Promise<void> {
  const { database, storage, log } = context;
  const uses = { storage, work: 'list' } as const;
  await doRepeated({ log, what: 'look for abandoned uploads', uses }, async () => {
    const all = await storage.incoming.list();
    endOutage(context, 'list');
    const sources = all.map(({ name }) => sourceOf(name));
    const deleted = new Set(await findDeletedSources(database.tables, sources));
    const old = all.filter(({ name, since }) => since < before || deleted.has(sourceOf(name)));
    for (let at = 0; at < old.length; at += MAX_DELETIONS)
      await deleteUnawaited(
        context,
        old.slice(at, at + MAX_DELETIONS).map(({ name }) => name),
      );
  });
}
