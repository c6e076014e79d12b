import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { isKnownMigration, listMigrations } from '../connection/prepare-tables.ts';
import { TABLE_NAMES } from '../migrations.ts';
import type { Tables } from '../schema.ts';
import { findNewerTables, findTables } from './table-names.ts';

/** True if a database has an account, so it was used before. The tables need not exist. */
export async function hasAccounts(db: Tables): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('account') is not null as found`.execute(
    db,
  );
  if (rows[0]?.found !== true) return false;
  return (await db.selectFrom('account').select('id').limit(1).execute()).length > 0;
}

/**
 * Returns the name of a table of another program that keeps Kinora from replacing its own: it has a name that
 * Kinora needs, or refers to a table of Kinora. Undefined if there is none.
 */
export async function findOtherTable(db: Tables): Promise<string | undefined> {
  const migrations = await listMigrations(db);
  if (!migrations.some(isKnownMigration))
    return migrations.length > 0 ? DEFAULT_MIGRATION_TABLE : (await findTables(db))[0];
  const own = [...TABLE_NAMES, ...(await findNewerTables(db))];
  const { rows } = await sql<{ name: string }>`
    select child.oid::regclass::text as name from pg_constraint
    join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and parent.relname in (${sql.join(TABLE_NAMES)})
      and parent.relnamespace = current_schema()::regnamespace
      and not (child.relname in (${sql.join(own)})
        and child.relnamespace = current_schema()::regnamespace) limit 1`.execute(db);
  return rows[0]?.name;
}

/** Counts the connections of other processes of Kinora to a database. Those of other users are not visible. */
export async function countOtherConnections(db: Tables): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name in ('kinora', 'kinora-queue', 'kinora-listen')`.execute(db);
  return rows[0]?.count ?? 0;
}
