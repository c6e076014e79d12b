import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { newId } from '../../base/new-id.ts';
import { randomText } from '../../base/random-text.ts';
import type { Owners } from './accounts.ts';
import {
  type ApiKeyTable,
  type KeyScope,
  type Stage,
  STAGES,
  type StoredDialect,
  type Tables,
  type TokenTable,
} from '../schema.ts';

/** The limits of a caller that has a token in place of a key. */
export type TokenLimits = Readonly<
  Pick<Selectable<TokenTable>, 'id' | 'scope' | 'subject' | 'origin' | 'expires'>
>;

/** The owner and stage that a request acts for. */
export interface Caller extends Readonly<Pick<Selectable<ApiKeyTable>, 'owner' | 'scope' | 'dialect'>> {
  readonly stage: Stage;
  /** Id of the key, or of the key that made the token. */
  readonly key: string;
  /** The limits of a token. Undefined for a key. */
  readonly token?: TokenLimits;
  /** Weight of the account's work, from 1. */
  readonly share: number;
}

/** A key for each stage, in plain text. */
export type KeyPair = Readonly<Record<Stage, string>>;

/** The public properties of a key, never the key itself. */
export interface KeyRow extends Readonly<Omit<Selectable<ApiKeyTable>, 'owner' | 'hash'>> {
  /** Name of the account. */
  readonly account: string;
  readonly stage: Stage;
}

/** A key to add. */
export interface NewKey {
  readonly owner: string;
  /** The key itself, which is not stored. */
  readonly key: string;
  /** Default: none. */
  readonly name?: string | undefined;
  /** Default: `full`. */
  readonly scope?: KeyScope | undefined;
  /** Default: the setting of the server. */
  readonly dialect?: StoredDialect | undefined;
}

const KEY_LENGTH = 40;
const KEY_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const SHOWN_LENGTH = 4;
/** Minimum length of a key whose ends are shown. The rest of a shorter key might be guessed. */
const MIN_LENGTH_WITH_ENDS = 24;

/** Generates a random key. */
export function generateKey(): string {
  return randomText(KEY_ALPHABET, KEY_LENGTH);
}

function toEnds(key: string): Pick<KeyRow, 'beginning' | 'ending'> {
  if (key.length < MIN_LENGTH_WITH_ENDS) return { beginning: null, ending: null };
  return { beginning: key.slice(0, SHOWN_LENGTH), ending: key.slice(-SHOWN_LENGTH) };
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Finds the callers of several keys in one query, in the order of the keys. */
export async function findKeyCallers(db: Tables, keys: readonly string[]): Promise<(Caller | undefined)[]> {
  if (keys.length === 0) return [];
  const hashes = keys.map(hashKey);
  const rows = await db
    .selectFrom('api_key')
    .innerJoin('owner', 'owner.id', 'api_key.owner')
    .innerJoin('account', 'account.id', 'owner.account')
    .select(['api_key.hash', 'owner.id as owner', 'owner.stage', 'account.share', 'api_key.dialect'])
    .select(['api_key.id as key', 'api_key.scope'])
    .where('api_key.hash', 'in', [...new Set(hashes)])
    .where('api_key.revoked', 'is', null)
    .execute();
  // The comparison needs no constant time: callers cannot choose the value of a digest.
  const callers = new Map(rows.map(({ hash, ...caller }) => [hash, caller]));
  return hashes.map((hash) => callers.get(hash));
}

/**
 * Activates the keys of the first account.
 *
 * @param replace true to revoke its earlier keys. False if several servers with different generated keys
 *   share one database.
 */
export async function setFirstKeys(
  db: Tables,
  owners: Owners,
  keys: KeyPair,
  replace: boolean,
): Promise<void> {
  const rows = STAGES.map((stage) => ({
    id: newId(),
    owner: owners[stage],
    hash: hashKey(keys[stage]),
    ...toEnds(keys[stage]),
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
          beginning: (row) => row.ref('excluded.beginning'),
          ending: (row) => row.ref('excluded.ending'),
          scope: 'full',
        }),
      )
      .execute();
  });
}

/** Adds a key, which is active from the next request on. Returns its id. */
export async function addKey(db: Tables, { owner, key, name, scope, dialect }: NewKey): Promise<string> {
  const id = newId();
  await db
    .insertInto('api_key')
    .values({ id, owner, hash: hashKey(key), ...toEnds(key), name, scope, dialect, first: false })
    .execute();
  return id;
}

/**
 * Records that keys are in use now, at most once in a minute for each, so that a busy key causes few writes.
 *
 * @param ids ids of the keys.
 */
export async function recordKeyUse(db: Tables, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ used: sql`now()` })
    .where('id', 'in', ids)
    .where((row) =>
      row.or([row('used', 'is', null), row('used', '<', sql<Date>`now() - interval '1 minute'`)]),
    )
    .execute();
}

/**
 * Lists all keys of one account or of all, including revoked ones, oldest first. With an id, only that key.
 */
export function findKeys(
  db: Tables,
  filter: { readonly account?: string | undefined; readonly id?: string },
): Promise<KeyRow[]> {
  const { account, id } = filter;
  return db
    .selectFrom('api_key')
    .innerJoin('owner', 'owner.id', 'api_key.owner')
    .innerJoin('account', 'account.id', 'owner.account')
    .select(['api_key.id', 'account.name as account', 'owner.stage', 'api_key.ending', 'api_key.first'])
    .select(['api_key.dialect', 'api_key.created', 'api_key.revoked', 'api_key.beginning'])
    .select(['api_key.name', 'api_key.scope', 'api_key.used'])
    .$if(account !== undefined, (query) => query.where('account.name', '=', account ?? ''))
    .$if(id !== undefined, (query) => query.where('api_key.id', '=', id ?? ''))
    .orderBy('api_key.id')
    .execute();
}

/**
 * Revokes a key from the next request on, unless it is one of the first keys. Returns false if there is no
 * such active key.
 */
export async function revokeKey(db: Tables, id: string): Promise<boolean> {
  const result = await db
    .updateTable('api_key')
    .set({ revoked: sql`now()` })
    .where('id', '=', id)
    .where('first', '=', false)
    .where('revoked', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
