import { type Kysely, type Selectable, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { AssetPart, AssetTable, Schema, Stage } from './schema.ts';
import { markForDeletion } from './pending-deletions.ts';

/** A file in one location, as its owner sees it. */
export type AssetRow = Readonly<Selectable<AssetTable>>;

/** What is known of a file when its hosting begins. */
export interface NewAsset {
  readonly owner: string;
  readonly stage: Stage;
  /** Id of the render or the transfer that made the file. */
  readonly render: string;
  readonly part: AssetPart;
  readonly filename: string;
  /** Storage key. */
  readonly file: string;
  /** Whether it is not hosted, but kept for a day. */
  readonly temporary?: boolean;
}

/**
 * Notes that files are being hosted; a further attempt at the same part of a render keeps its id. One that was deleted meanwhile stays
 * so.
 */
export async function beginAssets(db: Kysely<Schema>, assets: readonly NewAsset[]): Promise<void> {
  await db
    .insertInto('asset')
    .values(assets.map((asset) => ({ ...asset, id: uuid(), status: 'importing' as const })))
    .onConflict((conflict) =>
      conflict
        .columns(['render', 'part', 'destination'])
        .doUpdateSet({ status: 'importing', updated: sql`now()` })
        .where('asset.status', '<>', 'deleted'),
    )
    .execute();
}

/** How long a file that is not hosted can be had. */
const IN_24_HOURS = sql<Date>`now() + interval '24 hours'`;

/** Notes that the files of a render that were on their way are in our storage; what is not hosted is kept for a day from now. */
export async function setAssetsReady(db: Kysely<Schema>, render: string): Promise<void> {
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
 * Marks the unfinished files of a failed render or transfer as failed, and for deletion what may be stored of them. Call it in a
 * transaction.
 *
 * @param error why, in one public sentence.
 */
export async function failUnfinishedAssets(
  db: Kysely<Schema>,
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

/** An asset of this owner; what is only kept for a day is none. */
export function findAsset(db: Kysely<Schema>, owner: string, id: string): Promise<AssetRow | undefined> {
  return db
    .selectFrom('asset')
    .selectAll()
    .where('id', '=', id)
    .where('owner', '=', owner)
    .where('temporary', '=', false)
    .executeTakeFirst();
}

/** Lists the storage keys of all files of one render, whoever owns it. Empty until their publishing begins, and if the render is gone. */
export async function findFilesOfRender(db: Kysely<Schema>, render: string): Promise<string[]> {
  const rows = await db.selectFrom('asset').select('file').distinct().where('render', '=', render).execute();
  return rows.map(({ file }) => file);
}

/** The files of one render in our storage, its output first, those that are only kept for a day too. */
export function findStoredFiles(db: Kysely<Schema>, render: string): Promise<AssetRow[]> {
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
 * The assets of one render or transfer, the hosted output first; empty until they begin to be published.
 *
 * @param id of the render or the transfer, a UUID that may be in capitals; or what the client calls a transfer, exactly so.
 */
export function findAssetsOfRender(db: Kysely<Schema>, owner: string, id: string): Promise<AssetRow[]> {
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
 * Marks an asset as deleted, and its file for deletion if it is in our storage. Returns undefined if there is none that was not
 * deleted before.
 */
export function deleteAsset(db: Kysely<Schema>, owner: string, id: string): Promise<AssetRow | undefined> {
  return db.transaction().execute(async (transaction) => {
    const asset = await transaction
      .updateTable('asset')
      .set({ status: 'deleted', updated: sql`now()` })
      .where('id', '=', id)
      .where('owner', '=', owner)
      .where('temporary', '=', false)
      .where('status', '<>', 'deleted')
      .returningAll()
      .executeTakeFirst();
    if (asset?.destination === 0) await markForDeletion(transaction, [asset.file]);
    return asset;
  });
}

/** Marks expired temporary files that no destination waits for as deleted, and for deletion. @param limit the maximum number of files. */
export async function expireFiles(db: Kysely<Schema>, limit: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const expired = await transaction
      .updateTable('asset')
      .set({ status: 'deleted', expires: null })
      .where('id', 'in', selectOverdue(transaction).limit(limit))
      .returning('file')
      .execute();
    await markForDeletion(
      transaction,
      expired.map(({ file }) => file),
    );
  });
}

function selectOverdue(db: Kysely<Schema>) {
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
            .where('copy.status', '=', 'importing'),
        ),
      ),
    );
}
