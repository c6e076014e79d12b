import { type Kysely, type Selectable, sql } from 'kysely';
import type { AssetRow } from './assets.ts';
import { markForDeletion } from './pending-deletions.ts';
import type { Schema, TransferTable } from './schema.ts';

/** A transfer that was asked for. */
export type NewTransfer = Omit<TransferTable, 'created'> & { readonly created: Date };

/** Writes a transfer. */
export async function addTransfer(db: Kysely<Schema>, transfer: NewTransfer): Promise<void> {
  await db.insertInto('transfer').values(transfer).execute();
}

/** Counts the transfers that wait for their file, up to `limit`. */
export async function countWaitingTransfers(db: Kysely<Schema>, limit: number): Promise<number> {
  const waiting = db
    .selectFrom('asset')
    .innerJoin('transfer', 'transfer.id', 'asset.render')
    .select('transfer.id')
    .where('asset.status', '=', 'importing')
    .where('asset.destination', '=', 0)
    .limit(limit)
    .as('waiting');
  const { count } = await db
    .selectFrom(waiting)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** A transfer as it was asked for. */
export type TransferRow = Readonly<Selectable<TransferTable>>;

/** A transfer, whoever owns it. */
export function findTransfer(db: Kysely<Schema>, id: string): Promise<TransferRow | undefined> {
  return db.selectFrom('transfer').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lists the assets of a transfer that are still to be sent to other providers. */
export async function findWaitingCopies(db: Kysely<Schema>, transfer: string): Promise<AssetRow[]> {
  return await db
    .selectFrom('asset')
    .selectAll()
    .where('render', '=', transfer)
    .where('destination', '>', 0)
    .where('status', '=', 'importing')
    .orderBy('id')
    .execute();
}

/**
 * Gives the file of a transfer that is being imported another storage key, and its assets other names. Marks for deletion what an
 * earlier try has stored under the previous key.
 *
 * @param toFilename the name of an asset, by where it is and the options that it has there.
 * @returns false if the file is not being imported any more, and keeps its key.
 */
export async function renameTransferFiles(
  db: Kysely<Schema>,
  transfer: string,
  file: string,
  toFilename: (asset: Pick<AssetRow, 'destination' | 'provider' | 'options'>) => string,
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const assets = await transaction
      .selectFrom('asset')
      .selectAll()
      .where('render', '=', transfer)
      .orderBy('id')
      .forUpdate()
      .execute();
    const stored = assets.find(({ destination }) => destination === 0);
    if (stored?.status !== 'importing') return false;
    if (stored.file !== file) await markForDeletion(transaction, [stored.file]);
    for (const asset of assets)
      await transaction
        .updateTable('asset')
        .set({ file, filename: toFilename(asset) })
        .where('id', '=', asset.id)
        .execute();
    return true;
  });
}
