import { type QueryCreator, sql, type Updateable } from 'kysely';
import type { StageTimes } from './queue/attempts.ts';
import { correctRenderUse } from './quotas/quotas.ts';
import {
  FINAL_STATUSES,
  type RenderStatus,
  type RenderTable,
  type Schema,
  type StoredRender,
  type Tables,
} from './schema.ts';

/**
 * The right of one worker to write to a render, a source, a rendition or a created asset. Ends when another attempt
 * or an upload begins, or when the subject is final or deleted.
 */
export interface Attempt {
  readonly id: string;
  readonly attempt: number;
}

/** A started attempt, with the edit and the owner. */
export interface StartedRender
  extends Attempt, Pick<StoredRender, 'owner' | 'stage' | 'edit' | 'dialect' | 'created'> {
  /** `generating` if the edit may have generated assets, otherwise `fetching`. */
  readonly status: RenderStatus;
}

/** The statuses of a render while a worker works on it. */
export type ActiveStatus = Exclude<RenderStatus, 'queued' | 'done' | 'failed'>;

/** The progress of an attempt. */
export interface AttemptProgress {
  readonly status: ActiveStatus;
  /** From 0 to 1. */
  readonly progress: number;
  /** Whole seconds. `null` while unknown. */
  readonly eta: number | null;
  /** The times of the stages so far. They outlive a worker that dies. */
  readonly stages?: StageTimes;
}

/** The numbers of segments of a render that were kept from earlier renders, and that were made. */
export interface CountedSegments {
  readonly reused: number;
  readonly made: number;
}

/** The outcome of a successful attempt. */
export interface FinishedRender {
  /** Length of the first output in seconds. `null` if it has none. */
  readonly duration: number | null;
  /** The facts about each output, JSON text. `null` unless the edit has a list of outputs. */
  readonly outputs?: string | null;
  /** Seconds of all outputs. Default: the length of the first one. */
  readonly seconds?: number;
  /** Milliseconds of rendering. */
  readonly renderTime: number;
  /** The segments of all outputs. Absent if no output has any. */
  readonly segments?: CountedSegments | undefined;
  /** JSON list. `null` if there are none. */
  readonly warnings: string | null;
}

/** Matches the JSON of an edit with a generated asset. The type may also come from a merge field. */
const GENERATED_TYPE = '"(text-to-image|image-to-video|text-to-speech)"';

/**
 * Begins the next attempt. Earlier attempts can no longer write. Returns undefined if the render is final or
 * deleted.
 */
export function beginAttempt(db: Tables, id: string): Promise<StartedRender | undefined> {
  return db
    .updateTable('render')
    .set((row) => ({
      // The attempt itself reports its status later. Until then, these words in the edit decide.
      status: sql<ActiveStatus>`CASE WHEN edit ~ ${GENERATED_TYPE} THEN 'generating' ELSE 'fetching' END`,
      attempt: row('attempt', '+', 1),
      progress: 0,
      eta: null,
      updated: sql`now()`,
    }))
    .where('id', '=', id)
    .where('status', 'not in', FINAL_STATUSES)
    .returning(['id', 'attempt', 'owner', 'stage', 'edit', 'dialect', 'created', 'status'])
    .executeTakeFirst();
}

/** True if this attempt still owns the render. */
export async function isCurrentAttempt(db: Tables, { id, attempt }: Attempt): Promise<boolean> {
  const row = await db
    .selectFrom('render')
    .select('id')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', 'not in', [...FINAL_STATUSES, 'queued'])
    .executeTakeFirst();
  return row !== undefined;
}

/** True if a render is final or deleted. */
export async function isEndedRender(db: Tables, id: string): Promise<boolean> {
  const row = await db.selectFrom('render').select('status').where('id', '=', id).executeTakeFirst();
  return row === undefined || FINAL_STATUSES.includes(row.status);
}

/**
 * True if the files of a render are needed: it has not failed and is not deleted. The files of a render whose
 * record is removed after some time stay, with their assets.
 */
export async function needsFiles(db: Tables, id: string): Promise<boolean> {
  const row = await db.selectFrom('render').select('status').where('id', '=', id).executeTakeFirst();
  if (row !== undefined) return row.status !== 'failed';
  const hosted = await db
    .selectFrom('asset')
    .select('id')
    .where('render', '=', id)
    .where('destination', '=', 0)
    .where('status', '=', 'ready')
    .executeTakeFirst();
  return hosted !== undefined;
}

