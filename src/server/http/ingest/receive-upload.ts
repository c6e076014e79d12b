import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { KinoraError } from '../../../base/errors.ts';
import { enqueueIngestCallbacks } from '../../../callbacks/enqueue-callbacks.ts';
import { findRenditions } from '../../../store/renditions.ts';
import type { Schema, Stage } from '../../../store/schema.ts';
import { failUpload, findSourceById, receiveUpload, type SourceRow } from '../../../store/sources.ts';
import type { ServerParts } from '../server-parts.ts';

/** The parts of the server that record uploads. */
type UploadParts = Pick<ServerParts, 'database' | 'queue' | 'storage' | 'addresses' | 'log'>;

/** The sentence for a file without bytes. */
export const EMPTY_FILE = 'The uploaded file is empty. Upload a file with content.';

/** Returns a new random part for {@link toIncomingName}. */
export function createUploadTag(): string {
  return randomBytes(12).toString('base64url');
}

/** Returns the name of the bytes of one upload. It begins with the id of the source. */
export function toIncomingName(source: string, tag: string): string {
  return `${source}-${tag}`;
}

/**
 * Finds the source that an upload is for.
 *
 * @throws {KinoraError} `not_found` if it does not exist, was deleted or takes no uploads.
 */
export async function findUploadedSource(
  { database: { tables } }: Pick<UploadParts, 'database'>,
  id: string,
  stage: Stage,
): Promise<SourceRow> {
  const source = await findSourceById(tables, id);
  const takesUploads = source !== undefined && source.upload_expires !== null && source.status !== 'deleted';
  if (!takesUploads || source.stage !== stage) throw createMissingSourceError(id);
  return source;
}

/**
 * Records that a file has arrived, and queues its import. Deletes the bytes of an earlier upload that are no
 * longer needed.
 *
 * @param incoming name of the bytes.
 * @throws {KinoraError} `not_found` if the source was deleted meanwhile; `queue_full` or `stopping` if the
 *   import cannot be queued. The source is then unchanged.
 */
export async function recordUpload(parts: UploadParts, id: string, incoming: string): Promise<void> {
  const before = await parts.database.tables.transaction().execute(async (transaction) => {
    const source = await receiveUpload(transaction, id, incoming);
    if (source !== undefined) await parts.queue.ingest.submitSource(transaction, source);
    return source;
  });
  if (before === undefined) throw createMissingSourceError(id);
  parts.log.info({ source: id }, 'A file was uploaded.');
  if (before.incoming !== null && before.incoming !== incoming) await deleteIncoming(parts, before.incoming);
}

/** Records that an upload has failed, and sends the callbacks. @param reason one public sentence. */
export async function recordFailedUpload(parts: UploadParts, id: string, reason: string): Promise<void> {
  const before = await parts.database.tables.transaction().execute(async (transaction) => {
    const source = await failUpload(transaction, id, reason);
    if (source !== undefined) await enqueueFailures(parts, transaction, id);
    return source;
  });
  if (before === undefined) return;
  parts.log.info({ source: id, reason }, 'An upload failed.');
  if (before.incoming !== null) await deleteIncoming(parts, before.incoming);
}

async function enqueueFailures(
  { queue, addresses }: UploadParts,
  transaction: Transaction<Schema>,
  id: string,
): Promise<void> {
  const source = await findSourceById(transaction, id);
  if (source === undefined) return;
  const renditions = (await findRenditions(transaction, [id])).filter(
    ({ version, status }) => version === source.version && status === 'failed',
  );
  await enqueueIngestCallbacks(queue.callbacks, transaction, source, [source, ...renditions], (file) =>
    addresses.urlOf(file),
  );
}

/** Deletes bytes that nobody needs. Never rejects: a worker deletes what is left behind. */
export async function deleteIncoming({ storage, log }: UploadParts, name: string): Promise<void> {
  try {
    await storage.incoming.delete(name);
  } catch (error) {
    log.warn({ err: error }, 'Could not delete uploaded bytes. A worker deletes them later.');
  }
}

/** Creates the error for a source that takes no uploads. */
function createMissingSourceError(id: string): KinoraError {
  return new KinoraError('not_found', `There is no upload for the source ${id}.`);
}

/** Creates the error for an address of an upload whose signature is wrong or too old. */
export function createExpiredUploadError(): KinoraError {
  return new KinoraError(
    'address_expired',
    'The URL of this upload has expired or is incomplete. Create a new upload.',
  );
}
