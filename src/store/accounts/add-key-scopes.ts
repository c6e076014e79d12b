import type { Kysely } from 'kysely';

/** Adds the name, the scope, the first characters and the last use of keys. Older keys may do everything. */
export async function addKeyScopes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('api_key')
    .addColumn('name', 'text')
    .addColumn('scope', 'text', (column) => column.notNull().defaultTo('full'))
    .addColumn('beginning', 'text')
    .addColumn('used', 'timestamptz')
    .execute();
}
