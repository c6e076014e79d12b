import { type Kysely, type Selectable, sql } from 'kysely';
import type { AttemptTable, Schema } from '../schema.ts';

/** An attempt of a worker at a job. */
export type AttemptRow = Readonly<Selectable<AttemptTable>>;

/** Lists the newest attempts at a render, a source or another subject, oldest first. */
export async function findAttempts(
  db: Kysely<Schema>,
  subject: string,
  limit: number,
): Promise<AttemptRow[]> {
  const rows = await db
    .selectFrom('attempt')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse();
}

/** Deletes the attempts at subjects that are deleted. */
export async function deleteAttempts(db: Kysely<Schema>, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await db.deleteFrom('attempt').where('subject', 'in', subjects).execute();
}

/** Days that attempts at anything but renders stay. Attempts at renders stay as long as their render. */
const KEEP_DAYS = 7;

/**
 * Deletes old attempts at sources, renditions, copies and creations, and attempts that ended after their
 * render was deleted. The sweep of a running worker meets the latter within the hour that it looks back.
 *
 * @param limit the maximum number of old attempts to delete.
 */
export async function sweepAttempts(db: Kysely<Schema>, limit: number): Promise<void> {
  await sql`delete from attempt where id in (
    select id from attempt
    where (kind = 'render') = false and ended < now() - make_interval(days => ${KEEP_DAYS})
    order by ended limit ${limit})`.execute(db);
  await sql`delete from attempt where (kind = 'render') = true and ended > now() - interval '1 hour'
    and not exists (select 1 from render where render.id = attempt.subject)`.execute(db);
}
