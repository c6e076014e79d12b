import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('created', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema
    .createTable('owner')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account', 'uuid', (column) => column.notNull().references('account.id'))
    .addColumn('stage', 'text', (column) => column.notNull())
    .addUniqueConstraint('owner_once_per_stage', ['account', 'stage'])
    .execute();
  await db.schema
    .createTable('api_key')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull().references('owner.id'))
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('first', 'boolean', (column) => column.notNull())
    .addColumn('created', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('revoked', 'timestamptz')
    .execute();
}

async function createRenders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('render')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull().references('owner.id'))
    .addColumn('stage', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('queued'))
    .addColumn('attempt', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('edit', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('file', 'text')
    .addColumn('duration', 'double precision')
    .addColumn('render_time', 'double precision')
    .addColumn('created', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('updated', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  // Counts the waiting renders on every submission, without touching the finished ones.
  await sql`create index render_waiting on render (created) where status = 'queued'`.execute(db);
}

async function createAssets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('asset')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull().references('owner.id'))
    .addColumn('stage', 'text', (column) => column.notNull())
    .addColumn('render', 'uuid', (column) => column.notNull().references('render.id'))
    .addColumn('filename', 'text', (column) => column.notNull())
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('updated', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addUniqueConstraint('asset_once_per_file', ['render', 'filename'])
    .execute();
}

/** Every change of the tables, by name, in the order of the names. A released one is never edited: add another. */
export const MIGRATIONS: Record<string, Migration> = {
  '001_accounts': { up: createAccounts },
  '002_renders': { up: createRenders },
  '003_assets': { up: createAssets },
};
