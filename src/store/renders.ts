import { type Kysely, sql } from 'kysely';
import type { RenderStatus, Schema, Stage } from './schema.ts';

/** A render as it is submitted. */
export interface NewRender {
  /** UUID, version 7. */
  readonly id: string;
  readonly owner: string;
  readonly stage: Stage;
  /** The edit exactly as submitted, JSON text. */
  readonly edit: string;
}

/** A render as its owner sees it, without the edit. */
export interface RenderRow {
  readonly id: string;
  readonly owner: string;
  readonly stage: Stage;
  readonly status: RenderStatus;
  readonly error: string | null;
  readonly file: string | null;
  readonly duration: number | null;
  readonly render_time: number | null;
  readonly created: Date;
  readonly updated: Date;
}

/** One worker's right to write to a render: it ends when another attempt begins. */
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

/** How a successful attempt ended: storage key, seconds of output and milliseconds of work. */
export interface FinishedRender {
  readonly file: string;
  readonly duration: number;
  readonly renderTime: number;
}

const FINAL: readonly RenderStatus[] = ['done', 'failed'];

/** Writes a new render, waiting for a worker. */
export async function addRender(db: Kysely<Schema>, render: NewRender): Promise<void> {
  await db.insertInto('render').values(render).execute();
}

/** How many renders wait for a worker, counted no further than `limit`. */
export async function countWaiting(db: Kysely<Schema>, limit: number): Promise<number> {
  const waiting = db
    .selectFrom('render')
    .select('id')
    .where('status', '=', 'queued')
    .limit(limit)
    .as('waiting');
  const { count } = await db
    .selectFrom(waiting)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** A render of this owner; anybody else's is as unknown as one that never was. */
export function findRender(db: Kysely<Schema>, owner: string, id: string): Promise<RenderRow | undefined> {
  return db
    .selectFrom('render')
    .select([
      'id',
      'owner',
      'stage',
      'status',
      'error',
      'file',
      'duration',
      'render_time',
      'created',
      'updated',
    ])
    .where('id', '=', id)
    .where('owner', '=', owner)
    .executeTakeFirst();
}

/** The JSON text of the edit as it was submitted. Apart from {@link findRender}, because it can be megabytes. */
export async function findRenderEdit(
  db: Kysely<Schema>,
  owner: string,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('render')
    .select('edit')
    .where('id', '=', id)
    .where('owner', '=', owner)
    .executeTakeFirst();
  return row?.edit;
}

/** Begins the next attempt, which ends every earlier one's right to write. `undefined` when the render is final or gone. */
export function beginAttempt(db: Kysely<Schema>, id: string): Promise<BegunRender | undefined> {
  return db
    .updateTable('render')
    .set((row) => ({ status: 'fetching', attempt: row('attempt', '+', 1), updated: sql`now()` }))
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

interface Change {
  readonly status: RenderStatus;
  readonly error?: string;
  readonly file?: string;
  readonly duration?: number;
  readonly render_time?: number;
}

async function change(db: Kysely<Schema>, { id, attempt }: Attempt, values: Change): Promise<boolean> {
  const result = await db
    .updateTable('render')
    .set({ ...values, updated: sql`now()` })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', 'not in', FINAL)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Records how far the attempt is. False when the attempt has lost its right: another one began, or the render is final. */
export function setStatus(
  db: Kysely<Schema>,
  attempt: Attempt,
  status: Exclude<RenderStatus, 'done' | 'failed'>,
): Promise<boolean> {
  return change(db, attempt, { status });
}

/** Records success. False when the attempt has lost its right. */
export function setDone(db: Kysely<Schema>, attempt: Attempt, finished: FinishedRender): Promise<boolean> {
  const { file, duration, renderTime } = finished;
  return change(db, attempt, { status: 'done', file, duration, render_time: renderTime });
}

/** Records failure with its public sentence. False when the attempt has lost its right. */
export function setFailed(db: Kysely<Schema>, attempt: Attempt, error: string): Promise<boolean> {
  // The one character that PostgreSQL cannot store; a client can bring it in by a name that the sentence quotes.
  return change(db, attempt, { status: 'failed', error: error.replaceAll('\0', '') });
}

/** Ends a render that no attempt will finish any more, unless it is final already. */
export async function abandonRender(db: Kysely<Schema>, id: string, error: string): Promise<void> {
  await db
    .updateTable('render')
    .set({ status: 'failed', error, updated: sql`now()` })
    .where('id', '=', id)
    .where('status', 'not in', FINAL)
    .execute();
}
