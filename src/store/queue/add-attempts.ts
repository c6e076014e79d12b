import { type Kysely, sql } from 'kysely';

/** Adds the tables of workers, of attempts and their ends, and of the shares of owners in a queue. */
export async function addAttempts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('worker')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('home', 'text', (column) => column.notNull())
    .addColumn('pid', 'integer', (column) => column.notNull())
    .addColumn('process_start', 'text')
    .addColumn('slots', 'integer')
    .addColumn('problem', 'text')
    .addColumn('started', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('seen', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema
    .createTable('attempt')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('job', 'uuid', (column) => column.notNull())
    .addColumn('queue', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'uuid', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('worker', 'uuid', (column) => column.notNull())
    .addColumn('worker_name', 'text', (column) => column.notNull())
    .addColumn('started', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('ended', 'timestamptz')
    .addColumn('outcome', 'text')
    .addColumn('code', 'text')
    .addColumn('reason', 'text')
    .addColumn('stages', 'text')
    .execute();
  await db.schema.createIndex('attempt_of_subject').on('attempt').columns(['subject', 'id']).execute();
  await sql`create index attempt_open on attempt (worker) where ended is null`.execute(db);
  await sql`create index attempt_of_job on attempt (job) where ended is null`.execute(db);
  // Attempts at renders stay as long as their render, all others go after some days.
  await sql`create index attempt_ended on attempt ((kind = 'render'), ended)`.execute(db);
  await db.schema
    .createTable('queue_share')
    .addColumn('queue', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('finish', 'double precision', (column) => column.notNull())
    .addPrimaryKeyConstraint('queue_share_key', ['queue', 'owner'])
    .execute();
  await db.schema
    .createTable('queue_clock')
    .addColumn('queue', 'text', (column) => column.primaryKey())
    .addColumn('tag', 'double precision', (column) => column.notNull())
    .execute();
  await db.schema
    .alterTable('account')
    .addColumn('share', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('render').addColumn('code', 'text').execute();
  await db.schema.alterTable('render').addColumn('cost', 'real').execute();
  await db.schema.alterTable('render').addColumn('retried', 'timestamptz').execute();
}
