import type { Kysely } from 'kysely';

/** How many segments of a render were kept from earlier renders, and how many were made. */
export async function addSegmentCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('render')
    .addColumn('segments_reused', 'integer')
    .addColumn('segments_made', 'integer')
    .execute();
}
