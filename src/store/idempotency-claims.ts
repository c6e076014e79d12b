import { type Kysely, sql, type Transaction } from 'kysely';
import { KinoraError } from '../base/errors.ts';
import type { IdempotencyClaimTable, Schema } from './schema.ts';

/** A request that creates something only once, however often it is sent, and its answer. */
export type IdempotencyClaim = Omit<IdempotencyClaimTable, 'created'>;

const COLUMNS = [
  'owner',
  'key',
  'route',
  'body',
  'answer',
] as const satisfies readonly (keyof IdempotencyClaim)[];

const EXPIRED = sql<boolean>`claim.created < now() - interval '24 hours'`;

/** Finds the claim of the last 24 hours with the same key. */
export async function findIdempotencyClaim(
  db: Kysely<Schema>,
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
 * Returns the answer to a request whose key was claimed earlier.
 *
 * @throws {KinoraError} `idempotency_conflict` if another request claimed it.
 */
export function getClaimedAnswer(
  earlier: IdempotencyClaim,
  { route, body }: Pick<IdempotencyClaim, 'route' | 'body'>,
): string {
  if (earlier.route === route && earlier.body === body) return earlier.answer;
  throw new KinoraError(
    'idempotency_conflict',
    'This Idempotency-Key was used for another request within the last 24 hours; another request needs another key.',
  );
}

/**
 * Claims keys for 24 hours. Write what is created under them in the same transaction, and nothing else. If several requests with one
 * key come at once, here or in several processes, one of them claims it.
 *
 * @returns the earlier claim for each claim that came too late.
 */
export async function claimKeys(
  transaction: Transaction<Schema>,
  claims: readonly IdempotencyClaim[],
): Promise<ReadonlyMap<IdempotencyClaim, IdempotencyClaim>> {
  const holders = new Map<string, IdempotencyClaim>();
  for (const claim of claims) if (!holders.has(toClaimName(claim))) holders.set(toClaimName(claim), claim);
  // In one order everywhere: else two processes could wait for each other's keys.
  const unique = [...holders.keys()].sort().flatMap((name) => holders.get(name) ?? []);
  const claimed = new Set((await insertClaims(transaction, unique)).map(toClaimName));
  const taken = unique.filter((claim) => !claimed.has(toClaimName(claim)));
  for (const earlier of await findClaims(transaction, taken)) holders.set(toClaimName(earlier), earlier);
  // Within a transaction no time passes, so that what could not be claimed has not expired since.
  if (taken.some((claim) => holders.get(toClaimName(claim)) === claim))
    throw new Error('A claim was there and is not.');
  return new Map(
    claims.flatMap((claim) => {
      const holder = holders.get(toClaimName(claim));
      return holder === undefined || holder === claim ? [] : [[claim, holder] as const];
    }),
  );
}

/**
 * Creates something under a key, in one transaction.
 *
 * @param create must do everything inside the transaction. An error undoes the claim.
 * @returns the claim that has the key already, in which case nothing was created.
 */
export function claimAndCreate(
  db: Kysely<Schema>,
  claim: IdempotencyClaim,
  create: (transaction: Transaction<Schema>) => Promise<void>,
): Promise<IdempotencyClaim | undefined> {
  return db.transaction().execute(async (transaction) => {
    const earlier = (await claimKeys(transaction, [claim])).get(claim);
    if (earlier === undefined) await create(transaction);
    return earlier;
  });
}

/** Combines owner and key. No owner contains a space. */
function toClaimName({ owner, key }: Pick<IdempotencyClaim, 'owner' | 'key'>): string {
  return `${owner} ${key}`;
}

/** Inserts claims. If one of the keys is being claimed in another transaction, the database waits for its end. */
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
 * @param maxRows the approximate maximum number.
 */
export async function removeExpiredClaims(db: Kysely<Schema>, maxRows: number): Promise<void> {
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
