import { type Selectable, sql } from 'kysely';
import { newId } from '../base/new-id.ts';
import type { AssetTable, Tables } from './schema.ts';
import { markForDeletion } from './pending-deletions.ts';

/** A file in one location. */
export type AssetRow = Readonly<Selectable<AssetTable>>;

/** A file whose hosting begins. */
export type NewAsset = Pick<AssetRow, 'owner' | 'stage' | 'render' | 'part' | 'filename' | 'file'> &
  Partial<Pick<AssetRow, 'position' | 'temporary'>>;

/**
 * Records that files are being imported. If an earlier attempt has recorded the same file, its asset keeps
 * its id. Assets that were deleted in the meantime stay deleted.
 */
export async function beginAssets(db: Tables, assets: readonly NewAsset[]): Promise<void> {
  await db
    .insertInto('asset')
    .values(assets.map((asset) => ({ ...asset, id: newId(), status: 'importing' as const })))
    .onConflict((conflict) =>
      conflict
        .columns(['render', 'part', 'destination', 'position'])
        .doUpdateSet((row) => ({
          status: 'importing',
          error: null,
          // The extension of an ingested file may have changed.
          filename: row.ref('excluded.filename'),
          file: row.ref('excluded.file'),
          updated: sql`now()`,
        }))
        .where('asset.status', '<>', 'deleted'),
    )
    .execute();
}

/** The expiry of files that are not hosted. */
const IN_24_HOURS = sql<Date>`now() + interval '24 hours'`;

/**
 * Records that the imported files of a render are in the storage. Files that are not hosted expire after a
 * day.
 */
export async function setAssetsReady(db: Tables, render: string): Promise<void> {
  await db
    .updateTable('asset')
    .set({
      status: 'ready',
      updated: sql`now()`,
      expires: sql<Date | null>`case when temporary then ${IN_24_HOURS} end`,
    })
    .where('render', '=', render)
    .where('destination', '=', 0)
    .where('status', '=', 'importing')
    .execute();
}

/**
 * Marks the unfinished files of a failed render or transfer as failed. Marks all files of the render or
 * transfer for deletion, because some may already be stored. Must be called in a transaction.
 *
 * @param error the reason, one public sentence.
 */
export async function failUnfinishedAssets(
  db: Tables,
  render: string,
  error: string | null = null,
): Promise<void> {
  await db
    .updateTable('asset')
    .set({ status: 'failed', error: error?.replaceAll('\0', '') ?? null, updated: sql`now()` })
    .where('render', '=', render)
    .where('status', '=', 'importing')
    .execute();
  await markForDeletion(db, await findFilesOfRender(db, render));
}

/**
 * Marks the stored file of a failed source as failed, also if it was ready: the next version of a source
 * replaces the one before. The caller marks the content for deletion.
 *
 * @param error the reason, one public sentence.
 */
export async function failAssetsOfSource(db: Tables, source: string, error: string): Promise<void> {
  await db
    .updateTable('asset')
    .set({ status: 'failed', error: error.replaceAll('\0', ''), updated: sql`now()` })
    .where('render', '=', source)
    .where('destination', '=', 0)
    .where('status', 'in', ['importing', 'ready'])
    .execute();
}

/** Finds an asset of an owner. Temporary files are not assets. */
export function findAsset(db: Tables, owner: string, id: string): Promise<AssetRow | undefined> {
  return db
    .selectFrom('asset')
    .selectAll()
    .where('id', '=', id)
    .where('owner', '=', owner)
    .where('temporary', '=', false)
    .executeTakeFirst();
}

/** One page of a list of an owner. */
export interface RowPage {
  /** The maximum number of rows. Undefined for all. */
  readonly limit?: number | undefined;
  /** Lists only what is older than the row with this id. */
  readonly before?: string | undefined;
}

