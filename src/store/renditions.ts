import { type Selectable, sql } from 'kysely';
import { newId } from '../base/new-id.ts';
import { errorCodeOf } from '../base/error-code.ts';
import { deleteStoredAssets, failUnfinishedAssets } from './assets.ts';
import type { Attempt } from './attempts.ts';
import { markForDeletion } from './pending-deletions.ts';
import type { IngestStatus, RenditionKind, RenditionTable, SourceTable, Tables } from './schema.ts';

/** A file to make from a source, and its outcome. */
export type RenditionRow = Readonly<Selectable<RenditionTable>>;

/** The version of a source that renditions are made from. */
type SourceVersion = Readonly<Pick<Selectable<SourceTable>, 'id' | 'owner' | 'stage' | 'version'>>;

/** The files to make from a source, as the client asked for them. */
export interface RequestedFiles {
  readonly renditions?: readonly object[] | undefined;
  readonly transcription?: object | undefined;
}

/** The statuses of a source or a rendition that still has to be made. */
export const UNFINISHED_STATUSES: readonly IngestStatus[] = ['queued', 'importing'];
/** The error code of PostgreSQL for a row that a unique index refuses. */
const UNIQUE_VIOLATION = '23505';

/** The table of sources or that of renditions. */
export type IngestTable = 'source' | 'rendition';

/** True if this attempt may still write to its source or rendition. */
export async function isCurrentIngest(
  db: Tables,
  table: IngestTable,
  { id, attempt }: Attempt,
): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'importing')
    .executeTakeFirst();
  return row !== undefined;
}

/** True if a source or a rendition is neither final nor gone. */
export async function isUnfinishedIngest(db: Tables, table: IngestTable, id: string): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', UNFINISHED_STATUSES)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that a source or a rendition waits for its next attempt. */
export async function setIngestQueued(
  db: Tables,
  table: IngestTable,
  { id, attempt }: Attempt,
): Promise<void> {
  await db
    .updateTable(table)
    .set({ status: 'queued', updated: sql`now()` })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'importing')
    .execute();
}

/**
 * Stores the renditions of a version of a source. They wait for its import.
 *
 * @param firstPosition the place of the first one among the renditions of the version.
 */
export async function addRenditions(
  db: Tables,
  { id: source, owner, stage, version }: SourceVersion,
  outputs: RequestedFiles,
  firstPosition = 0,
): Promise<void> {
  const toRow = (kind: RenditionKind) => (transformation: object, index: number) => ({
    id: newId(),
    source,
    owner,
    stage,
    version,
    kind,
    position: firstPosition + index,
    transformation: JSON.stringify(transformation),
  });
  const rows = [
    ...(outputs.renditions ?? []).map(toRow('rendition')),
    ...[outputs.transcription ?? []].flat().map(toRow('transcription')),
  ];
  if (rows.length > 0) await db.insertInto('rendition').values(rows).execute();
}

/** The reason why a source takes no further renditions: it is not ready, or it has too many. */
export type RenditionObstacle = 'unknown' | 'not ready' | 'too many';

/**
 * Adds renditions to those that a ready source has. If another upload replaces the source, they are made again like
 * the others. Must be called in a transaction.
 *
 * @param maximum the number of renditions that a source may have.
 * @returns the renditions to enqueue, or why there are none.
 */
export async function appendRenditions(
  transaction: Tables,
  { owner, source }: { readonly owner: string; readonly source: string },
  renditions: readonly object[],
  maximum: number,
): Promise<RenditionRow[] | RenditionObstacle> {
  const found = await transaction
    .selectFrom('source')
    .select(['id', 'owner', 'stage', 'version', 'status', 'outputs'])
    .where('id', '=', source)
    .where('owner', '=', owner)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) return 'unknown';
  if (found.status !== 'ready') return 'not ready';
  // Only this file and `addSource` write the outputs.
  const outputs = JSON.parse(found.outputs) as RequestedFiles;
  const { renditions: earlier = [] } = outputs;
  const all = [...earlier, ...renditions];
  if (all.length > maximum) return 'too many';
  await transaction
    .updateTable('source')
    .set({ outputs: JSON.stringify({ ...outputs, renditions: all }) })
    .where('id', '=', source)
    .execute();
  await addRenditions(transaction, found, { renditions }, earlier.length);
  return await transaction
    .selectFrom('rendition')
    .selectAll()
    .where('source', '=', source)
    .where('version', '=', found.version)
    .where('kind', '=', 'rendition')
    .where('position', '>=', earlier.length)
    .orderBy('position')
    .execute();
}

/**
 * Lists the renditions and transcriptions of sources: those of the newest version first, in the order of the
 * request.
 */
export async function findRenditions(db: Tables, sources: readonly string[]): Promise<RenditionRow[]> {
  if (sources.length === 0) return [];
  return await db
    .selectFrom('rendition')
    .selectAll()
    .where('source', 'in', sources)
    .orderBy('version', 'desc')
    .orderBy('position')
    .execute();
}

/** Lists the renditions of a source that are still to be begun. */
export function findQueuedRenditions(db: Tables, source: string): Promise<RenditionRow[]> {
  return db
    .selectFrom('rendition')
    .selectAll()
    .where('source', '=', source)
    .where('status', '=', 'queued')
    .orderBy('id')
    .execute();
}

