import { findMissedUploads } from '../../store/sources.ts';
import { expireUploads } from '../../store/uploads/uploads.ts';
import type { WorkerContext } from '../worker-context.ts';
import { deleteAbandonedIncoming, deleteUnawaited } from './clean-up.ts';
import { doRepeated } from '../repeated-work.ts';
import { recordFailedImport } from './import-job.ts';

/** Time between the expiry of an upload and its removal, in milliseconds: its last request may still run. */
const GRACE_MS = 60_000;
/** Maximum number of uploads of each kind per sweep. The next sweep takes the rest. */
const MAX_MISSED = 100;

/**
 * Ends the uploads whose time is over, fails the sources whose upload never came, and deletes uploaded bytes that were
 * left behind. Never rejects.
 */
export async function sweepUploads(context: WorkerContext): Promise<void> {
  const { database, ingest, log } = context;
  await doRepeated({ log, what: 'look for uploads whose time is over' }, async () => {
    await deleteUnawaited(context, await expireUploads(database.tables, MAX_MISSED));
  });
  await doRepeated({ log, what: 'look for uploads that never came' }, async () => {
    for (const id of await findMissedUploads(database.tables, MAX_MISSED))
      await database.tables.transaction().execute(async (transaction) => {
        const error = 'No complete file was uploaded before the upload expired.';
        await recordFailedImport(context, transaction, { id }, error);
      });
  });
  await deleteAbandonedIncoming(context, new Date(Date.now() - ingest.uploadMs - GRACE_MS));
}