type AttemptUpdate = Pick<StoredRender, 'status'> & Updateable<RenderTable>;

/** Changes a render, if the attempt still owns it and it is not final. */
function updateAttempt(db: QueryCreator<Schema>, { id, attempt }: Attempt, values: AttemptUpdate) {
  return db
    .updateTable('render')
    .set({
      ...values,
      // The time of the last change of the status. Progress does not count.
      updated: sql`case when status = ${values.status} then updated else now() end`,
    })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', 'not in', FINAL_STATUSES);
}

async function recordUpdate(db: Tables, attempt: Attempt, values: AttemptUpdate): Promise<boolean> {
  const { numUpdatedRows } = await updateAttempt(db, attempt, values).executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Records the progress of an attempt. Returns false if the attempt no longer owns the render. */
export async function setProgress(
  db: Tables,
  attempt: Attempt,
  { stages, ...progress }: AttemptProgress,
): Promise<boolean> {
  if (stages === undefined) return await recordUpdate(db, attempt, progress);
  // One statement, because every render writes its progress each second.
  const owned = await db
    .with('owned', (part) => updateAttempt(part, attempt, progress).returning('id'))
    .with('timed', (part) =>
      part
        .updateTable('attempt')
        .set({ stages: JSON.stringify(stages) })
        .where('subject', 'in', (where) => where.selectFrom('owned').select('owned.id'))
        .where('kind', '=', 'render')
        .where('ended', 'is', null)
        .returning('attempt.id'),
    )
    .selectFrom('owned')
    .select('id')
    .executeTakeFirst();
  return owned !== undefined;
}

/**
 * Records that a render can be watched while it is made. Returns false if the attempt no longer owns it.
 *
 * @param stream storage key of the list of its segments.
 */
export async function setStream(db: Tables, { id, attempt }: Attempt, stream: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('render')
    .set({ stream })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', 'not in', FINAL_STATUSES)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Records that a render waits for its next attempt. Returns false if this attempt no longer owns the render.
 */
export function setQueued(db: Tables, attempt: Attempt): Promise<boolean> {
  return recordUpdate(db, attempt, { status: 'queued', progress: 0, eta: null });
}

/** Records success. Returns false if the attempt no longer owns the render. */
export async function setDone(db: Tables, attempt: Attempt, finished: FinishedRender): Promise<boolean> {
  const { renderTime, segments, seconds = finished.duration ?? 0, ...values } = finished;
  const isRecorded = await recordUpdate(db, attempt, {
    ...values,
    status: 'done',
    render_time: renderTime,
    segments_reused: segments?.reused ?? null,
    segments_made: segments?.made ?? null,
    progress: 1,
    eta: null,
  });
  if (isRecorded) await correctRenderUse(db, attempt.id, seconds);
  return isRecorded;
}

/**
 * Records failure.
 *
 * @param error one public sentence.
 * @param code the code of the error.
 * @returns false if the attempt no longer owns the render.
 */
export async function setFailed(
  db: Tables,
  attempt: Attempt,
  error: string,
  code: string | null = null,
): Promise<boolean> {
  // Remove the character NUL, which PostgreSQL cannot store. The message may quote a NUL from the edit.
  const sentence = error.replaceAll('\0', '');
  const isRecorded = await recordUpdate(db, attempt, { status: 'failed', error: sentence, code, eta: null });
  if (isRecorded) await correctRenderUse(db, attempt.id, 0);
  return isRecorded;
}

/**
 * Fails a render whatever its attempt.
 *
 * @param owner the owner that it must have. Default: any.
 * @returns false if there is no such render, or if it is already final.
 */
export async function abandonRender(
  db: Tables,
  id: string,
  error: string,
  code: string | null = null,
  owner?: string,
): Promise<boolean> {
  const result = await db
    .updateTable('render')
    .set({ status: 'failed', error, code, eta: null, updated: sql`now()` })
    .where('id', '=', id)
    .where('status', 'not in', FINAL_STATUSES)
    .$if(owner !== undefined, (query) => query.where('owner', '=', owner ?? ''))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
