import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema, WorkerTable } from '../schema.ts';

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
export async function registerWorker(
  db: Kysely<Schema>,
  worker: WorkerIdentity & WorkerState,
): Promise<void> {
  await db
    .insertInto('worker')
    .values(worker)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...worker, seen: sql`now()` }))
    .execute();
}

/** Records that a worker lives. Returns false if its row is gone: another worker has judged it dead. */
export async function renewWorker(db: Kysely<Schema>, id: string, state: WorkerState): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('worker')
    .set({ ...state, seen: sql`now()` })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns all workers except one. */
export async function listOtherWorkers(db: Kysely<Schema>, id: string): Promise<SeenWorker[]> {
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
