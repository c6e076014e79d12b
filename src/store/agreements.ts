import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** Keeps what all processes on this database have to have in common, in place of what was kept under the name before. */
export async function keepAgreement(db: Kysely<Schema>, name: string, value: string): Promise<void> {
  await db
    .insertInto('agreement')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, kept: sql`now()` }))
    .execute();
}

/** What is kept under a name. */
export async function findAgreement(db: Kysely<Schema>, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('agreement').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}
