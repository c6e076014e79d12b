import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** Counts the rows of a query. With a limit, the query reads no more rows than that. */
export async function countRows<Tables extends keyof Schema>(
  db: Kysely<Schema>,
  query: SelectQueryBuilder<Schema, Tables, { id: string }>,
): Promise<number> {
  const { count } = await db
    .selectFrom(query.as('counted'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
