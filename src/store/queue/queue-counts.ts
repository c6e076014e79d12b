import { type Kysely, sql } from 'kysely';
import type { Schema, Stage } from '../schema.ts';
import { CORES_OF_WORK } from './work-cost.ts';

/** The jobs of one owner in one queue. */
export interface QueueCount {
  readonly queue: string;
  readonly owner: string;
  /** Name of the account. `null` for jobs without an owner. */
  readonly account: string | null;
  readonly stage: Stage | null;
  /** The weight of the account. */
  readonly share: number;
  /** Jobs that could begin now. */
  readonly waiting: number;
  /** Jobs that wait for a time, such as that of their next attempt. */
  readonly later: number;
  readonly running: number;
  /** Milliseconds since the first of the waiting jobs could begin. `null` if none waits. */
  readonly oldestMs: number | null;
}

/**
 * Counts the jobs of queues, one row for each queue and owner that has any. Leaves out the waiting jobs of
 * cancelled renders, which end as soon as a worker takes them. Jobs that lost their worker wait.
 */
export async function countQueues(db: Kysely<Schema>, queues: readonly string[]): Promise<QueueCount[]> {
  const { rows } = await sql<QueueCount>`
    with counted as (
      select regexp_replace(name, '-dead$', '') as queue,
        coalesce(data ->> 'owner', split_part(coalesce(data ->> 'place', group_id), ' ', 1), '') as owner,
        (count(*) filter (where state < 'active' and start_after <= now()))::int as waiting,
        (count(*) filter (where state < 'active' and start_after > now()))::int as later,
        (count(*) filter (where state = 'active'))::int as running,
        round(1000 * extract(epoch from now() - min(greatest(created_on, start_after))
          filter (where state < 'active' and start_after <= now())))::float8 as "oldestMs"
      from pgboss.job where name = any(${queues}) and state < 'completed'
        and not (state < 'active' and data ->> 'kind' = 'render' and exists (
          select 1 from render where render.id = (data ->> 'id')::uuid and render.status in ('done', 'failed')))
      group by 1, 2)
    select counted.*, account.name as account, owner.stage, coalesce(account.share, 1) as share
    from counted left join owner on owner.id = counted.owner left join account on account.id = owner.account
    order by counted.queue, counted.running desc, counted.waiting desc, account.name`.execute(db);
  return rows;
}

/** The jobs of all owners in one queue. */
export interface QueueLoad {
  readonly queue: string;
  /** Jobs that could begin now. */
  readonly waiting: number;
  /** Jobs that wait for a time, such as that of their next attempt. */
  readonly later: number;
  readonly running: number;
  /** Seconds since the first of the waiting jobs could begin. 0 if none waits. */
  readonly oldestSeconds: number;
  /** Predicted cost of the waiting jobs. */
  readonly coreSeconds: number;
}

/** Adds up the jobs of each queue as {@link countQueues} does, with their cost. Leaves out empty queues. */
export async function measureQueues(db: Kysely<Schema>, queues: readonly string[]): Promise<QueueLoad[]> {
  const { rows } = await sql<QueueLoad>`
    select queue, count(*) filter (where is_due)::int as waiting,
      count(*) filter (where state < 'active' and not is_due)::int as later,
      count(*) filter (where state = 'active')::int as running,
      coalesce(extract(epoch from now() - min(since) filter (where is_due)), 0)::float8 as "oldestSeconds",
      (${CORES_OF_WORK}::int * coalesce(sum(seconds) filter (where is_due), 0))::float8 as "coreSeconds"
    from (
      select regexp_replace(name, '-dead$', '') as queue, state, greatest(created_on, start_after) as since,
        state < 'active' and start_after <= now() as is_due, (data -> 'cost' ->> 'seconds')::float8 as seconds
      from pgboss.job where name = any(${queues}) and state < 'completed'
        and not (state < 'active' and data ->> 'kind' = 'render' and exists (
          select 1 from render where render.id = (data ->> 'id')::uuid and render.status in ('done', 'failed')))
    ) as counted group by queue`.execute(db);
  return rows;
}

/** The work that a worker holds. */
export interface HeldWork {
  readonly worker: string;
  /** The kind of the subject, such as `render`. */
  readonly kind: string;
  readonly subject: string;
  readonly account: string | null;
  readonly stage: Stage | null;
  /** Milliseconds since it began. */
  readonly tookMs: number;
}

/** A process that takes jobs. */
export interface WorkerView {
  readonly id: string;
  readonly name: string;
  readonly slots: number | null;
  readonly problem: string | null;
  readonly started: Date;
  /** Milliseconds since its last sign of life. */
  readonly silentMs: number;
}

/** Lists the workers, oldest first. */
export async function findWorkers(db: Kysely<Schema>): Promise<WorkerView[]> {
  return await db
    .selectFrom('worker')
    .select(['id', 'name', 'slots', 'problem', 'started'])
    .select(sql<number>`greatest(0, round(1000 * extract(epoch from now() - seen)))::float8`.as('silentMs'))
    .orderBy('started')
    .orderBy('id')
    .execute();
}

/** Lists the work that workers hold, in the order in which it began. */
export async function findHeldWork(db: Kysely<Schema>): Promise<HeldWork[]> {
  return await db
    .selectFrom('attempt')
    .leftJoin('owner', 'owner.id', 'attempt.owner')
    .leftJoin('account', 'account.id', 'owner.account')
    .select(['attempt.worker', 'attempt.kind', 'attempt.subject', 'account.name as account', 'owner.stage'])
    .select(
      sql<number>`greatest(0, round(1000 * extract(epoch from now() - attempt.started)))::float8`.as(
        'tookMs',
      ),
    )
    .where('attempt.ended', 'is', null)
    .orderBy('attempt.id')
    .execute();
}

/** Attempts that the infrastructure ended lately, by their reason. */
export interface RecentFault {
  readonly outcome: 'later' | 'lost';
  readonly code: string | null;
  readonly reason: string | null;
  readonly number: number;
}

/** Counts the attempts of the last five minutes that were put off or lost their worker, the most frequent first. */
export async function findRecentFaults(db: Kysely<Schema>): Promise<RecentFault[]> {
  // Both values of the first column, so that the index serves.
  const { rows } = await sql<RecentFault>`
    select outcome, code, reason, count(*)::int as number from attempt
    where (kind = 'render') in (true, false) and ended > now() - interval '5 minutes'
      and outcome in ('later', 'lost')
    group by 1, 2, 3 order by number desc limit 10`.execute(db);
  return rows;
}
