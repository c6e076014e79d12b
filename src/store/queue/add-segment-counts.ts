import type { Kysely } from 'kysely';

/** Adds the numbers of segments of a render that were kept from earlier renders, and that were made. */
export async function addSegmentCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('render')
    .addColumn('segments_reused', 'integer')
    .addColumn('segments_made', 'integer')
    .execute();
}
