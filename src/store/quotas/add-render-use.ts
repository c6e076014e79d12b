import { type Kysely, sql } from 'kysely';

/** Adds the table with the part of the quota of its owner that each render has used. */
export async function addRenderUse(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('render_use')
    .addColumn('render', 'uuid', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull().references('owner.id'))
    .addColumn('seconds', 'double precision', (column) => column.notNull())
    .addColumn('created', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema.createIndex('render_use_of_owner').on('render_use').columns(['owner', 'created']).execute();
}
