import { sql, type UpdateObject } from 'kysely';
import type { Schema, Tables } from '../schema.ts';

/**
 * Seconds for which a request that receives bytes keeps its upload. It renews this time while it runs, so that an
 * upload whose server has died differs from one that goes on.
 */
const LEASE_SECONDS = 180;
/** Seconds after its import for which an upload stays. All measurements of the storage by then have its file. */
const IMPORTED_SECONDS = 600;

/** The end of the time that a request has just renewed. */
export const LEASE_END = sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`;

/** Keeps an open upload for a request that receives bytes. Returns false if it takes no more bytes. */
export async function renewUpload(db: Tables, id: string): Promise<boolean> {
  return await updateUpload(db, id, 'open', { expires: sql<Date>`greatest(expires, ${LEASE_END})` });
}

/** True if an upload may be continued, or is complete. */
export async function isUploadKept(db: Tables, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('upload')
    .select('id')
    .where('id', '=', id)
    .where('status', '<>', 'ended')
    .where((where) => where.or([where('status', '<>', 'open'), where('expires', '>', sql<Date>`now()`)]))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Records that all bytes of an upload have arrived. Must be called in the transaction that queues the import.
 *
 * @param bytes number of bytes.
 * @returns false if the upload has ended. Its bytes are then not needed.
 */
export async function completeUpload(transaction: Tables, id: string, bytes: number): Promise<boolean> {
  const values = { status: 'received', bytes, updated: sql<Date>`now()` } as const;
  return await updateUpload(transaction, id, 'open', values);
}

/**
 * Ends an upload: it takes no more bytes, and those that it has are not needed.
 *
 * @param from the status that it must have.
 * @returns false if it has another one.
 */
export async function endUpload(
  transaction: Tables,
  id: string,
  from: 'open' | 'received',
): Promise<boolean> {
  return await updateUpload(transaction, id, from, { status: 'ended' });
}

/** Changes an upload. Returns false if it has another status. */
async function updateUpload(
  db: Tables,
  id: string,
  status: 'open' | 'received',
  values: UpdateObject<Schema, 'upload'>,
): Promise<boolean> {
  const query = db.updateTable('upload').set(values).where('id', '=', id).where('status', '=', status);
  return (await query.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Ends all uploads of a source, except the one that has replaced them. */
export async function endUploads(transaction: Tables, source: string, except = ''): Promise<void> {
  await transaction
    .updateTable('upload')
    .set({ status: 'ended' })
    .where('source', '=', source)
    .where('status', 'in', ['open', 'received'])
    .where('id', '<>', except)
    .execute();
}

/** Records that the bytes of an upload are a file of the storage. */
export async function setUploadImported(transaction: Tables, id: string): Promise<void> {
  await transaction
    .updateTable('upload')
    .set({ status: 'imported', updated: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Lists the uploads of a source that have ended and whose bytes may still be there. */
export async function findEndedUploads(db: Tables, source: string): Promise<string[]> {
  const rows = await db
    .selectFrom('upload')
    .select('id')
    .where('source', '=', source)
    .where('status', '=', 'ended')
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes the records of uploads whose bytes are gone. An imported one still counts for a while. */
export async function removeUploads(db: Tables, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('upload').where('id', 'in', ids).where('status', '<>', 'imported').execute();
}

/**
 * Ends the uploads whose time is over, and removes the records of those whose import is long ago.
 *
 * @param limit maximum number of uploads to return.
 * @returns ended uploads, whose bytes may still be there.
 */
export async function expireUploads(db: Tables, limit: number): Promise<string[]> {
  await db
    .deleteFrom('upload')
    .where('status', '=', 'imported')
    .where('updated', '<', sql<Date>`now() - make_interval(secs => ${IMPORTED_SECONDS})`)
    .execute();
  await db
    .updateTable('upload')
    .set({ status: 'ended' })
    .where('status', '=', 'open')
    .where('expires', '<', sql<Date>`now()`)
    .execute();
  const rows = await db
    .selectFrom('upload')
    .select('id')
    .where('status', '=', 'ended')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
