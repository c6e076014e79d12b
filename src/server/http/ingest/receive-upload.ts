import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { KinoraError } from '../../../base/errors.ts';
import { enqueueIngestCallbacks } from '../../../callbacks/enqueue-callbacks.ts';
import { findRenditions } from '../../../store/renditions.ts';
import type { Schema, Stage } from '../../../store/schema.ts';
import {
  failUpload,
  findSourceById,
  type ReceivedUpload,
  receiveUpload,
  type SourceRow,
} from '../../../store/sources.ts';
import { endUpload, findEndedUploads, removeUploads } from '../../../store/uploads/uploads.ts';
import type { ServerParts } from '../server-parts.ts';
import { createEndedUploadError } from './receive-bytes.ts';

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
  if (!takesUploads || source.stage !== stage)
    throw new KinoraError('not_found', `There is no upload for the source ${id}.`);
  return source;
}

/**
 * Records that a file has arrived, and queues its import. Deletes the bytes of the other uploads of its source, which
 * are no longer needed.
 *
 * @throws {KinoraError} `limit_reached` if the upload has ended meanwhile; `queue_full` or `stopping` if the import
 *   cannot be queued. The source is then unchanged.
 */
export async function recordUpload(parts: UploadParts, id: string, upload: ReceivedUpload): Promise<void> {
  const isKept = await parts.database.tables.transaction().execute(async (transaction) => {
    const source = await receiveUpload(transaction, id, upload);
    if (source !== undefined)
      await parts.queue.imports.submit(transaction, { kind: 'source', id, owner: source.owner });
    return source !== undefined;
  });
  if (!isKept) {
    await discardUpload(parts, upload.name);
    throw createEndedUploadError();
  }
  parts.log.info({ source: id }, 'A file was uploaded.');
  await discardEnded(parts, id);
}

/**
 * Records that an upload has failed, sends the callbacks, and deletes its bytes. Does nothing if the upload had ended
 * before.
 *
 * @param reason one public sentence.
 * @param name name of the bytes. Undefined if the upload was refused before the first one.
 */
export async function recordFailedUpload(
  parts: UploadParts,
  id: string,
  reason: string,
  name?: string,
): Promise<void> {
  const hasFailed = await parts.database.tables.transaction().execute(async (transaction) => {
    if (!(await failUpload(transaction, id, reason, name))) return false;
    await enqueueFailures(parts, transaction, id);
    return true;
  });
  if (!hasFailed) return;
  parts.log.info({ source: id, reason }, 'An upload failed.');
  await discardEnded(parts, id);
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

/** Deletes the bytes of the ended uploads of a source. Never rejects: a worker deletes leftovers. */
export async function discardEnded(parts: UploadParts, source: string): Promise<void> {
  await reportFailure(parts, async () => {
    for (const name of await findEndedUploads(parts.database.tables, source)) await discard(parts, name);
  });
}

/** Deletes the bytes of an upload that cannot be continued. Never rejects: a worker deletes leftovers. */
export async function discardUpload(parts: UploadParts, name: string): Promise<void> {
  await reportFailure(parts, async () => {
    await endUpload(parts.database.tables, name, 'open');
    await discard(parts, name);
  });
}

async function discard({ storage, database }: UploadParts, name: string): Promise<void> {
  // Bytes count as long as they may be there.
  await storage.incoming.delete(name);
  await removeUploads(database.tables, [name]);
}

async function reportFailure({ log }: UploadParts, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn({ err: error }, 'Could not delete uploaded bytes. A worker deletes them later.');
  }
}

/** Creates the error for an address of an upload whose signature is wrong or too old. */
export function createExpiredUploadError(): KinoraError {
  return new KinoraError(
    'address_expired',
    'The URL of this upload has expired or is incomplete. Create a new upload.',
  );
}
