import { type Kysely, sql } from 'kysely';
import type { Schema } from '../store/schema.ts';

/** Removes the jobs of owners that no worker has taken yet. The queue need not exist. */
export async function removeWaitingJobs(db: Kysely<Schema>, owners: readonly string[]): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('pgboss.job') is not null as found`.execute(db);
  if (rows[0]?.found !== true) return;
  await sql`delete from pgboss.job where state < 'active'
    and coalesce(data ->> 'owner', split_part(coalesce(data ->> 'place', group_id), ' ', 1))
      = any(${owners}::text[])`.execute(db);
}