/** Lists the assets of an owner, newest first, without deleted ones. Temporary files are not assets. */
export function findAssetsOfOwner(
  db: Tables,
  owner: string,
  { limit, before }: RowPage & { readonly limit: number },
): Promise<AssetRow[]> {
  let query = db
    .selectFrom('asset')
    .selectAll()
    .where('owner', '=', owner)
    .where('temporary', '=', false)
    .where('status', '<>', 'deleted');
  if (before !== undefined) query = query.where('id', '<', before);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

/**
 * Lists the storage keys of all files of a render of any owner. Empty before their publication, or if the
 * render is deleted.
 */
export async function findFilesOfRender(db: Tables, render: string): Promise<string[]> {
  const rows = await db.selectFrom('asset').select('file').distinct().where('render', '=', render).execute();
  return rows.map(({ file }) => file);
}

/** Lists the files of a render in the storage, including temporary ones, with the output first. */
export function findStoredFiles(db: Tables, render: string): Promise<AssetRow[]> {
  return db
    .selectFrom('asset')
    .selectAll()
    .where('render', '=', render)
    .where('destination', '=', 0)
    .orderBy('id')
    .execute();
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Lists the assets of a render or a transfer, with the hosted output first. Empty before their publication.
 *
 * @param id the UUID of the render or the transfer, in lower or upper case; or the id that the client gave
 *   to the transfer.
 */
export function findAssetsOfRender(db: Tables, owner: string, id: string): Promise<AssetRow[]> {
  return db
    .selectFrom('asset')
    .selectAll()
    .where((where) =>
      where.or([
        ...(UUID.test(id) ? [where('render', '=', id.toLowerCase())] : []),
        where('render', 'in', (from) =>
          from.selectFrom('transfer').select('id').where('own_id', '=', id).where('owner', '=', owner),
        ),
      ]),
    )
    .where('owner', '=', owner)
    .where('temporary', '=', false)
    .orderBy('id')
    .execute();
}

/**
 * Marks an asset as deleted, and its file for deletion if the file is in the storage. Returns undefined if
 * the asset does not exist or is already deleted.
 */
export function deleteAsset(db: Tables, owner: string, id: string): Promise<AssetRow | undefined> {
  return db.transaction().execute(async (transaction) => {
    await lockIngested(transaction, id);
    const asset = await transaction
      .updateTable('asset')
      .set({ status: 'deleted', updated: sql`now()` })
      .where('id', '=', id)
      .where('owner', '=', owner)
      .where('temporary', '=', false)
      .where('status', '<>', 'deleted')
      .returningAll()
      .executeTakeFirst();
    if (asset?.destination === 0) {
      await markForDeletion(transaction, [asset.file]);
      await deleteIngested(transaction, [asset.render]);
    }
    return asset;
  });
}

/**
 * Locks the source, the rendition or the created asset of an asset before the asset. Everyone else locks them in this order, too,
 * so that two transactions never wait for each other.
 */
async function lockIngested(db: Tables, asset: string): Promise<void> {
  for (const table of ['source', 'rendition', 'created_asset'] as const)
    await db
      .selectFrom(table)
      .select('id')
      .where('id', '=', (from) => from.selectFrom('asset').select('render').where('id', '=', asset))
      .forUpdate()
      .execute();
}

/**
 * Ends a source or a rendition as deleted if a client deleted its stored file while it was being stored. Must
 * be called in the transaction that records the end.
 *
 * @param file its storage key.
 * @returns true if it was deleted.
 */
export async function endIfDeleted(db: Tables, id: string, file: string): Promise<boolean> {
  const deleted = await db
    .selectFrom('asset')
    .select('id')
    .where('render', '=', id)
    .where('destination', '=', 0)
    .where('status', '=', 'deleted')
    .executeTakeFirst();
  if (deleted === undefined) return false;
  await deleteIngested(db, [id]);
  await markForDeletion(db, [file]);
  return true;
}

/**
 * Marks the stored files of sources and renditions as deleted, with their copies that were not sent yet.
 * Copies at other providers stay. The caller marks the content for deletion.
 */
export async function deleteStoredAssets(db: Tables, renders: readonly string[]): Promise<void> {
  if (renders.length === 0) return;
  await db
    .updateTable('asset')
    .set({ status: 'deleted', updated: sql`now()` })
    .where('render', 'in', renders)
    .where('status', '<>', 'deleted')
    .where((where) => where.or([where('destination', '=', 0), where('status', '=', 'importing')]))
    .execute();
}

/** Removes the assets of a source at other providers, because the next version of its file is sent again. */
export async function forgetCopies(db: Tables, source: string): Promise<void> {
  await db.deleteFrom('asset').where('render', '=', source).where('destination', '>', 0).execute();
}

/**
 * Marks the sources, renditions and created assets whose stored files were deleted. Ignores the ids of renders.
 */
async function deleteIngested(db: Tables, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const table of ['source', 'rendition'] as const)
    await db
      .updateTable(table)
      .set({ status: 'deleted', updated: sql`now()` })
      .where('id', 'in', ids)
      .where('status', '=', 'ready')
      .execute();
  await db.updateTable('created_asset').set({ deleted: true }).where('id', 'in', ids).execute();
}

/**
 * Marks expired temporary files as deleted, and their content for deletion. Skips files that are still to be
 * copied to a destination.
 *
 * @param limit the maximum number of files.
 */
export async function expireFiles(db: Tables, limit: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const expired = await transaction
      .updateTable('asset')
      .set({ status: 'deleted', expires: null })
      .where('id', 'in', selectOverdue(transaction).limit(limit))
      .returning(['file', 'render'])
      .execute();
    await markForDeletion(
      transaction,
      expired.map(({ file }) => file),
    );
    await deleteIngested(
      transaction,
      expired.map(({ render }) => render),
    );
  });
}

function selectOverdue(db: Tables) {
  return db
    .selectFrom('asset as kept')
    .select('kept.id')
    .where('kept.expires', '<', sql<Date>`now()`)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('asset as copy')
            .select('copy.id')
            .whereRef('copy.render', '=', 'kept.render')
            .whereRef('copy.part', '=', 'kept.part')
            .whereRef('copy.position', '=', 'kept.position')
            .where('copy.status', '=', 'importing'),
        ),
      ),
    );
}
