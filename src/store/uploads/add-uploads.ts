import { type Kysely, sql } from 'kysely';

/** Adds the table of uploads whose bytes are not a file of the storage yet. */
export async function addUploads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('upload')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull().references('owner.id'))
    // No foreign key: it would lock the source, which others lock before the owner.
    .addColumn('source', 'uuid', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('open'))
    .addColumn('bytes', 'double precision', (column) => column.notNull())
    .addColumn('expires', 'timestamptz', (column) => column.notNull())
    .addColumn('updated', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  for (const column of ['owner', 'source'])
    await db.schema.createIndex(`upload_of_${column}`).on('upload').column(column).execute();
}
