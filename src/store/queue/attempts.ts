import { type Selectable, sql, type Transaction } from 'kysely';
import type { AttemptOutcome, AttemptTable, Schema, Tables } from '../schema.ts';

/** Milliseconds of each stage of an attempt, such as `{ fetching: 210, rendering: 1830 }`. */
export type StageTimes = Readonly<Record<string, number>>;

/** The recorded end of an attempt. */
export interface AttemptEnd {
  readonly outcome: AttemptOutcome;
  /** The code of the error, if it ended with one. */
  readonly code?: string | undefined;
  /** One sentence for the operator. */
  readonly reason?: string | undefined;
  readonly stages?: StageTimes | undefined;
}

/** An attempt of a worker at a job. */
export type AttemptRow = Readonly<Selectable<AttemptTable>>;

/** A job that a worker has taken. */
export type TakenJob = Pick<AttemptRow, 'job' | 'queue' | 'kind' | 'subject' | 'owner'>;

/** The worker that makes an attempt. */
export interface AttemptWorker {
  readonly id: string;
  readonly name: string;
}

/** An attempt that has not ended. */
export type OpenAttempt = TakenJob & Pick<AttemptRow, 'id' | 'worker' | 'worker_name'>;

/** Ends the open attempt of a worker at a job. Returns false if it has none. */
export async function endAttempt(
  transaction: Transaction<Schema>,
  worker: string,
  job: string,
  end: AttemptEnd,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('attempt')
    .set(toColumns(end))
    .where('job', '=', job)
    .where('worker', '=', worker)
    .where('ended', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the open attempts of a worker. */
export function findOpenAttempts(db: Tables, worker: string): Promise<OpenAttempt[]> {
  return selectOpen(db).where('worker', '=', worker).execute();
}

/**
 * Returns the open attempts whose worker has no row: it was judged dead while it began them.
 *
 * @param seconds Only attempts that began this long ago, so that their worker had time to register again.
 */
export async function findOrphanedAttempts(db: Tables, seconds: number): Promise<OpenAttempt[]> {
  return await selectOpen(db)
    .where('started', '<', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .where('worker', 'not in', (where) => where.selectFrom('worker').select('worker.id'))
    .execute();
}

function selectOpen(db: Tables) {
  return db
    .selectFrom('attempt')
    .select(['id', 'job', 'queue', 'kind', 'subject', 'owner', 'worker', 'worker_name'])
    .where('ended', 'is', null)
    .orderBy('id');
}

/** Ends those of some attempts as lost that have not ended in the meantime, and returns them. */
export async function loseAttempts(
  transaction: Transaction<Schema>,
  attempts: readonly OpenAttempt[],
  reason: string,
): Promise<OpenAttempt[]> {
  if (attempts.length === 0) return [];
  const ids = attempts.map(({ id }) => id);
  const lost = await transaction
    .updateTable('attempt')
    .set(toColumns({ outcome: 'lost', code: 'worker_lost', reason }))
    .where('id', 'in', ids)
    .where('ended', 'is', null)
    .returning('id')
    .execute();
  return attempts.filter((attempt) => lost.some(({ id }) => id === attempt.id));
}

function toColumns({ outcome, code, reason, stages }: AttemptEnd) {
  return {
    ended: sql<Date>`now()`,
    outcome,
    code: code ?? null,
    // PostgreSQL cannot store the character NUL, which a message may quote from an edit.
    reason: reason?.replaceAll('\0', '') ?? null,
    // Otherwise the times of the last progress stay.
    ...(stages !== undefined && { stages: JSON.stringify(stages) }),
  };
}

/** Lists the newest attempts at a render, a source or another subject, oldest first. */
export async function findAttempts(db: Tables, subject: string, limit: number): Promise<AttemptRow[]> {
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
export async function deleteAttempts(db: Tables, subjects: readonly string[]): Promise<void> {
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
export async function sweepAttempts(db: Tables, limit: number): Promise<void> {
  await sql`delete from attempt where id in (
    select id from attempt
    where (kind = 'render') = false and ended < now() - make_interval(days => ${KEEP_DAYS})
    order by ended limit ${limit})`.execute(db);
  await sql`delete from attempt where (kind = 'render') = true and ended > now() - interval '1 hour'
    and not exists (select 1 from render where render.id = attempt.subject)`.execute(db);
}
