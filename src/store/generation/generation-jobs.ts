import { sql, type Transaction } from 'kysely';
import { KinoraError } from '../../base/errors.ts';
import type { Schema, Tables } from '../schema.ts';
import type { CreatedAssetRow, NewCreatedAsset } from './created-assets.ts';

/** The facts that make two requests for a generation the same one. */
export interface GenerationIdentity {
  readonly owner: string;
  /** The idempotency key. Each has a generation of its own. Undefined: the content decides. */
  readonly take: string | undefined;
  /** Hash of what to make. */
  readonly content: string;
}

/** A generation to store. It becomes a created asset. */
export interface NewGeneration extends GenerationIdentity, Omit<NewCreatedAsset, 'callback' | 'owner'> {
  readonly model: string;
}

/**
 * Finds the generation of an earlier request that was the same one. Without a key, a failed one does not count, so
 * that it can be tried again.
 *
 * @throws {KinoraError} `idempotency_conflict` if the key was used for something else within 24 hours.
 */
export async function findGeneration(
  db: Tables,
  { owner, take, content }: GenerationIdentity,
): Promise<CreatedAssetRow | undefined> {
  const visible = db
    .selectFrom('created_asset')
    .selectAll()
    .select(sql<boolean>`created < now() - interval '24 hours'`.as('is_old'))
    .where('owner', '=', owner)
    .where('deleted', '=', false);
  if (take === undefined)
    return await visible
      .where('content', '=', content)
      .where('take', 'is', null)
      .where('status', '<>', 'failed')
      .executeTakeFirst();
  const row = await visible.where('take', '=', take).executeTakeFirst();
  if (row === undefined || row.content === content || row.is_old) return row;
  throw new KinoraError(
    'idempotency_conflict',
    'This Idempotency-Key was used for another file within the last 24 hours. Use a new key for each file.',
  );
}

/** Finds a generation of an owner by its id. A created asset that no model makes is none. */
export function findGenerationById(
  db: Tables,
  owner: string,
  id: string,
): Promise<CreatedAssetRow | undefined> {
  return db
    .selectFrom('created_asset')
    .selectAll()
    .where('id', '=', id)
    .where('owner', '=', owner)
    .where('model', 'is not', null)
    .where('deleted', '=', false)
    .executeTakeFirst();
}

/**
 * Stores a generation and queues its work, unless the same one was stored in the meantime.
 *
 * @returns the stored one.
 * @throws {KinoraError} as {@link findGeneration} does.
 */
export async function addGeneration(
  db: Tables,
  { take, ...asset }: NewGeneration,
  submit: (transaction: Transaction<Schema>) => Promise<void>,
): Promise<CreatedAssetRow> {
  const { owner, content, created } = asset;
  const added = await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .insertInto('created_asset')
      .values({ ...asset, take: take ?? null, callback: null, updated: created })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (row !== undefined) await submit(transaction);
    return row;
  });
  const stored = added ?? (await findGeneration(db, { owner, take, content }));
  if (stored !== undefined) return stored;
  throw new KinoraError('queue_full', 'An equal request has just ended. Send the request again.');
}
