import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import type { Tables } from '../schema.ts';
import { createRightsError } from './describe-failure.ts';
import { isMigrated } from './prepare-tables.ts';

/** The schema of the queue. */
const QUEUE_SCHEMA = 'pgboss';

interface RightsRow {
  readonly role: string;
  /** The schema of new tables. Null if the role may use none. */
  readonly schema: string | null;
  readonly may_create_tables: boolean | null;
  readonly may_create_schemas: boolean;
  readonly has_queue: boolean;
  /** A table of Kinora whose rows the role may not read and change, with its owner. */
  readonly closed: string | null;
  readonly owner: string | null;
}

/**
 * Checks that the role of the connection may read the tables of Kinora that a PostgreSQL database has.
 *
 * @throws {KinoraError} `invalid_setting` with the role that owns them.
 */
export async function checkReadingRights(tables: Tables, url: string): Promise<void> {
  rejectClosed(url, await readRights(tables, ['select']));
}

/**
 * Checks that the role of the connection may do what Kinora does in a PostgreSQL database. Changes nothing.
 *
 * @throws {KinoraError} `invalid_setting` with what is missing, and with the statement that grants it.
 */
export async function checkRights(tables: Tables, url: string): Promise<void> {
  const row = await readRights(tables, ['select', 'insert', 'update', 'delete']);
  rejectClosed(url, row);
  const { role, schema } = row;
  if (schema === null) throw createRightsError(url, { role, lacks: 'it may use no schema' });
  if (row.may_create_tables !== true && !(await isMigrated(tables)))
    throw createRightsError(url, { role, lacks: `it may not create tables in the schema "${schema}"` });
  if (!row.has_queue && !row.may_create_schemas)
    throw createRightsError(url, { role, lacks: 'it may not create a schema, which the queue needs' });
}

function rejectClosed(url: string, { role, closed, owner }: RightsRow): void {
  if (closed === null || owner === null) return;
  throw createRightsError(url, { role, owner, lacks: `it may not use the table "${closed}"` });
}

/** Reads only the catalog, which every role may read. @param rights the rights that the role needs in tables. */
async function readRights(tables: Tables, rights: readonly string[]): Promise<RightsRow> {
  const has = rights.map((right) => sql`has_table_privilege(pg_class.oid, ${right})`);
  const { rows } = await sql<RightsRow>`
    with closed as (
      select relname, pg_get_userbyid(relowner) as owner from pg_class
      join pg_namespace on pg_namespace.oid = relnamespace
      where relkind in ('r', 'p')
        and (nspname = ${QUEUE_SCHEMA}
          or nspname = current_schema() and relname in ('account', ${DEFAULT_MIGRATION_TABLE}))
        and not (has_schema_privilege(relnamespace, 'usage')
          and ${sql.join(has, sql` and `)})
      order by relname limit 1)
    select current_user as role, current_schema() as schema,
      has_schema_privilege(current_schema(), 'create') as may_create_tables,
      has_database_privilege(current_database(), 'create') as may_create_schemas,
      to_regnamespace(${QUEUE_SCHEMA}) is not null as has_queue,
      (select relname from closed) as closed, (select owner from closed) as owner`.execute(tables);
  const [row] = rows;
  if (!row) throw new Error('The database gave no answer.');
  return row;
}
