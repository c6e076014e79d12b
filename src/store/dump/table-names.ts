import { sql } from 'kysely';
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { TABLE_NAMES } from '../migrations.ts';
import type { Tables } from '../schema.ts';

/** Returns the names of the tables of a database, those first that others refer to. */
export async function orderTables(db: Tables): Promise<string[]> {
  const { rows } = await sql<{ child: string; parent: string }>`
    select child.relname as child, parent.relname as parent from pg_constraint
    join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and conrelid <> confrelid
      and child.relnamespace = current_schema()::regnamespace`.execute(db);
  const existing = await findTables(db);
  const ordered: string[] = [];
  const visit = (name: string): void => {
    if (ordered.includes(name)) return;
    for (const { child, parent } of rows) if (child === name) visit(parent);
    ordered.push(name);
  };
  for (const name of existing) visit(name);
  return ordered;
}

/**
 * Returns the names of the tables that only a newer version has: their last change was in the transaction of a
 * migration. Those of other programs are not among them.
 */
export async function findNewerTables(db: Tables): Promise<string[]> {
  const known = [...TABLE_NAMES, DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE];
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and relname not in (${sql.join(known)})
      and xmin::text in (select xmin::text from ${sql.table(DEFAULT_MIGRATION_TABLE)})`.execute(db);
  return rows.map(({ name }) => name);
}

/** Returns the names of those tables that a database has. An older one has fewer. */
export async function findTables(db: Tables): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and relname in (${sql.join(TABLE_NAMES)}) order by relname`.execute(db);
  return rows.map(({ name }) => name);
}
