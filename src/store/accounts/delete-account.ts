import { sql } from 'kysely';
import { orderTables } from '../dump/table-names.ts';
import { TABLE_NAMES } from '../migrations.ts';
import type { Tables } from '../schema.ts';

/** Number of rows to delete in one statement. */
const BATCH = 500;

/** Returns the tables whose rows belong to an owner. */
async function findOwnTables(db: Tables): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name::text as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'owner'
      and table_name in (${sql.join(TABLE_NAMES)})`.execute(db);
  const own = new Set(rows.map(({ name }) => name));
  // Rows go before those that they refer to.
  return (await orderTables(db)).filter((name) => own.has(name)).toReversed();
}

/** Counts the rows of owners by table. Leaves out empty tables. */
export async function countOwnRows(db: Tables, owners: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await findOwnTables(db)) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where owner = any(${owners}::text[])`.execute(
      db,
    );
    if (rows[0] !== undefined && rows[0].count > 0) counts[table] = rows[0].count;
  }
  return counts;
}

/** Ends the access to an account and its unfinished work, so that nothing new comes. May be repeated. */
export async function closeAccount(db: Tables, owners: readonly string[]): Promise<void> {
  const ids = sql`any(${owners}::text[])`;
  await db.transaction().execute(async (transaction) => {
    await sql`delete from api_key where owner = ${ids}`.execute(transaction);
    // Workers give up deleted work: they see it at their next write.
    await sql`update render set status = 'failed', error = 'Cancelled', code = 'cancelled', eta = null, updated = now()
      where owner = ${ids} and status not in ('done', 'failed')`.execute(transaction);
    for (const table of ['source', 'rendition'])
      await sql`update ${sql.table(table)} set status = 'deleted', updated = now()
        where owner = ${ids} and status in ('queued', 'importing')`.execute(transaction);
    await sql`update created_asset set status = 'failed', error = 'Cancelled', updated = now()
      where owner = ${ids} and status not in ('done', 'failed')`.execute(transaction);
    // An importing asset is a copy or a file on its way.
    await sql`update asset set status = 'failed', error = 'Cancelled', updated = now()
      where owner = ${ids} and status = 'importing'`.execute(transaction);
  });
}

/**
 * Deletes some rows of owners, and marks the files that they name for deletion.
 *
 * @returns the number of deleted rows. 0 if there are none left.
 */
export async function deleteOwnRows(db: Tables, owners: readonly string[]): Promise<number> {
  for (const table of await findOwnTables(db)) {
    const deleted = await db.transaction().execute(async (transaction) => {
      const target = sql.table(table);
      const chosen = await sql<{ place: string }>`
        select ctid::text as place from ${target} where owner = any(${owners}::text[])
        limit ${BATCH} for update`.execute(transaction);
      const places = sql`any(${chosen.rows.map(({ place }) => place)}::text[]::tid[])`;
      if (TABLES_WITH_FILES.includes(table))
        await sql`insert into unwanted_file (file)
          select distinct file from ${target} where ctid = ${places} and file is not null
            ${table === 'asset' ? sql`and destination = 0` : sql``}
          on conflict do nothing`.execute(transaction);
      await sql`delete from ${target} where ctid = ${places}`.execute(transaction);
      return chosen.rows.length;
    });
    if (deleted > 0) return deleted;
  }
  return 0;
}

const TABLES_WITH_FILES: readonly string[] = ['asset', 'source', 'rendition', 'generation', 'created_asset'];

/** Deletes an account that has no rows any more. */
export async function deleteEmptyAccount(db: Tables, name: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`delete from owner where account = (select id from account where name = ${name})`.execute(
      transaction,
    );
    await transaction.deleteFrom('account').where('name', '=', name).execute();
  });
}

/** Lists files of owners that are marked for deletion. */
export async function findMarkedOfOwners(
  db: Tables,
  owners: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    select file from unwanted_file where split_part(file, '/', 2) = any(${owners}::text[])
    order by tried limit ${limit}`.execute(db);
  return rows.map(({ file }) => file);
}
