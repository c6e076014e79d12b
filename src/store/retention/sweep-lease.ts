import { sql } from 'kysely';
import type { Tables } from '../schema.ts';

const NAME = 'retention_sweep';
/** Milliseconds after which another process may take over the lease of one that has died. */
const LEASE_MS = 120_000;

/**
 * Takes or renews the right to remove what has expired, so that of several workers only one does it. Does
 * not wait for it. The lease of a process that dies ends after two minutes.
 *
 * @param holder UUID of the process's sweep.
 * @returns false if another process has the right.
 */
export async function holdSweepLease(db: Tables, holder: string): Promise<boolean> {
  const { rows } = await sql`
    insert into agreement (name, value, kept) values (${NAME}, ${holder}, now())
    on conflict (name) do update set value = ${holder}, kept = now()
      where agreement.value = ${holder} or agreement.kept < now() - make_interval(secs => ${LEASE_MS / 1000})
    returning name`.execute(db);
  return rows.length > 0;
}

/** Gives the right back. Does nothing if another process has it. */
export async function releaseSweepLease(db: Tables, holder: string): Promise<void> {
  await db.deleteFrom('agreement').where('name', '=', NAME).where('value', '=', holder).execute();
}
