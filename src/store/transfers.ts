import type { Selectable } from 'kysely';
import type { AssetRow } from './assets.ts';
import { markForDeletion } from './pending-deletions.ts';
import { countRows } from './queue/count-rows.ts';
import type { Tables, TransferTable } from './schema.ts';

/** A requested transfer. */
export type TransferRow = Readonly<Selectable<TransferTable>>;

/** Stores a transfer. */
export async function addTransfer(db: Tables, transfer: TransferRow): Promise<void> {
  await db.insertInto('transfer').values(transfer).execute();
}

/** Counts the transfers that wait for their file, up to `limit`. */
export function countWaitingTransfers(db: Tables, limit: number): Promise<number> {
  const waiting = db
    .selectFrom('asset')
    .innerJoin('transfer', 'transfer.id', 'asset.render')
    .select('transfer.id')
    .where('asset.status', '=', 'importing')
    .where('asset.destination', '=', 0);
  return countRows(db, waiting.limit(limit));
}

/** Finds a transfer of any owner. */
export function findTransfer(db: Tables, id: string): Promise<TransferRow | undefined> {
  return db.selectFrom('transfer').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lists the assets of a transfer that are still to be sent to other providers. */
export async function findWaitingCopies(db: Tables, transfer: string): Promise<AssetRow[]> {
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
 * Changes the storage key of a file that a transfer imports, and the names of its assets. Marks a file under
 * the previous key for deletion, because an earlier attempt may have stored it.
 *
 * @param file the new storage key.
 * @param toFilename returns the name of an asset by its destination and options.
 * @returns false if the file is no longer being imported. The file then keeps its key.
 */
export async function renameTransferFiles(
  db: Tables,
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
