import { type SelectQueryBuilder, sql } from 'kysely';
import type { Schema, Tables } from '../schema.ts';

/** Counts the rows of a query. With a limit, the query reads no more rows than that. */
export async function countRows<Names extends keyof Schema>(
  db: Tables,
  query: SelectQueryBuilder<Schema, Names, { id: string }>,
): Promise<number> {
  const { count } = await db
    .selectFrom(query.as('counted'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
