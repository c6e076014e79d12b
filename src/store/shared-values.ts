import { sql } from 'kysely';
import type { Tables } from './schema.ts';

/**
 * The name of the value that says how addresses of files are made without a setting: `by accounts` (signed if there
 * are several) or `public` (in an installation that is older than this value).
 */
export const FILE_ADDRESS_DEFAULT = 'file address default';

/**
 * Saves a value that all processes on this database must share. Replaces an existing value of the same name.
 */
export async function saveSharedValue(db: Tables, name: string, value: string): Promise<void> {
  await db
    .insertInto('agreement')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, kept: sql`now()` }))
    .execute();
}

/** Finds a shared value by its name. */
export async function findSharedValue(db: Tables, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('agreement').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/**
 * Returns a shared value. Saves a new one if there is none; of several processes, the first one decides.
 *
 * @param fresh the value to save.
 */
export async function ensureSharedValue(db: Tables, name: string, fresh: string): Promise<string> {
  await db
    .insertInto('agreement')
    .values({ name, value: fresh })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await findSharedValue(db, name)) ?? fresh;
}