/** Returns the length in seconds of the source of a rendition. 0 for a source without a length. */
export async function findSourceLength(db: Tables, rendition: string): Promise<number> {
  const source = await db
    .selectFrom('rendition')
    .innerJoin('source', 'source.id', 'rendition.source')
    .select('source.duration')
    .where('rendition.id', '=', rendition)
    .executeTakeFirst();
  return source?.duration ?? 0;
}

/** Finds a rendition of any owner. */
export function findRendition(db: Tables, id: string): Promise<RenditionRow | undefined> {
  return db.selectFrom('rendition').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Begins the next attempt at a rendition. Earlier attempts can no longer write.
 *
 * @param recipe hash of the source and the transformation.
 * @returns undefined if the rendition is final; `wait` if an equal one is being made at this moment.
 */
export async function beginRendition(
  db: Tables,
  id: string,
  recipe: string,
): Promise<RenditionRow | 'wait' | undefined> {
  // Comes first, so that the equal rendition finds this one when it ends.
  await db
    .updateTable('rendition')
    .set({ recipe })
    .where('id', '=', id)
    .where('status', 'in', UNFINISHED_STATUSES)
    .execute();
  try {
    return await db
      .updateTable('rendition')
      .set((row) => ({ status: 'importing', attempt: row('attempt', '+', 1), updated: sql`now()` }))
      .where('id', '=', id)
      .where('status', 'in', UNFINISHED_STATUSES)
      .returningAll()
      .executeTakeFirst();
  } catch (error) {
    if (errorCodeOf(error) === UNIQUE_VIOLATION) return 'wait';
    throw error;
  }
}

/** Finds a finished rendition of the same owner with the same recipe. */
export function findEqualRendition(
  db: Tables,
  { owner, recipe, id }: Pick<RenditionRow, 'owner' | 'recipe' | 'id'>,
): Promise<RenditionRow | undefined> {
  return db
    .selectFrom('rendition')
    .selectAll()
    .where('owner', '=', owner)
    .where('recipe', '=', recipe)
    .where('status', '=', 'ready')
    .where('id', '<>', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Finds the rendition that has waited the longest until an equal one is made. */
export function findWaitingRendition(
  db: Tables,
  { owner, recipe }: Pick<RenditionRow, 'owner' | 'recipe'>,
): Promise<RenditionRow | undefined> {
  return db
    .selectFrom('rendition')
    .selectAll()
    .where('owner', '=', owner)
    .where('recipe', '=', recipe)
    .where('status', '=', 'queued')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Records the storage key before the file is stored, so that the file can be found if the work ends
 * unexpectedly. Returns false if the attempt may no longer write.
 */
export async function setRenditionFile(db: Tables, { id, attempt }: Attempt, file: string): Promise<boolean> {
  const row = await db
    .updateTable('rendition')
    .set({ file })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'importing')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The facts of a finished rendition. */
export type RenditionOutcome = Pick<RenditionRow, 'width' | 'height' | 'duration' | 'fps' | 'execution_time'>;

/** Records that a rendition is ready. Returns undefined if the attempt may no longer write. */
export function setRenditionReady(
  transaction: Tables,
  { id, attempt }: Attempt,
  outcome: RenditionOutcome,
): Promise<RenditionRow | undefined> {
  return transaction
    .updateTable('rendition')
    .set({ ...outcome, status: 'ready', error: null, updated: sql`now()` })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'importing')
    .returningAll()
    .executeTakeFirst();
}

/**
 * Records that a rendition has failed, and marks what was stored for deletion. Must be called in a
 * transaction.
 *
 * @param attempt the attempt that failed. Undefined to fail the rendition whatever its attempt.
 * @param error the reason, one public sentence.
 * @returns undefined if it is final, or if the attempt may no longer write.
 */
export async function failRendition(
  transaction: Tables,
  id: string,
  attempt: number | undefined,
  error: string,
): Promise<RenditionRow | undefined> {
  let query = transaction
    .updateTable('rendition')
    .set({ status: 'failed', error: error.replaceAll('\0', ''), updated: sql`now()` })
    .where('id', '=', id)
    .where('status', 'in', UNFINISHED_STATUSES);
  if (attempt !== undefined) query = query.where('attempt', '=', attempt);
  const failed = await query.returningAll().executeTakeFirst();
  if (failed === undefined) return undefined;
  await failUnfinishedAssets(transaction, id, error);
  if (failed.file !== null) await markForDeletion(transaction, [failed.file]);
  return failed;
}

/** Fails the unfinished renditions of a source. @param error the reason, one public sentence. */
export async function failRenditions(db: Tables, source: string, error: string): Promise<void> {
  await db
    .updateTable('rendition')
    .set({ status: 'failed', error, updated: sql`now()` })
    .where('source', '=', source)
    .where('status', 'in', UNFINISHED_STATUSES)
    .execute();
}

/**
 * Ends the renditions of a source whose file is overwritten or deleted, and marks their files for deletion.
 * Must be called in a transaction.
 */
export async function endRenditions(
  transaction: Tables,
  source: string,
  status: 'deleted' | 'overwritten',
): Promise<void> {
  const ended = await transaction
    .updateTable('rendition')
    .set({ status, updated: sql`now()` })
    .where('source', '=', source)
    .where('status', 'not in', ['deleted', 'overwritten'])
    .returningAll()
    .execute();
  await deleteStoredAssets(
    transaction,
    ended.map(({ id }) => id),
  );
  await markForDeletion(
    transaction,
    ended.flatMap(({ file }) => file ?? []),
  );
}
