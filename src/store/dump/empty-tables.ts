import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** True if a database has an account, so that somebody has used it. The tables need not exist. */
export async function hasAccounts(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('account') is not null as found`.execute(
    db,
  );
  if (rows[0]?.found !== true) return false;
  return (await db.selectFrom('account').select('id').limit(1).execute()).length > 0;
}

/** Counts the connections of other processes of Kinora to a database. Those of other users are not visible. */
export async function countOtherConnections(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name in ('kinora', 'kinora-queue', 'kinora-listen')`.execute(db);
  return rows[0]?.count ?? 0;
}
