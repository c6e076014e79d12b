import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from '../schema.ts';
import type { AttemptEnd } from './attempt-end.ts';

/** A job that a worker has taken. */
export interface TakenJob {
  /** Id of the job in the queue. */
  readonly job: string;
  /** The queue that the job is in. */
  readonly queue: string;
  /** The kind of the subject: `render`, `source`, `rendition`, `transcription`, `created`, `asset`, `transfer`. */
  readonly kind: string;
  /** Id of the row that the job is about. */
  readonly subject: string;
  readonly owner: string;
}

/** The worker that makes an attempt. */
export interface AttemptWorker {
  readonly id: string;
  readonly name: string;
}

/** An attempt that has not ended. */
export interface OpenAttempt extends TakenJob {
  readonly id: string;
  readonly worker: string;
  readonly worker_name: string;
}

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
export function findOpenAttempts(db: Kysely<Schema>, worker: string): Promise<OpenAttempt[]> {
  return db
    .selectFrom('attempt')
    .select(['id', 'job', 'queue', 'kind', 'subject', 'owner', 'worker', 'worker_name'])
    .where('worker', '=', worker)
    .where('ended', 'is', null)
    .orderBy('id')
    .execute();
}

/**
 * Returns the open attempts whose worker has no row: it was judged dead while it began them.
 *
 * @param seconds Only attempts that began this long ago, so that their worker had time to register again.
 */
export async function findOrphanedAttempts(db: Kysely<Schema>, seconds: number): Promise<OpenAttempt[]> {
  return await db
    .selectFrom('attempt')
    .select(['id', 'job', 'queue', 'kind', 'subject', 'owner', 'worker', 'worker_name'])
    .where('ended', 'is', null)
    .where('started', '<', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .where('worker', 'not in', (where) => where.selectFrom('worker').select('worker.id'))
    .orderBy('id')
    .execute();
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
