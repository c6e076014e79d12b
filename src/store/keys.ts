import { createHash, timingSafeEqual } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Owners } from './accounts.ts';
import { type Schema, type Stage, STAGES } from './schema.ts';

/** Who a request speaks for. */
export interface Caller {
  readonly owner: string;
  readonly stage: Stage;
}

/** One readable key per stage. */
export type KeyPair = Readonly<Record<Stage, string>>;

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** The owner and stage of an API key, or `undefined` when no key like it is in force. */
export async function findCaller(db: Kysely<Schema>, key: string): Promise<Caller | undefined> {
  const hash = hashOf(key);
  const row = await db
    .selectFrom('api_key')
    .innerJoin('owner', 'owner.id', 'api_key.owner')
    .select(['api_key.hash', 'owner.id as owner', 'owner.stage'])
    .where('api_key.hash', '=', hash)
    .where('api_key.revoked', 'is', null)
    .executeTakeFirst();
  // The database finds the row by the digest, whose value a caller cannot steer; what decides is compared in
  // constant time all the same.
  if (row === undefined || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) return undefined;
  return { owner: row.owner, stage: row.stage };
}

/**
 * Puts the first account's keys in force.
 *
 * @param replace Whether the first account's earlier keys end. Not when several servers, each with generated keys of
 *   its own, share one database.
 */
export async function setFirstKeys(
  db: Kysely<Schema>,
  owners: Owners,
  keys: KeyPair,
  replace: boolean,
): Promise<void> {
  const rows = STAGES.map((stage) => ({
    id: uuid(),
    owner: owners[stage],
    hash: hashOf(keys[stage]),
    first: true,
  }));
  await db.transaction().execute(async (trx) => {
    if (replace) {
      await trx
        .updateTable('api_key')
        .set({ revoked: sql`now()` })
        .where('first', '=', true)
        .where('revoked', 'is', null)
        .execute();
    }
    await trx
      .insertInto('api_key')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('hash').doUpdateSet({ revoked: null, owner: (row) => row.ref('excluded.owner') }),
      )
      .execute();
  });
}
