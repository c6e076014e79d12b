/*
 * All SQL on the tables of pg-boss: what its API does not offer. Written for pg-boss 12.33.7, whose tables have
 * version 42. `job-table.system.test.ts` fails if another version is installed, or if the tables differ.
 */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import queuePackage from 'pg-boss/package.json' with { type: 'json' };
import type { CallbackAttemptOutcome } from '../store/callbacks.ts';
import { findRowTarget, insertRows } from '../store/dump/insert-rows.ts';
import { streamRows } from '../store/dump/stream-rows.ts';
import type { AttemptWorker, TakenJob } from '../store/queue/attempts.ts';
import { CORES_OF_WORK } from '../store/queue/work-cost.ts';
import type { Schema, Stage, Tables } from '../store/schema.ts';
import { CALLBACK_QUEUE, deadLettersOf, LEASED_QUEUES, QUEUE_NAMES, WORK } from './work-rules.ts';

/** The version of the tables of the queue, a number of pg-boss. */
export const QUEUE_SCHEMA_VERSION: number = queuePackage.pgboss.schema;

/** Returns the version of the tables of the queue in a database, or undefined if there is no queue. */
export async function findQueueVersion(db: Tables): Promise<number | undefined> {
  const boss = new PgBoss({ db: fromKysely(db) });
  return (await boss.isInstalled()) ? ((await boss.schemaVersion()) ?? undefined) : undefined;
}

/** Reads the jobs that have not ended, as lines of JSON. The queue need not exist. */
export async function* readJobRows(transaction: Transaction<Schema>): AsyncGenerator<readonly string[]> {
  if ((await findQueueVersion(transaction)) === undefined) return;
  yield* streamRows(transaction, 'jobs', sql`select * from pgboss.job where state <= 'active'`);
}

/** Removes all jobs. */
export async function clearJobs(transaction: Transaction<Schema>): Promise<void> {
  await sql`delete from pgboss.job`.execute(transaction);
}

/**
 * Inserts jobs of {@link readJobRows}. Those that ran are lost work for the next process, as after a crash, and run
 * again.
 */
export async function insertJobRows(
  transaction: Transaction<Schema>,
  lines: readonly string[],
): Promise<void> {
  await insertRows(transaction, await findRowTarget(transaction, 'job', 'pgboss'), lines);
}

/** The owner of a job. That of a callback is in its `place`, and in its group if it is an old one. */
const OWNER = sql`coalesce(data ->> 'owner', split_part(coalesce(data ->> 'place', group_id), ' ', 1))`;

/** Removes the jobs of owners, but for those that run now. The queue need not exist. */
export async function removeIdleJobs(db: Tables, owners: readonly string[]): Promise<void> {
  if ((await findQueueVersion(db)) === undefined) return;
  await sql`delete from pgboss.job where state <> 'active' and ${OWNER} = any(${owners}::text[])`.execute(db);
}

/** Returns those of some queues that have jobs that are due. */
export async function findDueQueues(db: Tables, queues: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ queue: string }>`
    select queue from unnest(${queues}::text[]) as queue where exists (
      select from pgboss.job
      where name = queue and state < 'active' and not blocked and start_after <= now())`.execute(db);
  return new Set(rows.map(({ queue }) => queue));
}

/** Raises the priority of all waiting jobs of a queue. pg-boss can change single jobs only. */
export async function raisePriorities(
  transaction: Transaction<Schema>,
  queue: string,
  steps: number,
): Promise<void> {
  await sql`update pgboss.job set priority = priority + ${steps}::int
    where name = ${queue} and state < 'active'`.execute(transaction);
}

/** Puts a job back that was just taken, for some seconds. pg-boss can only fail it, which counts. */
export async function postponeJob(
  transaction: Transaction<Schema>,
  queue: string,
  job: string,
  seconds: number,
): Promise<void> {
  await sql`update pgboss.job set state = 'created', started_on = null,
      start_after = now() + make_interval(secs => ${seconds})
    where name = ${queue} and id = ${job}::uuid`.execute(transaction);
}

