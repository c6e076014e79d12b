import { sql, type Transaction } from 'kysely';
import { KinoraError } from '../base/errors.ts';
import type { IdempotencyClaimTable, Schema, Tables } from './schema.ts';

/** The record of a request with an idempotency key, with its answer. Equal requests create one thing. */
export type IdempotencyClaim = Omit<IdempotencyClaimTable, 'created'>;

const COLUMNS = [
  'owner',
  'key',
  'route',
  'body',
  'answer',
] as const satisfies readonly (keyof IdempotencyClaim)[];

const EXPIRED = sql<boolean>`claim.created < now() - interval '24 hours'`;

/** Finds the claim of a key unless it is older than 24 hours. */
export async function findIdempotencyClaim(
  db: Tables,
  { owner, key }: Pick<IdempotencyClaim, 'owner' | 'key'>,
): Promise<IdempotencyClaim | undefined> {
  return await db
    .selectFrom('claim')
    .select(COLUMNS)
    .where('owner', '=', owner)
    .where('key', '=', key)
    .where((where) => where.not(EXPIRED))
    .executeTakeFirst();
}

/**
 * Returns the answer of an earlier claim for the same request.
 *
 * @throws {KinoraError} `idempotency_conflict` if the claim belongs to a different request.
 */
export function getClaimedAnswer(
  earlier: IdempotencyClaim,
  { route, body }: Pick<IdempotencyClaim, 'route' | 'body'>,
): string {
  if (earlier.route === route && earlier.body === body) return earlier.answer;
  throw new KinoraError(
    'idempotency_conflict',
    'This Idempotency-Key was used for another request within the last 24 hours. Use a new key for each request.',
  );
}

/**
 * Claims keys for 24 hours. The same transaction must create what the keys stand for, and must do nothing
 * else. If several requests with one key arrive at once, in any process, one of them claims it.
 *
 * @returns the earlier claim of each key that was already claimed.
 */
export async function claimKeys(
  transaction: Transaction<Schema>,
  claims: readonly IdempotencyClaim[],
): Promise<ReadonlyMap<IdempotencyClaim, IdempotencyClaim>> {
  const holders = new Map<string, IdempotencyClaim>();
  for (const claim of claims) if (!holders.has(toClaimName(claim))) holders.set(toClaimName(claim), claim);
  // Sorted, to avoid a deadlock of two transactions that wait for each other's keys.
  const unique = [...holders.keys()].sort().flatMap((name) => holders.get(name) ?? []);
  const claimed = new Set((await insertClaims(transaction, unique)).map(toClaimName));
  const taken = unique.filter((claim) => !claimed.has(toClaimName(claim)));
  for (const earlier of await findClaims(transaction, taken)) holders.set(toClaimName(earlier), earlier);
  // `now()` is constant within a transaction, so a claim that prevented the insertion cannot have expired
  // since.
  if (taken.some((claim) => holders.get(toClaimName(claim)) === claim))
    throw new Error('The claim that prevented the insertion was not found.');
  return new Map(
    claims.flatMap((claim) => {
      const holder = holders.get(toClaimName(claim));
      return holder === undefined || holder === claim ? [] : [[claim, holder] as const];
    }),
  );
}

/**
 * Claims a key and creates something in one transaction.
 *
 * @param create must do all its work inside the transaction. If `create` throws, the claim is undone.
 * @returns the earlier claim of the key, if any. If there is one, nothing is created.
 */
export function claimAndCreate(
  db: Tables,
  claim: IdempotencyClaim | undefined,
  create: (transaction: Transaction<Schema>) => Promise<void>,
): Promise<IdempotencyClaim | undefined> {
  return db.transaction().execute(async (transaction) => {
    const earlier = claim && (await claimKeys(transaction, [claim])).get(claim);
    if (earlier === undefined) await create(transaction);
    return earlier;
  });
}

/** Removes claims of this transaction, because their requests are refused. */
export async function releaseKeys(
  transaction: Transaction<Schema>,
  claims: readonly IdempotencyClaim[],
): Promise<void> {
  for (const { owner, key } of claims)
    await transaction.deleteFrom('claim').where('owner', '=', owner).where('key', '=', key).execute();
}

/** Combines owner and key. The result is unique, because no owner contains a space. */
function toClaimName({ owner, key }: Pick<IdempotencyClaim, 'owner' | 'key'>): string {
  return `${owner} ${key}`;
}

/**
 * Inserts claims. If another transaction is claiming one of the keys, the database waits until that
 * transaction ends.
 */
async function insertClaims(
  db: Transaction<Schema>,
  claims: readonly IdempotencyClaim[],
): Promise<Pick<IdempotencyClaim, 'owner' | 'key'>[]> {
  if (claims.length === 0) return [];
  return await db
    .insertInto('claim')
    .values(claims)
    .onConflict((conflict) =>
      conflict
        .columns(['owner', 'key'])
        .doUpdateSet((row) => ({
          route: row.ref('excluded.route'),
          body: row.ref('excluded.body'),
          answer: row.ref('excluded.answer'),
          created: sql`now()`,
        }))
        .where(EXPIRED),
    )
    .returning(['owner', 'key'])
    .execute();
}

async function findClaims(
  db: Transaction<Schema>,
  claims: readonly IdempotencyClaim[],
): Promise<IdempotencyClaim[]> {
  if (claims.length === 0) return [];
  return await db
    .selectFrom('claim')
    .select(COLUMNS)
    .where((where) =>
      where(
        where.refTuple('owner', 'key'),
        'in',
        claims.map(({ owner, key }) => where.tuple(owner, key)),
      ),
    )
    .execute();
}

const DELETE_BATCH_SIZE = 1000;

/**
 * Removes claims that are older than 24 hours.
 *
 * @param maxRows the approximate maximum number of claims to remove.
 */
export async function removeExpiredClaims(db: Tables, maxRows: number): Promise<void> {
  for (let removed = 0; removed < maxRows; removed += DELETE_BATCH_SIZE) {
    const expired = db
      .selectFrom('claim')
      .select(sql`ctid`.as('ctid'))
      .where(EXPIRED)
      .orderBy('created')
      .limit(DELETE_BATCH_SIZE)
      .forUpdate()
      .skipLocked();
    const { numDeletedRows } = await db
      .deleteFrom('claim')
      .where(sql`ctid`, 'in', expired)
      .executeTakeFirst();
    if (numDeletedRows < DELETE_BATCH_SIZE) return;
  }
}
