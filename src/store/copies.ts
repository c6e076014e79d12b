import { type Kysely, type Selectable, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { AssetRow } from './assets.ts';
import type { Schema, TransferTable } from './schema.ts';
import { noteUnwanted } from './unwanted.ts';

/** A file that is to be sent to another provider. */
export type NewCopy = Pick<
  AssetRow,
  'owner' | 'stage' | 'render' | 'part' | 'destination' | 'provider' | 'options' | 'filename' | 'file'
>;

/** Notes that files are to be sent to other providers. @returns the ids of those that were not noted before. */
export async function beginCopies(db: Kysely<Schema>, copies: readonly NewCopy[]): Promise<string[]> {
  if (copies.length === 0) return [];
  const rows = await db
    .insertInto('asset')
    .values(copies.map((copy) => ({ ...copy, id: uuid(), status: 'importing' as const })))
    .onConflict((conflict) => conflict.columns(['render', 'part', 'destination']).doNothing())
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** An asset that is on its way; `undefined` when it has arrived, has failed, or is not wanted any more. */
export function findImporting(db: Kysely<Schema>, id: string): Promise<AssetRow | undefined> {
  return db
    .selectFrom('asset')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'importing')
    .executeTakeFirst();
}

/** Where a file has arrived, or why it has not. */
export type CopyOutcome =
  | { readonly status: 'ready'; readonly provider_id: string; readonly url: string | null }
  | { readonly status: 'failed'; readonly error: string };

/** Records what became of a copy. `undefined` when it was not on its way any more. */
export function endCopy(db: Kysely<Schema>, id: string, outcome: CopyOutcome): Promise<AssetRow | undefined> {
  const words = outcome.status === 'failed' ? { error: outcome.error.replaceAll('\0', '') } : {};
  return db
    .updateTable('asset')
    .set({ ...outcome, ...words, updated: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'importing')
    .returningAll()
    .executeTakeFirst();
}

/** A transfer that was asked for. */
export type NewTransfer = Omit<TransferTable, 'created'> & { readonly created: Date };

/** Writes a transfer. */
export async function addTransfer(db: Kysely<Schema>, transfer: NewTransfer): Promise<void> {
  await db.insertInto('transfer').values(transfer).execute();
}

/** How many transfers wait for their file, counted no further than `limit`. */
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

/** The assets of a transfer that are on their way to other providers. */
export async function waitingCopies(db: Kysely<Schema>, transfer: string): Promise<AssetRow[]> {
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
 * Gives the file of a transfer that is on its way another storage key, and the assets other names. What an earlier try has stored under
 * the key before is unwanted.
 *
 * @param nameOf the name of an asset, by where it is and the options that it has there.
 * @returns false when the file is not on its way any more, and keeps its key.
 */
export async function renameFiles(
  db: Kysely<Schema>,
  transfer: string,
  file: string,
  nameOf: (asset: Pick<AssetRow, 'destination' | 'provider' | 'options'>) => string,
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
    if (stored.file !== file) await noteUnwanted(transaction, [stored.file]);
    for (const asset of assets)
      await transaction
        .updateTable('asset')
        .set({ file, filename: nameOf(asset) })
        .where('id', '=', asset.id)
        .execute();
    return true;
  });
}
