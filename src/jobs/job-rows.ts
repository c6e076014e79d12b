import { type Kysely, sql, type Transaction } from 'kysely';
import queuePackage from 'pg-boss/package.json' with { type: 'json' };
import { findRowTarget, insertRows } from '../store/dump/insert-rows.ts';
import { streamRows } from '../store/dump/stream-rows.ts';
import type { Schema } from '../store/schema.ts';

/** The version of the tables of the queue, a number of pg-boss. */
export const QUEUE_SCHEMA_VERSION: number = queuePackage.pgboss.schema;

/** Reads the jobs that have not ended, as lines of JSON. The queue need not exist. */
export async function* readJobRows(transaction: Transaction<Schema>): AsyncGenerator<readonly string[]> {
  if (!(await hasQueue(transaction))) return;
  yield* streamRows(transaction, 'jobs', sql`select * from pgboss.job where state <= 'active'`);
}

/** Removes all jobs. */
export async function clearJobs(transaction: Transaction<Schema>): Promise<void> {
  await sql`delete from pgboss.job`.execute(transaction);
}

/**
 * Inserts jobs of {@link readJobRows}. Those that ran are lost work for the next process, as after a crash, and run
 * again.
 */
export async function insertJobRows(
  transaction: Transaction<Schema>,
  lines: readonly string[],
): Promise<void> {
  await insertRows(transaction, await findRowTarget(transaction, 'job', 'pgboss'), lines);
}

/** Removes the jobs of owners, but for those that run now. The queue need not exist. */
export async function removeIdleJobs(db: Kysely<Schema>, owners: readonly string[]): Promise<void> {
  if (!(await hasQueue(db))) return;
  await sql`delete from pgboss.job where state <> 'active'
    and coalesce(data ->> 'owner', split_part(coalesce(data ->> 'place', group_id), ' ', 1))
      = any(${owners}::text[])`.execute(db);
}

/** Returns the version of the tables of the queue in a database, or undefined if there is no queue. */
export async function findQueueVersion(db: Kysely<Schema>): Promise<number | undefined> {
  if (!(await hasQueue(db))) return undefined;
  const { rows } = await sql<{ version: number }>`select version from pgboss.version`.execute(db);
  return rows[0]?.version;
}

async function hasQueue(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('pgboss.job') is not null as found`.execute(db);
  return rows[0]?.found === true;
}
