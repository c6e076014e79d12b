import { recordFailedRendition, handleRenditionJob } from './rendition-job.ts';
import type { AttemptHandlers } from '../../jobs/attempt-job.ts';
import { findMissedUploads } from '../../store/sources.ts';
import { expireUploads } from '../../store/uploads/uploads.ts';
import type { WorkerContext } from '../worker-context.ts';
import { describeAbandoned } from '../finish/end-render.ts';
import { deleteAbandonedIncoming, deleteUnawaited, forgetFinished } from './clean-up.ts';
import { doRepeated } from '../repeated-work.ts';
import { handleImportJob, recordFailedImport } from './import-job.ts';

/** Creates the handlers for the workers of the queues of sources and renditions. */
export function createIngestHandlers(
  context: WorkerContext,
): Record<'imports' | 'renditions', AttemptHandlers<string>> {
  return {
    imports: {
      attempt: (job) => handleImportJob(context, job),
      abandon: async ({ id, version }, transaction, why) => {
        context.log.error({ source: id, ...why }, 'Gave up a source: none of the attempts finished.');
        const error = describeAbandoned(
          'The file could not be imported: none of several attempts finished.',
          why,
        );
        await recordFailedImport(context, transaction, id, error, version === undefined ? {} : { version });
      },
      afterAbandon: ({ id }) => forgetFinished(context, 'source', id),
    },
    renditions: {
      attempt: (job) => handleRenditionJob(context, job),
      abandon: async ({ id }, transaction, why) => {
        context.log.error({ rendition: id, ...why }, 'Gave up a rendition: none of the attempts finished.');
        const error = describeAbandoned(
          'The file could not be made: none of several attempts finished.',
          why,
        );
        await recordFailedRendition(context, transaction, id, error);
      },
      afterAbandon: ({ id }) => forgetFinished(context, 'rendition', id),
    },
  };
}

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
        await recordFailedImport(context, transaction, id, error);
      });
  });
  await deleteAbandonedIncoming(context, new Date(Date.now() - ingest.uploadMs - GRACE_MS));
}
