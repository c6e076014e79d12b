import { type Selectable, sql, type Transaction } from 'kysely';
import type { Schema, Stage, Tables, WorkerTable } from '../schema.ts';

/** The state of a worker for the operator. */
export type WorkerState = Pick<WorkerTable, 'slots' | 'problem'>;

/** The identity of a worker. */
type WorkerIdentity = Pick<WorkerTable, 'id' | 'name' | 'host' | 'home' | 'pid' | 'process_start'>;

/** A worker as another one sees it. */
export interface SeenWorker extends WorkerIdentity {
  /** Time of its last sign of life. */
  readonly seen: Date;
  /** Seconds since then, by the clock of the database. */
  readonly silent: number;
}

/** Writes the row of a worker, or renews it if there is one. */
export async function registerWorker(db: Tables, worker: WorkerIdentity & WorkerState): Promise<void> {
  await db
    .insertInto('worker')
    .values(worker)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...worker, seen: sql`now()` }))
    .execute();
}

/** Records that a worker lives. Returns false if its row is gone: another worker has judged it dead. */
export async function renewWorker(db: Tables, id: string, state: WorkerState): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('worker')
    .set({ ...state, seen: sql`now()` })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns all workers except one. */
export async function listOtherWorkers(db: Tables, id: string): Promise<SeenWorker[]> {
  const { rows } = await sql<SeenWorker>`
    select id, name, host, home, pid, process_start, seen,
      extract(epoch from now() - seen)::float8 as silent
    from worker where id <> ${id}::uuid order by seen`.execute(db);
  return rows;
}

/**
 * Removes the row of a worker.
 *
 * @param seen The time of its last sign of life, as the caller knows it. A worker that has been seen again since
 *   then keeps its row.
 * @returns false if it has no such row.
 */
export async function removeWorker(
  transaction: Transaction<Schema>,
  id: string,
  seen?: Date,
): Promise<boolean> {
  // A JavaScript date has milliseconds, a time of the database microseconds.
  const { numAffectedRows } = await sql`
    delete from worker where id = ${id}::uuid
      and (${seen ?? null}::timestamptz is null
        or date_trunc('milliseconds', seen) <= ${seen ?? null}::timestamptz)`.execute(transaction);
  return numAffectedRows === 1n;
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
export interface WorkerView extends Readonly<
  Pick<Selectable<WorkerTable>, 'id' | 'name' | 'slots' | 'problem' | 'started'>
> {
  /** Milliseconds since its last sign of life. */
  readonly silentMs: number;
}

/** Lists the workers, oldest first. */
export async function findWorkers(db: Tables): Promise<WorkerView[]> {
  return await db
    .selectFrom('worker')
    .select(['id', 'name', 'slots', 'problem', 'started'])
    .select(sql<number>`greatest(0, round(1000 * extract(epoch from now() - seen)))::float8`.as('silentMs'))
    .orderBy('started')
    .orderBy('id')
    .execute();
}

/** Lists the work that workers hold, in the order in which it began. */
export async function findHeldWork(db: Tables): Promise<HeldWork[]> {
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
export async function findRecentFaults(db: Tables): Promise<RecentFault[]> {
  // Both values of the first column, so that the index serves.
  const { rows } = await sql<RecentFault>`
    select outcome, code, reason, count(*)::int as number from attempt
    where (kind = 'render') in (true, false) and ended > now() - interval '5 minutes'
      and outcome in ('later', 'lost')
    group by 1, 2, 3 order by number desc limit 10`.execute(db);
  return rows;
}
