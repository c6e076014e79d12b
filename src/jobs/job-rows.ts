import { sql, type Transaction } from 'kysely';
import queuePackage from 'pg-boss/package.json' with { type: 'json' };
import { findRowTarget, insertRows } from '../store/dump/insert-rows.ts';
import { readRows } from '../store/dump/read-rows.ts';
import type { Schema } from '../store/schema.ts';

/** The version of the tables of the queue, a number of pg-boss. */
export const QUEUE_SCHEMA_VERSION: number = queuePackage.pgboss.schema;

/** Reads the jobs that have not ended, as lines of JSON. The queue need not exist. */
export async function* readJobRows(transaction: Transaction<Schema>): AsyncGenerator<readonly string[]> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('pgboss.job') is not null as found`.execute(transaction);
  if (rows[0]?.found !== true) return;
  yield* readRows(transaction, 'jobs', sql`select * from pgboss.job where state <= 'active'`);
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
