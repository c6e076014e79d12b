import { sql } from 'kysely';
import { failUnfinishedAssets, findFilesOfRender, type RowPage } from './assets.ts';
import { abandonRender, type CountedSegments } from './attempts.ts';
import { deleteCallbacks } from './callbacks.ts';
import type { WorkCost } from './queue/work-cost.ts';
import { countRows } from './queue/count-rows.ts';
import {
  ASSET_PARTS,
  type AssetPart,
  FINAL_STATUSES,
  type RenderStatus,
  type StoredDialect,
  type StoredRender,
  type Tables,
} from './schema.ts';
import { markForDeletion } from './pending-deletions.ts';
import { deleteAttempts } from './queue/attempts.ts';
import { SELECT_STAGES, type StoredStages } from './queue/render-stages.ts';

/** A submitted render. */
export interface NewRender extends Pick<StoredRender, 'id' | 'owner' | 'stage' | 'edit'> {
  readonly dialect: StoredDialect;
  /** The URL to notify when the render ends. */
  readonly callback?: string | undefined;
  /** Id of the token that submits it. Default: none, a key does. */
  readonly token?: string | undefined;
  /** The predicted cost. */
  readonly cost?: WorkCost | undefined;
}

const COLUMNS = [
  'id',
  'owner',
  'stage',
  'status',
  'error',
  'code',
  'duration',
  'render_time',
  'segments_reused',
  'segments_made',
  'stream',
  'token',
  'progress',
  'eta',
  'created',
  'updated',
  'outputs',
] as const satisfies readonly (keyof StoredRender)[];

/** The storage keys of the files of a render. `null` for files that are missing, not hosted or not ready. */
type StoredParts = Readonly<Record<AssetPart, string | null>>;

/** A render without its edit and warnings. */
export interface RenderRow extends Pick<StoredRender, (typeof COLUMNS)[number]>, StoredParts {
  /** The files of all outputs after the first one. `null` if there are none. */
  readonly further: readonly FurtherFile[] | null;
}

/** Returns the segments of a render as clients see them. Undefined if none are known. */
export function toCountedSegments({
  segments_reused: reused,
  segments_made: made,
}: Pick<RenderRow, 'segments_reused' | 'segments_made'>): CountedSegments | undefined {
  return reused === null || made === null ? undefined : { reused, made };
}

/** A file of an output after the first one that is ready. */
interface FurtherFile {
  /** Place of the output, from 1. */
  readonly position: number;
  readonly part: AssetPart;
  /** Storage key. */
  readonly file: string;
}

/** A render with the times of its stages. */
export interface TimedRender extends RenderRow {
  readonly stages: StoredStages | null;
}

/** One page of an owner's renders. */
export interface RenderPage extends RowPage {
  readonly limit: number;
  /** Lists only renders with this status. */
  readonly status?: RenderStatus | undefined;
}

/** Selects renders with the storage keys of their files. */
function selectRenders(db: Tables) {
  return db
    .selectFrom('render')
    .select(COLUMNS)
    .select((row) =>
      ASSET_PARTS.map((part) =>
        row
          .selectFrom('asset')
          .select('asset.file')
          .whereRef('asset.render', '=', 'render.id')
          .where('asset.part', '=', part)
          .where('asset.position', '=', 0)
          .where('asset.destination', '=', 0)
          .where('asset.status', '=', 'ready')
          .as(part),
      ),
    )
    .select((row) =>
      row
        .selectFrom('asset')
        .select(
          sql<
            FurtherFile[] | null
          >`json_agg(json_build_object('position', position, 'part', part, 'file', file))`.as('files'),
        )
        .whereRef('asset.render', '=', 'render.id')
        .where('asset.position', '>', 0)
        .where('asset.destination', '=', 0)
        .where('asset.status', '=', 'ready')
        .as('further'),
    );
}

