import { sql, type Transaction } from 'kysely';
import type { Schema, Tables } from '../schema.ts';

/** Work that an owner asks a queue for. */
export interface ShareRequest {
  readonly queue: string;
  readonly owner: string;
  /** Predicted cost in steps of the clock. */
  readonly cost: number;
}

/** The share of an owner in a queue that was charged for new work. */
export interface ShareCharge {
  readonly queue: string;
  readonly owner: string;
  /** The start of the new work on the clock of the queue. */
  readonly start: number;
  /** The weight of the owner. */
  readonly weight: number;
}

/**
 * Repeated attempts count for a share of their own, so that the repetition of an owner's job does not wait for
 * the other jobs of the owner.
 */
export type ShareKind = 'first' | 'repeated';

/** The channel on which the database sends waiting workers the name of a queue with new jobs. */
export const JOB_CHANNEL = 'kinora_job';

/** Follows the name of a queue in the names of the shares of repeated work. */
const AGAIN = ' again';

/** Creates the clocks of queues that have none. */
export async function ensureClocks(db: Tables, queues: readonly string[]): Promise<void> {
  await db
    .insertInto('queue_clock')
    .values(queues.map((queue) => ({ queue, tag: 0 })))
    .onConflict((conflict) => conflict.column('queue').doNothing())
    .execute();
}

/**
 * Charges owners for new work: each one's work starts when its earlier work ends, but not before the clock of
 * the queue. Also notifies the waiting workers when the transaction commits.
 *
 * @param requests the total of the new work of each owner in a queue, every owner once per queue.
 * @throws {Error} if an owner does not exist.
 */
export async function chargeShares(
  transaction: Transaction<Schema>,
  kind: ShareKind,
  requests: readonly ShareRequest[],
): Promise<readonly ShareCharge[]> {
  const queues = requests.map(({ queue }) => queue);
  const owners = requests.map(({ owner }) => owner);
  const costs = requests.map(({ cost }) => cost);
  const suffix = kind === 'first' ? '' : AGAIN;
  // The lock lets others move the clock on, but not set it back, before the new jobs are in the queue.
  // The rows are charged in the order of their names, to avoid a deadlock with another transaction.
  const { rows } = await sql<ShareCharge>`
    with clock as (select queue, tag from queue_clock where queue = any(${queues}::text[]) for key share),
    wanted as (
      select clock.queue, clock.tag, request.queue || ${suffix} as share, owner.id as owner,
        account.share as weight, request.cost / account.share as amount
      from unnest(${queues}::text[], ${owners}::text[], ${costs}::float8[]) as request (queue, owner, cost)
      join clock on clock.queue = request.queue
      join owner on owner.id = request.owner
      join account on account.id = owner.account),
    charged as (
      insert into queue_share (queue, owner, finish)
      select wanted.share, wanted.owner, tag + amount from wanted order by wanted.share, wanted.owner
      on conflict (queue, owner) do update set finish = greatest(excluded.finish, queue_share.finish + (
        select amount from wanted where wanted.share = queue_share.queue and wanted.owner = queue_share.owner))
      returning queue as share, owner, finish)
    select wanted.queue, wanted.owner, finish - amount as start, weight,
      pg_notify(${JOB_CHANNEL}, wanted.queue)
    from charged join wanted using (share, owner)`.execute(transaction);
  if (rows.length !== requests.length)
    throw new Error('Work was submitted for an owner that does not exist.');
  return rows;
}

/** Moves the clock of a queue to the start of a job that was taken. It never goes back. */
export async function advanceClock(
  transaction: Transaction<Schema>,
  queue: string,
  tag: number,
): Promise<void> {
  await transaction
    .updateTable('queue_clock')
    .set({ tag })
    .where('queue', '=', queue)
    .where('tag', '<', tag)
    .execute();
}

/**
 * Sets the clock of a queue back to zero if it has passed a limit, and the shares with it. Shares that lie
 * behind the clock are forgotten: their owners have nothing waiting.
 *
 * @returns the time of the clock before. The caller must subtract it from the tags of all waiting jobs in the
 * same transaction. `undefined` if nothing was changed.
 */
export async function rebaseClock(
  transaction: Transaction<Schema>,
  queue: string,
  limit: number,
): Promise<number | undefined> {
  const clock = await transaction
    .selectFrom('queue_clock')
    .select('tag')
    .where('queue', '=', queue)
    .forUpdate()
    .executeTakeFirst();
  if (clock === undefined || clock.tag < limit) return undefined;
  // Whole numbers, as the tags of the jobs are.
  const base = Math.floor(clock.tag);
  const shares = [queue, `${queue}${AGAIN}`];
  await transaction
    .deleteFrom('queue_share')
    .where('queue', 'in', shares)
    .where('finish', '<=', clock.tag)
    .execute();
  await transaction
    .updateTable('queue_share')
    .set((share) => ({ finish: share('finish', '-', base) }))
    .where('queue', 'in', shares)
    .execute();
  await transaction
    .updateTable('queue_clock')
    .set({ tag: clock.tag - base })
    .where('queue', '=', queue)
    .execute();
  return base;
}
