import { type InferResult, sql, type Transaction } from 'kysely';
import { findFilesOfRender } from '../assets.ts';
import type { CountedSegments } from '../attempts.ts';
import { claimFiles } from '../pending-deletions.ts';
import { FINAL_STATUSES, type RenderStatus, type Schema, type StoredRender, type Tables } from '../schema.ts';

/** The renders that the operator wants to see. */
export interface OperatorRenderQuery {
  readonly status?: RenderStatus | undefined;
  /** The owners of one account. Default: all. */
  readonly owners?: readonly string[] | undefined;
  readonly limit: number;
}

function selectForOperator(db: Tables) {
  return db
    .selectFrom('render')
    .innerJoin('owner', 'owner.id', 'render.owner')
    .innerJoin('account', 'account.id', 'owner.account')
    .select([
      'render.id',
      'render.owner',
      'account.name as account',
      'render.stage',
      'render.status',
      'render.error',
      'render.code',
      'render.progress',
      'render.cost',
      'render.created',
      'render.updated',
    ])
    .select(
      // The number of attempts that were begun.
      sql<number>`(select count(*)::int from attempt where attempt.subject = render.id)`.as('attempts'),
    );
}

/** A render as the operator sees it in a list. */
export type OperatorRender = InferResult<ReturnType<typeof selectForOperator>>[number];

/** One render as the operator sees it, without its edit. */
export type OperatorRenderDetails = OperatorRender &
  Pick<
    StoredRender,
    | 'dialect'
    | 'callback'
    | 'duration'
    | 'render_time'
    | 'segments_reused'
    | 'segments_made'
    | 'warnings'
    | 'retried'
  >;

/** Lists renders of all owners, newest first. */
export function findOperatorRenders(
  db: Tables,
  { status, owners, limit }: OperatorRenderQuery,
): Promise<OperatorRender[]> {
  let query = selectForOperator(db);
  if (status !== undefined) query = query.where('render.status', '=', status);
  if (owners !== undefined) query = query.where('render.owner', 'in', owners);
  return query.orderBy('render.id', 'desc').limit(limit).execute();
}

/** Finds a render of any owner. */
export function findOperatorRender(db: Tables, id: string): Promise<OperatorRenderDetails | undefined> {
  return selectForOperator(db)
    .select(['render.dialect', 'render.callback', 'render.duration', 'render.render_time'])
    .select(['render.warnings', 'render.retried', 'render.segments_reused', 'render.segments_made'])
    .where('render.id', '=', id)
    .executeTakeFirst();
}

/** Finds the edit of a render of any owner, JSON text. */
export async function findEditForOperator(db: Tables, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('render').select('edit').where('id', '=', id).executeTakeFirst();
  return row?.edit;
}

const EMPTY_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = EMPTY_ID.replaceAll('0', 'f');

/**
 * Lists the ids of renders that begin with some characters, oldest first.
 *
 * @param prefix the beginning of a UUID in lower case, with its hyphens.
 */
export async function findRenderIds(db: Tables, prefix: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('render')
    .select('id')
    .where('id', '>=', prefix + EMPTY_ID.slice(prefix.length))
    .where('id', '<=', prefix + LAST_ID.slice(prefix.length))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** A failed render that waits again. */
export type RetriedRender = Pick<StoredRender, 'id' | 'owner' | 'stage' | 'cost'>;

/**
 * Makes a failed render wait again, under its own id. The caller enqueues it in the same transaction. A worker
 * that still works on an earlier attempt can no longer write.
 *
 * @returns undefined if the render has not failed.
 */
export async function requeueFailedRender(
  transaction: Transaction<Schema>,
  id: string,
): Promise<RetriedRender | undefined> {
  const retried = await transaction
    .updateTable('render')
    .set((row) => ({
      status: 'queued',
      attempt: row('attempt', '+', 1),
      error: null,
      code: null,
      progress: 0,
      eta: null,
      retried: sql`now()`,
      updated: sql`now()`,
    }))
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .returning(['id', 'owner', 'stage', 'cost'])
    .executeTakeFirst();
  if (retried === undefined) return undefined;
  // The retry stores its files under the same keys.
  const files = await findFilesOfRender(transaction, id);
  if (files.length > 0) await claimFiles(transaction, files);
  return retried;
}

/** Adds up the segments of the renders of all owners that were done in the last 24 hours. */
export async function countRecentSegments(db: Tables): Promise<CountedSegments> {
  return await db
    .selectFrom('render')
    .select([
      sql<number>`coalesce(sum(segments_reused), 0)::float8`.as('reused'),
      sql<number>`coalesce(sum(segments_made), 0)::float8`.as('made'),
    ])
    // Failed renders have none. With both statuses, the index of ended renders serves.
    .where('status', 'in', FINAL_STATUSES)
    .where('updated', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow();
}