/** Stores new renders with the status `queued`. */
export async function addRender(db: Tables, renders: NewRender | readonly NewRender[]): Promise<void> {
  const rows = [renders].flat().map(({ cost, ...render }) => ({ ...render, cost: cost?.seconds ?? null }));
  await db.insertInto('render').values(rows).execute();
}

/** Counts the renders that wait for a worker, up to `limit`. */
export function countWaitingRenders(db: Tables, limit: number): Promise<number> {
  return countRows(db, db.selectFrom('render').select('id').where('status', '=', 'queued').limit(limit));
}

/** Finds a render of an owner, with its warnings as JSON text. Does not find the renders of other owners. */
export function findRender(
  db: Tables,
  owner: string,
  id: string,
): Promise<(TimedRender & { readonly warnings: string | null }) | undefined> {
  return selectRenders(db)
    .select(['warnings', SELECT_STAGES.as('stages')])
    .where('id', '=', id)
    .where('owner', '=', owner)
    .executeTakeFirst();
}

/**
 * Finds the submitted edit of a render, JSON text. Separate from {@link findRender}, because it can have
 * megabytes.
 */
export async function findRenderEdit(db: Tables, owner: string, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('render')
    .select('edit')
    .where('id', '=', id)
    .where('owner', '=', owner)
    .executeTakeFirst();
  return row?.edit;
}

const OUTCOME_COLUMNS = [
  'owner',
  'status',
  'error',
  'updated',
  'outputs',
  'segments_reused',
  'segments_made',
  'stream',
] as const satisfies readonly (keyof RenderRow)[];

/**
 * Finds the outcome of a render and the URL to notify. Returns undefined if the render has not ended or has
 * no URL. Locks the render, so that its callbacks are stored in order.
 */
export async function findRenderOutcome(
  db: Tables,
  id: string,
): Promise<(Pick<RenderRow, (typeof OUTCOME_COLUMNS)[number]> & { readonly callback: string }) | undefined> {
  return db
    .selectFrom('render')
    .select(OUTCOME_COLUMNS)
    .select((row) => row.ref('callback').$notNull().as('callback'))
    .where('id', '=', id)
    .where('status', 'in', FINAL_STATUSES)
    .where('callback', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Finds renders by their ids, in any order. Skips ids that do not exist. */
export function findRendersById(db: Tables, ids: readonly string[]): Promise<RenderRow[]> {
  return selectRenders(db).where('id', 'in', ids).execute();
}

/** Lists a page of the renders of an owner, newest first. The ids are in order of creation. */
export function listRenders(
  db: Tables,
  owner: string,
  { limit, status, before }: RenderPage,
): Promise<TimedRender[]> {
  let query = selectRenders(db).select(SELECT_STAGES.as('stages')).where('owner', '=', owner);
  if (status !== undefined) query = query.where('status', '=', status);
  if (before !== undefined) query = query.where('id', '<', before);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

/**
 * Cancels a render and marks its unfinished files as failed. Must be called in a transaction.
 *
 * @returns false if the render is final or does not belong to the owner.
 */
export async function cancelRender(db: Tables, owner: string, id: string): Promise<boolean> {
  if (!(await abandonRender(db, id, 'Cancelled', 'cancelled', owner))) return false;
  await failUnfinishedAssets(db, id);
  return true;
}

/**
 * Deletes a final render with its assets, its callbacks and its attempts.
 *
 * @returns the storage keys of its files, which are marked for deletion.
 */
export async function deleteRender(db: Tables, id: string): Promise<string[]> {
  return await db.transaction().execute(async (transaction) => {
    const files = await findFilesOfRender(transaction, id);
    await markForDeletion(transaction, files);
    // The end of a copy locks the rows in the same order. Another order could cause a deadlock.
    await transaction.deleteFrom('asset').where('render', '=', id).execute();
    await transaction.deleteFrom('render').where('id', '=', id).execute();
    await deleteCallbacks(transaction, id);
    await deleteAttempts(transaction, [id]);
    return files;
  });
}
