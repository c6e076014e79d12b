import { createHash } from 'node:crypto';
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

/** What may be known of a key after it was made: never the key itself. */
export interface KeyRow {
  readonly id: string;
  /** Name of the account. */
  readonly account: string;
  readonly stage: Stage;
  /** The key's last letters, where they are known and tell too little to guess it. */
  readonly ending: string | null;
  /** Whether it follows KINORA_KEYS or the key file. */
  readonly first: boolean;
  readonly created: Date;
  readonly revoked: Date | null;
}

const ENDING_LENGTH = 4;
/** What is left of a key beside its ending must stay beyond guessing. */
const SHORTEST_WITH_ENDING = 24;

function endingOf(key: string): string | null {
  return key.length < SHORTEST_WITH_ENDING ? null : key.slice(-ENDING_LENGTH);
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** The owner and stage of an API key, or `undefined` when no key like it is in force. */
export async function findCaller(db: Kysely<Schema>, key: string): Promise<Caller | undefined> {
  return (await findCallers(db, [key]))[0];
}

/** As {@link findCaller}, for several keys in one query, in their order. */
export async function findCallers(
  db: Kysely<Schema>,
  keys: readonly string[],
): Promise<(Caller | undefined)[]> {
  const hashes = keys.map(hashOf);
  const rows = await db
    .selectFrom('api_key')
    .innerJoin('owner', 'owner.id', 'api_key.owner')
    .select(['api_key.hash', 'owner.id as owner', 'owner.stage'])
    .where('api_key.hash', 'in', [...new Set(hashes)])
    .where('api_key.revoked', 'is', null)
    .execute();
  // Comparing digests may take as long as it takes: their value is nothing that a caller can steer.
  const callers = new Map(rows.map(({ hash, owner, stage }) => [hash, { owner, stage }]));
  return hashes.map((hash) => callers.get(hash));
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
    ending: endingOf(keys[stage]),
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
        conflict.column('hash').doUpdateSet({
          revoked: null,
          first: true,
          owner: (row) => row.ref('excluded.owner'),
          ending: (row) => row.ref('excluded.ending'),
        }),
      )
      .execute();
  });
}

/** Puts a key of an owner in force; it works from the next request on. Returns its id. */
export async function addKey(db: Kysely<Schema>, owner: string, key: string): Promise<string> {
  const id = uuid();
  await db
    .insertInto('api_key')
    .values({ id, owner, hash: hashOf(key), ending: endingOf(key), first: false })
    .execute();
  return id;
}

/** Every key there ever was, of one account or of all, oldest first; or the one with an id. */
export function findKeys(
  db: Kysely<Schema>,
  wanted: { readonly account?: string | undefined; readonly id?: string },
): Promise<KeyRow[]> {
  const { account, id } = wanted;
  return db
    .selectFrom('api_key')
    .innerJoin('owner', 'owner.id', 'api_key.owner')
    .innerJoin('account', 'account.id', 'owner.account')
    .select(['api_key.id', 'account.name as account', 'owner.stage', 'api_key.ending', 'api_key.first'])
    .select(['api_key.created', 'api_key.revoked'])
    .$if(account !== undefined, (query) => query.where('account.name', '=', account ?? ''))
    .$if(id !== undefined, (query) => query.where('api_key.id', '=', id ?? ''))
    .orderBy('api_key.id')
    .execute();
}

/** Ends a key that was made later than the first ones, from the next request on. False when there is no such key in force. */
export async function revokeKey(db: Kysely<Schema>, id: string): Promise<boolean> {
  const result = await db
    .updateTable('api_key')
    .set({ revoked: sql`now()` })
    .where('id', '=', id)
    .where('first', '=', false)
    .where('revoked', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
