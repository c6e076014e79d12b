import { type Kysely, sql } from 'kysely';
import { FINAL, type RenderStatus, type Schema, type Stage } from './schema.ts';

/** One worker's right to write to a render: it ends when another attempt begins, and when the render is final or gone. */
export interface Attempt {
  readonly id: string;
  readonly attempt: number;
}

/** What a worker needs to begin: its attempt, and what to render for whom. */
export interface BegunRender extends Attempt {
  readonly owner: string;
  readonly stage: Stage;
  readonly edit: string;
}

/** The statuses of a render that is in a worker's hands. */
export type PassingStatus = Exclude<RenderStatus, 'queued' | 'done' | 'failed'>;

/** How far an attempt is. */
export interface Advance {
  readonly status: PassingStatus;
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

/** Begins the next attempt, which ends every earlier one's right to write. `undefined` when the render is final or gone. */
export function beginAttempt(db: Kysely<Schema>, id: string): Promise<BegunRender | undefined> {
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
    .where('status', 'not in', FINAL)
    .returning(['id', 'attempt', 'owner', 'stage', 'edit'])
    .executeTakeFirst();
}

/** Whether this attempt still has the right to write. */
export async function isCurrent(db: Kysely<Schema>, { id, attempt }: Attempt): Promise<boolean> {
  const row = await db
    .selectFrom('render')
    .select('id')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', 'not in', [...FINAL, 'queued'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a file of this render is for anybody: not when it has failed or is gone. */
export async function isWanted(db: Kysely<Schema>, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('render')
    .select('id')
    .where('id', '=', id)
    .where('status', '<>', 'failed')
    .executeTakeFirst();
  return row !== undefined;
}

interface Change {
  readonly status: RenderStatus;
  readonly progress?: number;
  readonly eta?: number | null;
  readonly error?: string;
  readonly duration?: number | null;
  readonly render_time?: number;
  readonly warnings?: string | null;
}

async function change(db: Kysely<Schema>, { id, attempt }: Attempt, values: Change): Promise<boolean> {
  const result = await db
    .updateTable('render')
    .set({
      ...values,
      // The moment of the last change of status; progress is none.
      updated: sql`case when status = ${values.status} then updated else now() end`,
    })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', 'not in', FINAL)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Records how far the attempt is. False when it has lost its right. */
export function setAdvance(db: Kysely<Schema>, attempt: Attempt, advance: Advance): Promise<boolean> {
  return change(db, attempt, advance);
}

/** Records that the render waits for its next attempt. False when this one has lost its right. */
export function setWaiting(db: Kysely<Schema>, attempt: Attempt): Promise<boolean> {
  return change(db, attempt, { status: 'queued', progress: 0, eta: null });
}

/** Records success. False when the attempt has lost its right. */
export function setDone(db: Kysely<Schema>, attempt: Attempt, finished: FinishedRender): Promise<boolean> {
  const { renderTime, ...values } = finished;
  return change(db, attempt, { ...values, status: 'done', render_time: renderTime, progress: 1, eta: null });
}

/** Records failure with its public sentence. False when the attempt has lost its right. */
export function setFailed(db: Kysely<Schema>, attempt: Attempt, error: string): Promise<boolean> {
  // The one character that PostgreSQL cannot store; a client can bring it in by a name that the sentence quotes.
  return change(db, attempt, { status: 'failed', error: error.replaceAll('\0', ''), eta: null });
}

/** Ends a render that no attempt will finish any more. False when it is final already. */
export async function abandonRender(db: Kysely<Schema>, id: string, error: string): Promise<boolean> {
  const result = await db
    .updateTable('render')
    .set({ status: 'failed', error, eta: null, updated: sql`now()` })
    .where('id', '=', id)
    .where('status', 'not in', FINAL)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