/** Writes the outcome of a callback to its job, while it runs. pg-boss can change waiting jobs only. */
export async function keepOutcome(db: Tables, job: string, outcome: CallbackAttemptOutcome): Promise<void> {
  await sql`update pgboss.job set data = data || ${JSON.stringify({ outcome })}::jsonb
    where name = ${CALLBACK_QUEUE} and id = ${job}::uuid and state = 'active'`.execute(db);
}

/**
 * Writes the row of an attempt that begins.
 *
 * @returns false if the job is no longer active: it was taken from this worker in the meantime.
 */
export async function insertAttempt(
  db: Tables,
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

/** A job that is active in the queue. */
export interface ActiveJob {
  readonly id: string;
  readonly queue: string;
}

/** Selects the jobs with some ids. */
export function withIds(ids: readonly string[]): RawBuilder<unknown> {
  return sql`id = any(${ids}::uuid[])`;
}

/** Selects the jobs that have been active for some seconds. */
export function activeFor(seconds: number): RawBuilder<unknown> {
  // The index of active jobs holds only those with a group, as all jobs of this version have. Looked for often, they
  // must not cost a look at all jobs.
  return sql`group_id is not null and started_on <= now() - make_interval(secs => ${seconds})`;
}

/** Selects the jobs that no attempt holds, and that have been active for so long that their worker had time to begin. */
export function unheldFor(seconds: number): RawBuilder<unknown> {
  // A job with a heartbeat belongs to a worker of an earlier version, which knows no attempts. The queue itself
  // fails it if the heartbeats end.
  return sql`${activeFor(seconds)} and heartbeat_seconds is null
    and not exists (select from attempt where attempt.job = pgboss.job.id and ended is null)`;
}

/**
 * Locks the active jobs of some queues, and returns them. Their workers cannot complete them until the end of the
 * transaction.
 *
 * @param which selects some of the jobs. Default: all.
 */
export async function lockActiveJobs(
  transaction: Transaction<Schema>,
  queues: readonly string[],
  which: RawBuilder<unknown> = sql`true`,
): Promise<ActiveJob[]> {
  const { rows } = await sql<ActiveJob>`
    select id, name as queue from pgboss.job
    where name = any(${queues}::text[]) and state = 'active' and ${which}
    order by id for update`.execute(transaction);
  return rows;
}

/** Returns the ids of the renders that are not final and have no job that could finish them. */
export async function findRendersWithoutJob(db: Tables): Promise<string[]> {
  const { main, short } = WORK.renders.lanes;
  const { rows } = await sql<{ id: string }>`
    select id from render where status not in ('done', 'failed') and not exists (
      select from pgboss.job
      where name = any(${[main, short, deadLettersOf(main)]}::text[])
        and state in ('created', 'retry', 'active')
        and data ->> 'id' = render.id::text)`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * The jobs that have not ended, each with its queue. Without the waiting jobs of cancelled renders, which end as soon
 * as a worker takes them. Jobs that lost their worker wait.
 */
const OPEN_JOBS = sql`(
  select regexp_replace(name, '-dead$', '') as queue, coalesce(${OWNER}, '') as owner, state,
    greatest(created_on, start_after) as since, state < 'active' and start_after <= now() as is_due,
    (data -> 'cost' ->> 'seconds')::float8 as seconds
  from pgboss.job where name = any(${QUEUE_NAMES}::text[]) and state < 'completed'
    and not (state < 'active' and data ->> 'kind' = 'render' and exists (
      select 1 from render where render.id = (data ->> 'id')::uuid and render.status in ('done', 'failed')))
)`;

/** The numbers of jobs in each state. */
const COUNTS = sql`(count(*) filter (where is_due))::int as waiting,
  (count(*) filter (where state < 'active' and not is_due))::int as later,
  (count(*) filter (where state = 'active'))::int as running`;

/** The numbers of jobs that have not ended. */
interface JobCounts {
  readonly queue: string;
  /** Jobs that could begin now. */
  readonly waiting: number;
  /** Jobs that wait for a time, such as that of their next attempt. */
  readonly later: number;
  readonly running: number;
}

/** The jobs of one owner in one queue. */
export interface QueueCount extends JobCounts {
  readonly owner: string;
  /** Name of the account. `null` for jobs without an owner. */
  readonly account: string | null;
  readonly stage: Stage | null;
  /** The weight of the account. */
  readonly share: number;
  /** Milliseconds since the first of the waiting jobs could begin. `null` if none waits. */
  readonly oldestMs: number | null;
}

/** Counts the jobs of all queues, one row for each queue and owner that has any. */
export async function countQueues(db: Tables): Promise<QueueCount[]> {
  const { rows } = await sql<QueueCount>`
    with counted as (
      select queue, owner, ${COUNTS},
        round(1000 * extract(epoch from now() - min(since) filter (where is_due)))::float8 as "oldestMs"
      from ${OPEN_JOBS} as open group by 1, 2)
    select counted.*, account.name as account, owner.stage, coalesce(account.share, 1) as share
    from counted left join owner on owner.id = counted.owner left join account on account.id = owner.account
    order by counted.queue, counted.running desc, counted.waiting desc, account.name`.execute(db);
  return rows;
}

/** The jobs of all owners in one queue. */
interface QueueLoad extends JobCounts {
  /** Seconds since the first of the waiting jobs could begin. 0 if none waits. */
  readonly oldestSeconds: number;
  /** Predicted cost of the waiting jobs. */
  readonly coreSeconds: number;
}

/** Adds up the jobs of each queue as {@link countQueues} does, with their cost. Leaves out empty queues. */
export async function measureQueues(db: Tables): Promise<QueueLoad[]> {
  const { rows } = await sql<QueueLoad>`
    select queue, ${COUNTS},
      coalesce(extract(epoch from now() - min(since) filter (where is_due)), 0)::float8 as "oldestSeconds",
      (${CORES_OF_WORK}::int * coalesce(sum(seconds) filter (where is_due), 0))::float8 as "coreSeconds"
    from ${OPEN_JOBS} as open group by queue`.execute(db);
  return rows;
}

/** Changes the jobs that earlier versions have left to those of this version. */
export async function adoptOldJobs(db: Tables): Promise<void> {
  // Only the queues of earlier versions have heartbeats. Workers now prove with a lease that they live.
  const old = await sql`select from pgboss.queue where heartbeat_seconds is not null limit 1`.execute(db);
  if (old.rows.length === 0) return;
  const { main } = WORK.renders.lanes;
  await db.transaction().execute(async (transaction) => {
    // Renders had payloads of their own.
    await sql`
      update pgboss.job set group_id = render.owner, data = jsonb_build_object('kind', 'render',
        'id', render.id, 'owner', render.owner, 'tries', job.data -> 'tries')
      from render where job.name in (${main}, ${deadLettersOf(main)})
        and job.state <= 'active' and job.data ? 'render'
        and render.id = (job.data ->> 'render')::uuid`.execute(transaction);
    await sql`
      update pgboss.job set data = data || '{"cost": {"seconds": 60}}'
      where name = any(${[...LEASED_QUEUES, ...LEASED_QUEUES.map(deadLettersOf)]}::text[])
        and state <= 'active' and not data ? 'cost'`.execute(transaction);
    // A job with a heartbeat would soon be declared dead. A job that is active belongs to an earlier version.
    await sql`update pgboss.job set heartbeat_seconds = null
      where state < 'active' and heartbeat_seconds is not null`.execute(transaction);
    await sql`update pgboss.queue set heartbeat_seconds = null
      where heartbeat_seconds is not null`.execute(transaction);
  });
}
