import { type Kysely, sql, type Transaction } from 'kysely';
import { KinoraError } from '../base/errors.ts';
import type { ClaimTable, Schema } from './schema.ts';

/** A request that is to create something once, however often it is sent, and how it is answered when it does. */
export type Claim = Omit<ClaimTable, 'created'>;

const COLUMNS = ['owner', 'key', 'route', 'body', 'answer'] as const satisfies readonly (keyof Claim)[];

const EXPIRED = sql<boolean>`claim.created < now() - interval '24 hours'`;

/** The claim of the last 24 hours with the same key. */
export async function findClaim(
  db: Kysely<Schema>,
  { owner, key }: Pick<Claim, 'owner' | 'key'>,
): Promise<Claim | undefined> {
  return await db
    .selectFrom('claim')
    .select(COLUMNS)
    .where('owner', '=', owner)
    .where('key', '=', key)
    .where((where) => where.not(EXPIRED))
    .executeTakeFirst();
}

/**
 * The answer to a request whose key was claimed before it.
 *
 * @throws {KinoraError} `idempotency_conflict` when that was another request.
 */
export function answerOf(earlier: Claim, { route, body }: Pick<Claim, 'route' | 'body'>): string {
  if (earlier.route === route && earlier.body === body) return earlier.answer;
  throw new KinoraError(
    'idempotency_conflict',
    'This Idempotency-Key was used for another request within the last 24 hours; another request needs another key.',
  );
}

/**
 * Claims keys for 24 hours. What is created under them has to be written in the same transaction, and only that: of several
 * requests with one key at once, here or in several processes, one claims it.
 *
 * @returns Of each claim that came too late the one that it comes after.
 */
export async function claimAll(
  transaction: Transaction<Schema>,
  claims: readonly Claim[],
): Promise<ReadonlyMap<Claim, Claim>> {
  const holders = new Map<string, Claim>();
  for (const claim of claims) if (!holders.has(nameOf(claim))) holders.set(nameOf(claim), claim);
  // In one order everywhere: else two processes could wait for each other's keys.
  const wanted = [...holders.keys()].sort().flatMap((name) => holders.get(name) ?? []);
  const claimed = new Set((await insert(transaction, wanted)).map(nameOf));
  const taken = wanted.filter((claim) => !claimed.has(nameOf(claim)));
  for (const earlier of await findAll(transaction, taken)) holders.set(nameOf(earlier), earlier);
  // Within a transaction no time passes, so that what could not be claimed has not expired since.
  if (taken.some((claim) => holders.get(nameOf(claim)) === claim))
    throw new Error('A claim was there and is not.');
  return new Map(
    claims.flatMap((claim) => {
      const holder = holders.get(nameOf(claim));
      return holder === undefined || holder === claim ? [] : [[claim, holder] as const];
    }),
  );
}

/**
 * Creates something under a key, in one transaction.
 *
 * @param create Must do everything inside the transaction. What it throws undoes the claim.
 * @returns The claim that had the key already; then nothing was created.
 */
export function once(
  db: Kysely<Schema>,
  claim: Claim,
  create: (transaction: Transaction<Schema>) => Promise<void>,
): Promise<Claim | undefined> {
  return db.transaction().execute(async (transaction) => {
    const earlier = (await claimAll(transaction, [claim])).get(claim);
    if (earlier === undefined) await create(transaction);
    return earlier;
  });
}

/** No owner has a space in it. */
function nameOf({ owner, key }: Pick<Claim, 'owner' | 'key'>): string {
  return `${owner} ${key}`;
}

/** Where one of the keys is being claimed at this moment, the database waits for how that ends. */
async function insert(
  db: Transaction<Schema>,
  claims: readonly Claim[],
): Promise<Pick<Claim, 'owner' | 'key'>[]> {
  if (claims.length === 0) return [];
  return await db
    .insertInto('claim')
    .values(claims)
    .onConflict((conflict) =>
      conflict
        .columns(['owner', 'key'])
        .doUpdateSet((row) => ({
          ...{
            route: row.ref('excluded.route'),
            body: row.ref('excluded.body'),
            answer: row.ref('excluded.answer'),
          },
          created: sql`now()`,
        }))
        .where(EXPIRED),
    )
    .returning(['owner', 'key'])
    .execute();
}

async function findAll(db: Transaction<Schema>, claims: readonly Claim[]): Promise<Claim[]> {
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

const REMOVED_AT_ONCE = 1000;

/**
 * Removes claims that are older than 24 hours.
 *
 * @param most At the most about so many.
 */
export async function removeExpired(db: Kysely<Schema>, most: number): Promise<void> {
  for (let removed = 0; removed < most; removed += REMOVED_AT_ONCE) {
    const expired = db
      .selectFrom('claim')
      .select(sql`ctid`.as('place'))
      .where(EXPIRED)
      .orderBy('created')
      .limit(REMOVED_AT_ONCE)
      .forUpdate()
      .skipLocked();
    const { numDeletedRows } = await db
      .deleteFrom('claim')
      .where(sql`ctid`, 'in', expired)
      .executeTakeFirst();
    if (numDeletedRows < REMOVED_AT_ONCE) return;
  }
}
