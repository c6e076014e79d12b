import { type Kysely, sql } from 'kysely';
import type { CountedSegments } from '../attempts.ts';
import { FINAL_STATUSES, type Schema } from '../schema.ts';

/** Adds up the segments of the renders of all owners that were done in the last 24 hours. */
export async function countRecentSegments(db: Kysely<Schema>): Promise<CountedSegments> {
  return await db
    .selectFrom('render')
    .select([
      sql<number>`coalesce(sum(segments_reused), 0)::float8`.as('reused'),
      sql<number>`coalesce(sum(segments_made), 0)::float8`.as('made'),
    ])
    // Failed renders have none. With both statuses, the index of ended renders serves.
    .where('status', 'in', FINAL_STATUSES)
    .where('updated', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow();
}
