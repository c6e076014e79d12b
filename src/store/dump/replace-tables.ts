import { sql, type Transaction } from 'kysely';
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { findNewerMigrations, LATEST_MIGRATION, migrate } from '../connection/prepare-tables.ts';
import { TABLE_NAMES } from '../migrations.ts';
import type { Schema } from '../schema.ts';
import { allowPauses, type SequenceState } from './snapshot.ts';
import { findNewerTables, findTables } from './table-names.ts';

/** Milliseconds that the writer of tables may pause, while it reads from a slow disk. */
const MAX_PAUSE_MS = 60 * 60_000;

/**
 * Removes all rows. If the version is an earlier one, makes the tables as that one had them. Those that a newer
 * version of Kinora has changed are made again, too.
 *
 * @param transaction begun on tables of this version or of a newer one.
 */
export async function recreateTables(transaction: Transaction<Schema>, schemaVersion: string): Promise<void> {
  await allowPauses(transaction, MAX_PAUSE_MS);
  const newer = await findNewerMigrations(transaction);
  if (schemaVersion !== LATEST_MIGRATION || newer.length > 0) await makeTables(transaction, schemaVersion);
  // Some migrations insert rows. Those of the backup take their place.
  const tables = (await findTables(transaction)).map((name) => sql.table(name));
  await sql`truncate ${sql.join(tables)}`.execute(transaction);
}

async function makeTables(transaction: Transaction<Schema>, schemaVersion: string): Promise<void> {
  const newer = await findNewerTables(transaction);
  const names = [...TABLE_NAMES, ...newer, DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE];
  await sql`drop table if exists ${sql.join(names.map((name) => sql.table(name)))} cascade`.execute(
    transaction,
  );
  await migrate(transaction, schemaVersion);
}

/** Sets the counters, and makes all later migrations. */
export async function finishTables(
  transaction: Transaction<Schema>,
  sequences: readonly SequenceState[],
): Promise<void> {
  for (const { table, column, last, used } of sequences)
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${last}::bigint, ${used})`.execute(
      transaction,
    );
  await migrate(transaction);
}
