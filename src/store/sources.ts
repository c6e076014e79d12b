import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { validate } from 'uuid';
import { deleteStoredAssets, failAssetsOfSource, forgetCopies, type RowPage } from './assets.ts';
import type { Attempt } from './attempts.ts';
import { claimFiles, markForDeletion } from './pending-deletions.ts';
import {
  addRenditions,
  endRenditions,
  failRenditions,
  type RequestedFiles,
  UNFINISHED_STATUSES,
} from './renditions.ts';
import { completeUpload, endUpload, endUploads, setUploadImported } from './uploads/uploads.ts';
import { countRows } from './queue/count-rows.ts';
import type { IngestStatus, Schema, SourceTable, Tables } from './schema.ts';

/** A file that a client ingests. */
export type SourceRow = Readonly<Selectable<SourceTable>>;

/** A source to store. */
export interface NewSource extends Pick<SourceRow, 'id' | 'owner' | 'stage' | 'created'> {
  /** URL of the file. Undefined for an upload. */
  readonly input?: string | undefined;
  /** Name of the file on the machine of the client. Undefined if it is unknown. */
  readonly name?: string | undefined;
  /** Time until which an upload may begin. Undefined for a URL. */
  readonly uploadExpires?: Date | undefined;
  readonly outputs: RequestedFiles;
  readonly destinations: readonly object[];
  readonly callback: string | undefined;
}

/** Stores a source and the renditions that are to be made from it. Must be called in a transaction. */
export async function addSource(db: Tables, source: NewSource): Promise<void> {
  const { id, owner, stage, outputs, destinations, callback, input, name, uploadExpires, created } = source;
  await db
    .insertInto('source')
    .values({
      id,
      owner,
      stage,
      input: input ?? null,
      name: name ?? null,
      upload_expires: uploadExpires ?? null,
      outputs: JSON.stringify(outputs),
      destinations: JSON.stringify(destinations),
      callback: callback ?? null,
      created,
      updated: created,
    })
    .execute();
  await addRenditions(db, { id, owner, stage, version: 1 }, outputs);
}

/** Counts the sources that wait for a worker, up to `limit`. Uploads that have not arrived do not count. */
export function countWaitingSources(db: Tables, limit: number): Promise<number> {
  const waiting = db.selectFrom('source').select('id').where('status', '=', 'queued').where(hasFileToImport);
  return countRows(db, waiting.limit(limit));
}

/** Finds a source of an owner, also if it was deleted. */
export function findSource(db: Tables, owner: string, id: string): Promise<SourceRow | undefined> {
  return db
    .selectFrom('source')
    .selectAll()
    .where('id', '=', id)
    .where('owner', '=', owner)
    .executeTakeFirst();
}

