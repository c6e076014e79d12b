import { type Kysely, sql } from 'kysely';

/** Adds the outputs whose streams several workers make together. */
export async function addSharedOutputs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('shared_output')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('render', 'uuid', (column) => column.notNull().references('render.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('handout', 'text', (column) => column.notNull())
    .addUniqueConstraint('shared_output_once', ['render', 'position'])
    .execute();
  await db.schema
    .createTable('shared_stream')
    .addColumn('output', 'uuid', (column) =>
      column.notNull().references('shared_output.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('identity', 'text', (column) => column.notNull())
    .addColumn('frames', 'integer', (column) => column.notNull())
    .addColumn('made', 'boolean', (column) => column.notNull().defaultTo(sql`false`))
    .addColumn('job', 'uuid')
    .addColumn('finished', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('shared_stream_key', ['output', 'position'])
    .execute();
}
