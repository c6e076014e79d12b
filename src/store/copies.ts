import { sql } from 'kysely';
import { newId } from '../base/new-id.ts';
import type { AssetRow } from './assets.ts';
import type { Tables } from './schema.ts';

/** A file to send to another provider. */
export type NewCopy = Pick<
  AssetRow,
  'owner' | 'stage' | 'render' | 'part' | 'destination' | 'provider' | 'options' | 'filename' | 'file'
> &
  Partial<Pick<AssetRow, 'position'>>;

/**
 * Records files to send to other providers.
 *
 * @returns the ids of the new copies, without those that were already recorded.
 */
export async function beginCopies(db: Tables, copies: readonly NewCopy[]): Promise<string[]> {
  if (copies.length === 0) return [];
  const rows = await db
    .insertInto('asset')
    .values(copies.map((copy) => ({ ...copy, id: newId(), status: 'importing' as const })))
    .onConflict((conflict) => conflict.columns(['render', 'part', 'destination', 'position']).doNothing())
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Finds an asset that is being imported. Returns undefined if it is ready, failed or deleted. */
export function findImportingAsset(db: Tables, id: string): Promise<AssetRow | undefined> {
  return db
    .selectFrom('asset')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'importing')
    .executeTakeFirst();
}

/** The outcome of a copy: the location of the file, or the reason of the failure. */
export type CopyOutcome =
  | { readonly status: 'ready'; readonly provider_id: string; readonly url: string | null }
  | { readonly status: 'failed'; readonly error: string };

/** Records the outcome of a copy. Returns undefined if the copy is no longer being imported. */
export function endCopy(db: Tables, id: string, outcome: CopyOutcome): Promise<AssetRow | undefined> {
  const storable = outcome.status === 'failed' ? { error: outcome.error.replaceAll('\0', '') } : {};
  return db
    .updateTable('asset')
    .set({ ...outcome, ...storable, updated: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'importing')
    .returningAll()
    .executeTakeFirst();
}
