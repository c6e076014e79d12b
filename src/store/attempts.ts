import { type Kysely, sql } from 'kysely';
import { FINAL_STATUSES, type RenderStatus, type Schema, type Stage } from './schema.ts';

/** One worker's right to write to a render. Ends when another attempt begins, and when the render is final or gone. */
export interface Attempt {
  readonly id: string;
  readonly attempt: number;
}

/** A started attempt, with what to render and for whom. */
export interface StartedRender extends Attempt {
  readonly owner: string;
  readonly stage: Stage;
  readonly edit: string;
}

/** The statuses of a render while a worker works on it. */
export type ActiveStatus = Exclude<RenderStatus, 'queued' | 'done' | 'failed'>;

/** The progress of an attempt. */
export interface AttemptProgress {
  readonly status: ActiveStatus;
  /** From 0 to 1. */
  readonly progress: number;
  /** Whole seconds; `null` while unknown. */
  readonly eta: number | null;
}

/** How a successful attempt ended. */
export interface FinishedRender {
  /** Seconds of output; `null` of what has no length. */
  readonly duration: number | null;
  /** Milliseconds of work. */
  readonly renderTime: number;
  /** A JSON list, when there is any. */
  readonly warnings: string | null;
}

/** Begins the next attempt, after which no earlier one may write. Returns undefined if the render is final or gone. */
export function beginAttempt(db: Kysely<Schema>, id: string): Promise<StartedRender | undefined> {
  return db
    .updateTable('render')
    .set((row) => ({
      status: 'fetching',
      attempt: row('attempt', '+', 1),
      progress: 0,
      eta: null,
      updated: sql`now()`,
    }))
    .where('id', '=', id)
    .where('status', 'not in', FINAL_STATUSES)
    .returning(['id', 'attempt', 'owner', 'stage', 'edit'])
    .executeTakeFirst();
}

/** True if this attempt still owns the render. */
export async function isCurrentAttempt(db: Kysely<Schema>, { id, attempt }: Attempt): Promise<boolean> {
  const row = await db
    .selectFrom('render')
    .select('id')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', 'not in', [...FINAL_STATUSES, 'queued'])
    .executeTakeFirst();
  return row !== undefined;
}

/** True if files of this render are needed: unless it has failed or is gone. */
export async function needsFiles(db: Kysely<Schema>, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('render')
    .select('id')
    .where('id', '=', id)
    .where('status', '<>', 'failed')
    .executeTakeFirst();
  return row !== undefined;
}

interface AttemptUpdate {
  readonly status: RenderStatus;
  readonly progress?: number;
  readonly eta?: number | null;
  readonly error?: string;
  readonly duration?: number | null;
  readonly render_time?: number;
  readonly warnings?: string | null;
}

async function updateAttempt(
  db: Kysely<Schema>,
  { id, attempt }: Attempt,
  values: AttemptUpdate,
): Promise<boolean> {
  const result = await db
    .updateTable('render')
    .set({
      ...values,
      // The moment of the last change of status; progress is none.
      updated: sql`case when status = ${values.status} then updated else now() end`,
    })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', 'not in', FINAL_STATUSES)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Records the progress of the attempt. Returns false if the attempt does not own the render any more. */
export function setProgress(
  db: Kysely<Schema>,
  attempt: Attempt,
  progress: AttemptProgress,
): Promise<boolean> {
  return updateAttempt(db, attempt, progress);
}

/** Records that the render waits for its next attempt. Returns false if this one does not own the render any more. */
export function setQueued(db: Kysely<Schema>, attempt: Attempt): Promise<boolean> {
  return updateAttempt(db, attempt, { status: 'queued', progress: 0, eta: null });
}

/** Records success. Returns false if the attempt does not own the render any more. */
export function setDone(db: Kysely<Schema>, attempt: Attempt, finished: FinishedRender): Promise<boolean> {
  const { renderTime, ...values } = finished;
  return updateAttempt(db, attempt, {
    ...values,
    status: 'done',
    render_time: renderTime,
    progress: 1,
    eta: null,
  });
}

/** Records failure with its public sentence. Returns false if the attempt does not own the render any more. */
export function setFailed(db: Kysely<Schema>, attempt: Attempt, error: string): Promise<boolean> {
  // The one character that PostgreSQL cannot store; a client can bring it in by a name that the sentence quotes.
  return updateAttempt(db, attempt, { status: 'failed', error: error.replaceAll('\0', ''), eta: null });
}

/** Fails a render that no attempt will finish any more. Returns false if it is final already. */
export async function abandonRender(db: Kysely<Schema>, id: string, error: string): Promise<boolean> {
  const result = await db
    .updateTable('render')
    .set({ status: 'failed', error, eta: null, updated: sql`now()` })
    .where('id', '=', id)
    .where('status', 'not in', FINAL_STATUSES)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
