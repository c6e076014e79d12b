import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import { KinoraError } from '../../base/errors.ts';
import { MIGRATIONS } from '../migrations.ts';
import type { Tables } from '../schema.ts';

/**
 * Migrates the tables to this version.
 *
 * @throws {KinoraError} `invalid_setting` if a newer version has migrated them. Nothing was changed then.
 */
export async function prepareTables(tables: Tables): Promise<void> {
  const done = await listMigrations(tables);
  const known = Object.keys(MIGRATIONS);
  const newer = selectNewer(done);
  if (newer.length > 0) throw createNewerDatabaseError(newer.join(', '));
  // The migrator itself needs half a second to find out on an embedded database.
  if (done.length === known.length) return;
  await migrate(tables);
}

/** The name of the last migration of this version. */
export const LATEST_MIGRATION = Object.keys(MIGRATIONS).at(-1) ?? '';

/** Makes all migrations up to one. */
export async function migrate(tables: Tables, to = LATEST_MIGRATION): Promise<void> {
  const provider = { getMigrations: () => Promise.resolve(MIGRATIONS) };
  const { error } = await new Migrator({ db: tables, provider }).migrateTo(to);
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('Migration failed', { cause: error });
}

/** True if a database has all tables of this version. */
export async function isMigrated(tables: Tables): Promise<boolean> {
  return (await listMigrations(tables)).length >= Object.keys(MIGRATIONS).length;
}

/** Returns the migrations of a database that only a newer version of Kinora knows. Changes nothing. */
export async function findNewerMigrations(tables: Tables): Promise<readonly string[]> {
  return selectNewer(await listMigrations(tables));
}

function selectNewer(done: readonly string[]): string[] {
  return done.filter((name) => !isKnownMigration(name));
}

/** True if this version has a migration with this name. */
export function isKnownMigration(name: string): boolean {
  return Object.hasOwn(MIGRATIONS, name);
}

/** Returns the names of the migrations that a database has, in order. */
export async function listMigrations(tables: Tables): Promise<string[]> {
  const table = await sql<{
    found: boolean;
  }>`select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as found`.execute(tables);
  if (table.rows[0]?.found !== true) return [];
  const done = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(tables);
  return done.rows.map(({ name }) => name);
}

/**
 * Describes a database that a newer version of Kinora has changed, in one line.
 *
 * @param change the change that this version does not know.
 */
export function createNewerDatabaseError(change: string): KinoraError {
  return new KinoraError(
    'invalid_setting',
    `A newer version of Kinora has changed this database (${change}), and this version cannot use it. Nothing was changed now. Start the newer version again, or restore the backup of the database from before the update.`,
  );
}
