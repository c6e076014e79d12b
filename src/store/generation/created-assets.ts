import { type Selectable, sql } from 'kysely';
import { deleteStoredAssets, failUnfinishedAssets, type RowPage } from '../assets.ts';
import type { Attempt } from '../attempts.ts';
import { markForDeletion } from '../pending-deletions.ts';
import { countRows } from '../queue/count-rows.ts';
import type { CreatedAssetTable, CreateStatus, Tables } from '../schema.ts';

/** A file that a client has created with the Create API. */
export type CreatedAssetRow = Readonly<Selectable<CreatedAssetTable>>;

/** A request of the Create API to store. */
export interface NewCreatedAsset extends Pick<
  CreatedAssetRow,
  'id' | 'owner' | 'stage' | 'provider' | 'type' | 'options' | 'created'
> {
  readonly callback: string | undefined;
}

/** The statuses of unfinished created assets. */
const UNFINISHED: readonly CreateStatus[] = ['queued', 'processing', 'saving'];

/** Stores a request of the Create API. */
export async function addCreatedAsset(db: Tables, asset: NewCreatedAsset): Promise<void> {
  const { callback, created, ...values } = asset;
  await db
    .insertInto('created_asset')
    .values({ ...values, callback: callback ?? null, created, updated: created })
    .execute();
}

/** Counts the created assets that wait for a worker, up to `limit`. */
export function countWaitingCreatedAssets(db: Tables, limit: number): Promise<number> {
  return countRows(
    db,
    db.selectFrom('created_asset').select('id').where('status', '=', 'queued').limit(limit),
  );
}

/** Finds a created asset of an owner, unless it was deleted. */
export function findCreatedAsset(
  db: Tables,
  owner: string,
  id: string,
): Promise<CreatedAssetRow | undefined> {
  return selectVisible(db, owner).where('id', '=', id).executeTakeFirst();
}

/** Lists the created assets of an owner, newest first, without deleted ones. */
export function findCreatedAssetsOfOwner(
  db: Tables,
  owner: string,
  { limit, before }: RowPage = {},
): Promise<CreatedAssetRow[]> {
  let query = selectVisible(db, owner).orderBy('id', 'desc');
  if (before !== undefined) query = query.where('id', '<', before);
  if (limit !== undefined) query = query.limit(limit);
  return query.execute();
}

function selectVisible(db: Tables, owner: string) {
  return db.selectFrom('created_asset').selectAll().where('owner', '=', owner).where('deleted', '=', false);
}

/**
 * Begins the next attempt at a created asset. Earlier attempts can no longer write. Returns undefined if the
 * asset is final or deleted.
 */
export function beginCreation(db: Tables, id: string): Promise<CreatedAssetRow | undefined> {
  return db
    .updateTable('created_asset')
    .set((row) => ({ status: 'processing', attempt: row('attempt', '+', 1), updated: sql`now()` }))
    .where('id', '=', id)
    .where('status', 'in', UNFINISHED)
    .where('deleted', '=', false)
    .returningAll()
    .executeTakeFirst();
}

/** True if an attempt at a created asset may still write. */
export async function isCurrentCreation(db: Tables, attempt: Attempt): Promise<boolean> {
  const row = await selectAttempt(db, attempt).executeTakeFirst();
  return row !== undefined;
}

function selectAttempt(db: Tables, { id, attempt }: Attempt) {
  return db
    .selectFrom('created_asset')
    .select('id')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', 'in', UNFINISHED)
    .where('deleted', '=', false);
}

/** Puts a created asset back into the queue. Does nothing if the attempt may no longer write. */
export async function setCreationQueued(db: Tables, attempt: Attempt): Promise<void> {
  await updateAttempt(db, attempt, { status: 'queued' }).execute();
}

/**
 * Records the storage key before the file is stored, so that the file can be found if the attempt ends
 * unexpectedly.
 *
 * @returns false if the attempt may no longer write.
 */
export async function setCreationSaving(db: Tables, attempt: Attempt, file: string): Promise<boolean> {
  const result = await updateAttempt(db, attempt, { status: 'saving', file }).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Records that a created asset is done. Returns undefined if the attempt may no longer write.
 *
 * @param warnings remarks for the client.
 */
export function setCreationDone(
  db: Tables,
  attempt: Attempt,
  warnings: readonly string[],
): Promise<CreatedAssetRow | undefined> {
  const stored = warnings.length > 0 ? JSON.stringify(warnings) : null;
  return updateAttempt(db, attempt, { status: 'done', warnings: stored }).returningAll().executeTakeFirst();
}

/**
 * Records that a created asset has failed, and marks what was stored for deletion. Must be called in a
 * transaction.
 *
 * @param attempt number of the attempt that failed. Undefined to fail the asset whatever its attempt.
 * @param error the reason, one public sentence.
 * @returns undefined if the asset is final or deleted, or if the attempt may no longer write.
 */
export async function failCreation(
  transaction: Tables,
  { id, attempt }: { readonly id: string; readonly attempt?: number | undefined },
  error: string,
): Promise<CreatedAssetRow | undefined> {
  let query = transaction
    .updateTable('created_asset')
    .set({ status: 'failed', file: null, error: error.replaceAll('\0', ''), updated: sql`now()` })
    .where('id', '=', id)
    .where('status', 'in', UNFINISHED)
    .where('deleted', '=', false);
  if (attempt !== undefined) query = query.where('attempt', '=', attempt);
  const failed = await query.returningAll().executeTakeFirst();
  if (failed) await failUnfinishedAssets(transaction, id, error);
  return failed;
}

function updateAttempt(
  db: Tables,
  attempt: Attempt,
  values: Partial<Pick<CreatedAssetRow, 'status' | 'file' | 'warnings'>>,
) {
  return db
    .updateTable('created_asset')
    .set({ ...values, updated: sql`now()` })
    .where('id', 'in', selectAttempt(db, attempt));
}

/**
 * Deletes a created asset: clients no longer see it, unfinished work on it ends, and its file is marked for
 * deletion.
 *
 * @returns undefined if the owner has no such asset.
 */
export function deleteCreatedAsset(
  db: Tables,
  owner: string,
  id: string,
): Promise<CreatedAssetRow | undefined> {
  return db.transaction().execute(async (transaction) => {
    const deleted = await transaction
      .updateTable('created_asset')
      .set({ deleted: true, updated: sql`now()` })
      .where('id', '=', id)
      .where('owner', '=', owner)
      .where('deleted', '=', false)
      .returningAll()
      .executeTakeFirst();
    if (deleted === undefined) return undefined;
    await deleteStoredAssets(transaction, [id]);
    if (deleted.file !== null) await markForDeletion(transaction, [deleted.file]);
    return deleted;
  });
}

/** Returns the storage key of a created asset that was deleted. Undefined if it was not, or has no file. */
export async function findFileOfDeletedCreation(db: Tables, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('created_asset')
    .select('file')
    .where('id', '=', id)
    .where('deleted', '=', true)
    .executeTakeFirst();
  return row?.file ?? undefined;
}