/** Finds a source of any owner, also if it was deleted. */
export function findSourceById(db: Tables, id: string): Promise<SourceRow | undefined> {
  return db.selectFrom('source').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lists the sources of an owner, newest first, without deleted ones. */
export function findSourcesOfOwner(
  db: Tables,
  owner: string,
  { limit, before }: RowPage = {},
): Promise<SourceRow[]> {
  let query = db
    .selectFrom('source')
    .selectAll()
    .where('owner', '=', owner)
    .where('status', '<>', 'deleted')
    .orderBy('id', 'desc');
  if (before !== undefined) query = query.where('id', '<', before);
  if (limit !== undefined) query = query.limit(limit);
  return query.execute();
}

/** The bytes of a complete upload. */
export interface ReceivedUpload {
  readonly name: string;
  readonly bytes: number;
}

/**
 * Records that an upload has arrived and waits for its import. If it is not the first one, the source becomes
 * another version: its earlier renditions are overwritten and made again. Ends all other uploads of the source. Must
 * be called in a transaction.
 *
 * @returns the source before this upload. Undefined if the upload has ended, or if the source takes it no longer: the
 *   bytes are then not needed.
 */
export async function receiveUpload(
  transaction: Tables,
  id: string,
  { name, bytes }: ReceivedUpload,
): Promise<SourceRow | undefined> {
  const values = { status: 'queued', incoming: name, error: null } as const;
  const isKept = (): Promise<boolean> => completeUpload(transaction, name, bytes);
  const before = await beginVersion(transaction, id, values, isKept);
  if (before !== undefined) await endUploads(transaction, id, name);
  return before;
}

/**
 * Records that an upload has failed: it was empty, for example, or cut off. Another upload may follow. Must be
 * called in a transaction.
 *
 * @param error the reason, one public sentence.
 * @param name name of the uploaded bytes. Undefined if the upload was refused before the first one.
 * @returns false if that does not concern the source: the upload had ended before, or the source takes none.
 */
export async function failUpload(
  transaction: Tables,
  id: string,
  error: string,
  name: string | undefined,
): Promise<boolean> {
  const values = { status: 'failed', incoming: null, error } as const;
  const isKept = async (): Promise<boolean> =>
    name === undefined || (await endUpload(transaction, name, 'open'));
  const before = await beginVersion(transaction, id, values, isKept);
  if (before !== undefined) await failWithSource(transaction, before, error);
  return before !== undefined;
}

/** Fails the renditions of a failed source, and removes its earlier file and the bytes that waited. */
async function failWithSource(
  transaction: Tables,
  { id, file, incoming }: SourceRow,
  error: string,
): Promise<void> {
  if (incoming !== null) await endUpload(transaction, incoming, 'received');
  await failRenditions(transaction, id, FAILED_WITH_SOURCE);
  await failAssetsOfSource(transaction, id, error);
  if (file === null) return;
  await transaction.updateTable('source').set({ file: null }).where('id', '=', id).execute();
  await markForDeletion(transaction, [file]);
}

const FAILED_WITH_SOURCE = 'The source could not be imported.';

/**
 * Begins with a file that was uploaded, or that has failed.
 *
 * @param isKept false if the upload has ended. Called when the source is locked: others lock in this order, too.
 */
async function beginVersion(
  transaction: Tables,
  id: string,
  values: { readonly status: IngestStatus; readonly incoming: string | null; readonly error: string | null },
  isKept: () => Promise<boolean>,
): Promise<SourceRow | undefined> {
  const before = await transaction
    .selectFrom('source')
    .selectAll()
    .where('id', '=', id)
    .where('upload_expires', 'is not', null)
    .where('status', '<>', 'deleted')
    // A file that was received is replaced only while the address of the upload is valid.
    .where((where) =>
      where.or([
        where('received', '=', false),
        where('status', '=', 'failed'),
        where('upload_expires', '>', sql<Date>`now()`),
      ]),
    )
    .forUpdate()
    .executeTakeFirst();
  if (before === undefined || !(await isKept())) return undefined;
  const version = before.received ? before.version + 1 : before.version;
  await transaction
    .updateTable('source')
    .set((row) => ({ ...values, ...NO_FACTS, version, received: true, attempt: row('attempt', '+', 1) }))
    .where('id', '=', id)
    .execute();
  if (version === before.version) return before;
  await endRenditions(transaction, id, 'overwritten');
  await forgetCopies(transaction, id);
  await addRenditions(transaction, { ...before, version }, JSON.parse(before.outputs) as RequestedFiles);
  return before;
}

/** The columns of a source whose file is not imported yet. The key of the file stays until it is replaced. */
const NO_FACTS = {
  kind: null,
  sha256: null,
  bytes: null,
  width: null,
  height: null,
  duration: null,
  fps: null,
  updated: sql<Date>`now()`,
} as const;

/**
 * Begins the next attempt at importing a source. Earlier attempts can no longer write. Returns undefined if
 * the source is final or deleted, or if its upload has not arrived.
 */
export function beginImport(db: Tables, id: string): Promise<SourceRow | undefined> {
  return db
    .updateTable('source')
    .set((row) => ({ status: 'importing', attempt: row('attempt', '+', 1), updated: sql`now()` }))
    .where('id', '=', id)
    .where('status', 'in', UNFINISHED_STATUSES)
    .where(hasFileToImport)
    .returningAll()
    .executeTakeFirst();
}

function hasFileToImport(where: ExpressionBuilder<Schema, 'source'>) {
  return where.or([where('input', 'is not', null), where('incoming', 'is not', null)]);
}

/**
 * Records the storage key before the file is stored, so that the file can be found if the import ends
 * unexpectedly. Marks an earlier file under another key for deletion.
 *
 * @returns false if the attempt may no longer write.
 */
export async function setSourceFile(db: Tables, { id, attempt }: Attempt, file: string): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('source')
      .select('file')
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .where('status', '=', 'importing')
      .forUpdate()
      .executeTakeFirst();
    if (before === undefined) return false;
    if (before.file !== null && before.file !== file) await markForDeletion(transaction, [before.file]);
    await claimFiles(transaction, [file]);
    await transaction.updateTable('source').set({ file }).where('id', '=', id).execute();
    return true;
  });
}

/** The facts of an imported file. */
export type ImportedFacts = Pick<
  SourceRow,
  'kind' | 'sha256' | 'bytes' | 'width' | 'height' | 'duration' | 'fps'
>;

