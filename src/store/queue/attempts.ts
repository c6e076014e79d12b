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

/**
 * Writes the row of an attempt that begins.
 *
 * @returns false if the job is no longer active: it was taken from this worker in the meantime.
 */
export async function insertAttempt(
  db: Kysely<Schema>,
  worker: AttemptWorker,
  { job, queue, kind, subject, owner }: TakenJob,
): Promise<boolean> {
  // The lock makes a process that fails the job at the same moment wait, so that it sees the row afterwards.
  const { numAffectedRows } = await sql`
    with held as (
      select id from pgboss.job where name = ${queue} and id = ${job}::uuid and state = 'active' for share)
    insert into attempt (job, queue, kind, subject, owner, worker, worker_name)
    select id, ${queue}, ${kind}, ${subject}::uuid, ${owner}, ${worker.id}::uuid, ${worker.name} from held`.execute(
    db,
  );
  return numAffectedRows === 1n;
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

/** A job that is active in the queue. */
export interface ActiveJob {
  readonly id: string;
  readonly queue: string;
}

/**
 * Returns the active jobs of queues that no attempt holds.
 *
 * @param seconds Only jobs that have been active for this long, so that their worker had time to begin.
 */
export async function findUnheldJobs(
  db: Kysely<Schema>,
  queues: readonly string[],
  seconds: number,
): Promise<ActiveJob[]> {
  // A job with a heartbeat belongs to a worker of an earlier version, which knows no attempts. The queue itself
  // fails it if the heartbeats end. All jobs have a group, and the index of active jobs holds only such jobs.
  const { rows } = await sql<ActiveJob>`
    select id, name as queue from pgboss.job
    where name in (${sql.join(queues)}) and state = 'active' and group_id is not null
      and heartbeat_seconds is null
      and started_on < now() - make_interval(secs => ${seconds})
      and not exists (select from attempt where attempt.job = pgboss.job.id and ended is null)`.execute(db);
  return rows;
}

/** Returns the active jobs of some queues. @param seconds only those that have been active for this long. */
export async function findActiveJobs(
  db: Kysely<Schema>,
  queues: readonly string[],
  seconds: number,
): Promise<ActiveJob[]> {
  // The index of active jobs holds only those with a group, as all jobs of this version have. Looked for often, they
  // must not cost a look at all jobs.
  const grouped = seconds > 0 ? sql`and group_id is not null` : sql``;
  const { rows } = await sql<ActiveJob>`
    select id, name as queue from pgboss.job
    where name in (${sql.join(queues)}) and state = 'active' ${grouped}
      and started_on <= now() - make_interval(secs => ${seconds})`.execute(db);
  return rows;
}

/**
 * Locks those of some jobs that are still active, and returns them. Their workers cannot complete them until the
 * end of the transaction.
 */
export async function lockActiveJobs(
  transaction: Transaction<Schema>,
  jobs: readonly ActiveJob[],
): Promise<ActiveJob[]> {
  if (jobs.length === 0) return [];
  const queues = [...new Set(jobs.map(({ queue }) => queue))];
  const ids = jobs.map(({ id }) => sql`${id}::uuid`);
  const { rows } = await sql<ActiveJob>`
    select id, name as queue from pgboss.job
    where name in (${sql.join(queues)}) and id in (${sql.join(ids)}) and state = 'active'
    order by id for update`.execute(transaction);
  return rows;
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
