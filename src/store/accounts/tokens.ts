import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { KinoraError } from '../../base/errors.ts';
import { newId } from '../../base/new-id.ts';
import { randomText } from '../../base/random-text.ts';
import { countRows } from '../queue/count-rows.ts';
import type { Tables, TokenTable } from '../schema.ts';
import type { Caller } from './keys.ts';

/** A token as the account sees it, without the token itself. */
export type ShownToken = Readonly<
  Pick<Selectable<TokenTable>, 'id' | 'scope' | 'subject' | 'origin' | 'created' | 'expires'>
>;

/** A token to make. */
export interface NewToken extends Pick<ShownToken, 'scope' | 'subject' | 'origin' | 'expires'> {
  readonly owner: string;
  /** Id of the key that makes it. */
  readonly key: string;
}

/** The beginning of every token, which no key of Kinora has. */
const BEGINNING = 'kt_';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 40;

/** Maximum number of valid tokens of an owner. The answer to a list request holds all of them. */
const MAX_TOKENS = 1_000;

const IS_VALID = sql<boolean>`token.expires > now()`;

/** True for a text that can only be a token. */
export function isToken(key: string): boolean {
  return key.startsWith(BEGINNING);
}

/**
 * Makes a token, which is valid from the next request on. Concurrent requests may exceed the maximum slightly.
 *
 * @returns the token itself, which is not stored, and its id.
 * @throws {KinoraError} `limit_reached` if the owner has too many.
 */
export async function addToken(
  db: Tables,
  { key, ...values }: NewToken,
  limit = MAX_TOKENS,
): Promise<{ readonly id: string; readonly token: string }> {
  const valid = db.selectFrom('token').select('id').where('owner', '=', values.owner).where(IS_VALID);
  if ((await countRows(db, valid.limit(limit))) >= limit) {
    const sentence = `There are already ${limit} tokens, which is the maximum. Revoke a token that you do not need.`;
    throw new KinoraError('limit_reached', sentence);
  }
  const token = BEGINNING + randomText(ALPHABET, LENGTH);
  const id = newId();
  await db
    .insertInto('token')
    .values({ id, api_key: key, hash: hashToken(token), ...values })
    .execute();
  return { id, token };
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Finds the callers of valid tokens whose keys work, in the order of the tokens. */
export async function findTokenCallers(
  db: Tables,
  tokens: readonly string[],
): Promise<(Caller | undefined)[]> {
  if (tokens.length === 0) return [];
  const hashes = tokens.map(hashToken);
  const rows = await db
    .selectFrom('token')
    .innerJoin('api_key', 'api_key.id', 'token.api_key')
    .innerJoin('owner', 'owner.id', 'token.owner')
    .innerJoin('account', 'account.id', 'owner.account')
    .select(['token.hash', 'token.id', 'token.scope', 'token.subject', 'token.origin', 'token.expires'])
    .select(['owner.id as owner', 'owner.stage', 'account.share', 'api_key.dialect', 'api_key.id as key'])
    .where('token.hash', 'in', [...new Set(hashes)])
    .where(IS_VALID)
    .where('api_key.revoked', 'is', null)
    .execute();
  const callers = new Map<string, Caller>(
    rows.map(({ hash, id, scope, subject, origin, expires, ...caller }) => [
      hash,
      { ...caller, scope: 'render', token: { id, scope, subject, origin, expires } },
    ]),
  );
  return hashes.map((hash) => callers.get(hash));
}

/** The tokens that a caller may see and revoke: a key without the scope `full` only those that it has made. */
export interface TokenFilter {
  readonly owner: string;
  /** Id of the key that made them. Undefined for all keys. */
  readonly key: string | undefined;
}

/** Lists valid tokens, oldest first. */
export function listTokens(db: Tables, { owner, key }: TokenFilter): Promise<ShownToken[]> {
  return db
    .selectFrom('token')
    .select(['id', 'scope', 'subject', 'origin', 'created', 'expires'])
    .where('owner', '=', owner)
    .where(IS_VALID)
    .$if(key !== undefined, (query) => query.where('api_key', '=', key ?? ''))
    .orderBy('id')
    .execute();
}

/** Revokes a token from the next request on. Returns false if there is no such token. */
export async function revokeToken(db: Tables, { owner, key }: TokenFilter, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('token')
    .where('id', '=', id)
    .where('owner', '=', owner)
    .$if(key !== undefined, (query) => query.where('api_key', '=', key ?? ''))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Removes the tokens that have expired. */
export async function removeExpiredTokens(db: Tables): Promise<void> {
  await db
    .deleteFrom('token')
    .where('expires', '<', sql<Date>`now()`)
    .execute();
}
