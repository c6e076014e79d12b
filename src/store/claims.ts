import { type Kysely, sql, type Transaction } from 'kysely';
import { KinoraError } from '../base/errors.ts';
import type { ClaimTable, Schema } from './schema.ts';

/** A request that is to create something once, however often it is sent. */
export type Claim = Omit<ClaimTable, 'answer' | 'created'>;

/** Old claims that one new claim removes: more than come, so that they do not pile up. */
const REMOVED_AT_ONCE = 100;

const EXPIRED = sql<boolean>`claim.created < now() - interval '24 hours'`;

/**
 * The answer that the same request had within the last 24 hours.
 *
 * @throws {KinoraError} `idempotency_conflict` when the key belongs to another request.
 */
export async function findAnswer(db: Kysely<Schema>, claim: Claim): Promise<string | undefined> {
  const earlier = await db
    .selectFrom('claim')
    .select(['route', 'body', 'answer'])
    .where('owner', '=', claim.owner)
    .where('key', '=', claim.key)
    .where((where) => where.not(EXPIRED))
    .executeTakeFirst();
  if (earlier === undefined) return undefined;
  if (earlier.route === claim.route && earlier.body === claim.body) return earlier.answer;
  throw new KinoraError(
    'idempotency_conflict',
    'This Idempotency-Key was used for another request within the last 24 hours; another request needs another key.',
  );
}

/**
 * Creates something, and keeps the answer for 24 hours, in one transaction. Of several equal requests at once one creates and
 * all get its answer.
 *
 * @param create Must do everything inside the transaction. What it throws undoes the claim.
 * @returns The answer to give: an earlier one when there was one.
 * @throws {KinoraError} `idempotency_conflict` when the key belongs to another request.
 */
export async function once(
  db: Kysely<Schema>,
  claim: Claim,
  answer: string,
  create: (transaction: Transaction<Schema>) => Promise<void>,
): Promise<string> {
  await removeExpired(db);
  return await db.transaction().execute(async (transaction) => {
    if (await tryClaim(transaction, claim, answer)) {
      await create(transaction);
      return answer;
    }
    const earlier = await findAnswer(transaction, claim);
    // Within a transaction no time passes, so that what could not be claimed has not expired since.
    if (earlier === undefined) throw new Error('A claim was there and is not.');
    return earlier;
  });
}

/** Where the same key is being claimed at this moment, the database waits for how that ends. */
async function tryClaim(db: Transaction<Schema>, claim: Claim, answer: string): Promise<boolean> {
  const values = { ...claim, answer };
  const claimed = await db
    .insertInto('claim')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['owner', 'key'])
        .doUpdateSet({ ...values, created: sql`now()` })
        .where(EXPIRED),
    )
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}

async function removeExpired(db: Kysely<Schema>): Promise<void> {
  const expired = db
    .selectFrom('claim')
    .select(sql`ctid`.as('place'))
    .where(EXPIRED)
    .orderBy('created')
    .limit(REMOVED_AT_ONCE)
    .forUpdate()
    .skipLocked();
  await db
    .deleteFrom('claim')
    .where(sql`ctid`, 'in', expired)
    .execute();
}