/** Records that a source is ready. Returns undefined if the attempt may no longer write. */
export async function setSourceReady(
  transaction: Tables,
  { id, attempt }: Attempt,
  facts: ImportedFacts,
): Promise<SourceRow | undefined> {
  const ready = await transaction
    .updateTable('source')
    .set((row) => ({
      ...facts,
      status: 'ready',
      imported: row.ref('incoming'),
      incoming: null,
      error: null,
      updated: sql`now()`,
    }))
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'importing')
    .returningAll()
    .executeTakeFirst();
  if (ready?.imported != null) await setUploadImported(transaction, ready.imported);
  return ready;
}

/**
 * Records that a source and its renditions have failed, and marks what was stored for deletion. Must be called
 * in a transaction.
 *
 * @param only the attempt that failed, or the version whose attempts have all ended. Otherwise the source fails
 *   whatever its attempt.
 * @param error the reason, one public sentence.
 * @returns the failed source with its last `incoming` bytes, which are no longer needed. Undefined if it is
 *   final, or if the attempt may no longer write.
 */
export async function failSource(
  transaction: Tables,
  id: string,
  { attempt, version }: { readonly attempt?: number | undefined; readonly version?: number | undefined },
  error: string,
): Promise<SourceRow | undefined> {
  let query = transaction
    .selectFrom('source')
    .selectAll()
    .where('id', '=', id)
    .where('status', 'in', UNFINISHED_STATUSES);
  if (attempt !== undefined) query = query.where('attempt', '=', attempt);
  if (version !== undefined) query = query.where('version', '=', version);
  const before = await query.forUpdate().executeTakeFirst();
  if (before === undefined) return undefined;
  const failed = await transaction
    .updateTable('source')
    .set({
      ...NO_FACTS,
      status: 'failed',
      received: true,
      incoming: null,
      error: error.replaceAll('\0', ''),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await failWithSource(transaction, before, error);
  return { ...failed, file: null, incoming: before.incoming };
}

/**
 * Deletes a source with its renditions: all become `deleted`, and their files are marked for deletion.
 *
 * @returns the source before its deletion, whose `incoming` bytes are no longer needed. Undefined if the owner
 *   has no such source.
 */
export function deleteSource(db: Tables, owner: string, id: string): Promise<SourceRow | undefined> {
  return db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('source')
      .selectAll()
      .where('id', '=', id)
      .where('owner', '=', owner)
      .forUpdate()
      .executeTakeFirst();
    if (before === undefined) return undefined;
    await transaction
      .updateTable('source')
      .set({ status: 'deleted', incoming: null, updated: sql`now()` })
      .where('id', '=', id)
      .where('status', '<>', 'deleted')
      .execute();
    await endUploads(transaction, id);
    await deleteStoredAssets(transaction, [id]);
    if (before.file !== null) await markForDeletion(transaction, [before.file]);
    await endRenditions(transaction, id, 'deleted');
    return before;
  });
}

/** Lists uploads that never arrived although the time for them is over. */
export async function findMissedUploads(db: Tables, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('source')
    .select('id')
    .where('status', '=', 'queued')
    .where('input', 'is', null)
    .where('incoming', 'is', null)
    .where('upload_expires', '<', sql<Date>`now()`)
    .where((where) => {
      const open = where
        .selectFrom('upload')
        .whereRef('source', '=', 'source.id')
        .where('upload.status', '=', 'open');
      return where.not(where.exists(open.select('upload.id')));
    })
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists which of the named sources are deleted or do not exist. Ignores names that are not UUIDs. */
export async function findDeletedSources(db: Tables, ids: readonly string[]): Promise<string[]> {
  const known = [...new Set(ids)].filter((id) => validate(id));
  if (known.length === 0) return [];
  const rows = await db
    .selectFrom('source')
    .select('id')
    .where('id', 'in', known)
    .where('status', '<>', 'deleted')
    .execute();
  const kept = new Set(rows.map(({ id }) => id));
  return known.filter((id) => !kept.has(id));
}

/** Lists which of the named uploaded bytes still wait for their import. */
export async function findAwaitedUploads(db: Tables, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await db.selectFrom('source').select('incoming').where('incoming', 'in', names).execute();
  return rows.flatMap(({ incoming }) => incoming ?? []);
}

/**
 * Finds the source of an ingested file, for its callbacks.
 *
 * @param id id of a source or a rendition.
 */
export function findIngestTarget(
  db: Tables,
  id: string,
): Promise<Pick<SourceRow, 'id' | 'callback'> | undefined> {
  return db
    .selectFrom('source')
    .select(['id', 'callback'])
    .where('id', '=', (where) =>
      where.fn.coalesce(
        where.selectFrom('rendition').select('source').where('id', '=', id),
        sql<string>`${id}::uuid`,
      ),
    )
    .executeTakeFirst();
}
