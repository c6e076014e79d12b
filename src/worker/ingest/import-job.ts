import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Transaction } from 'kysely';
import { toKinoraError, KinoraError } from '../../base/errors.ts';
import { enqueueIngestCallbacks } from '../../callbacks/enqueue-callbacks.ts';
import { createTooLargeError } from '../../hosting/limit-length.ts';
import type { SourceFacts } from '../../ingest/model.ts';
import type { AttemptResult } from '../../jobs/attempt-queue.ts';
import type { ImportJob } from '../../jobs/ingest-queue.ts';
import { beginAssets, endIfDeleted, type NewAsset } from '../../store/assets.ts';
import { markForDeletion } from '../../store/pending-deletions.ts';
import {
  findQueuedRenditions,
  findRenditions,
  isCurrentIngest,
  setIngestQueued,
} from '../../store/renditions.ts';
import type { Schema } from '../../store/schema.ts';
import {
  beginImport,
  failSource,
  findSourceById,
  type ImportedFacts,
  setSourceFile,
  setSourceReady,
  type SourceRow,
} from '../../store/sources.ts';
import { openRenderFolder } from '../render-folder.ts';
import { RETRYABLE_CODES } from '../transfer-job.ts';
import type { FetchedFile, WorkerContext } from '../worker-context.ts';
import { deleteUnawaited, deleteMarkedFiles } from './clean-up.ts';
import { deliverIngested, planIngestDelivery, sourceKeyOf, toIngestAsset } from './ingest-asset.ts';
import { whileCurrent } from './while-current.ts';

/** An imported file, ready to be recorded. */
interface Imported {
  readonly asset: NewAsset;
  readonly facts: ImportedFacts;
}

/**
 * Makes one attempt to import a source: fetches the file, finds out what it is, and stores it.
 *
 * @throws The reason of the job's signal if the process is stopping or the job has run out of time. All other
 * errors become the result.
 */
export async function handleImportJob(
  context: WorkerContext,
  { id, isLastTry, signal }: ImportJob,
): Promise<AttemptResult> {
  const { database, log } = context;
  const source = await beginImport(database.tables, id);
  // The source was deleted or uploaded again while it waited.
  if (source === undefined) return (transaction) => leaveEnded(transaction, id);
  const ids = { source: id, attempt: source.attempt };
  const cleanUp = (): Promise<void> => cleanUpImport(context, source);
  try {
    const imported = await whileCurrent(
      () => isCurrentIngest(database.tables, 'source', source),
      signal,
      (current) => importFile(context, source, current),
    );
    log.info(ids, 'Imported a source.');
    return { record: (transaction) => recordImport(context, transaction, source, imported), cleanUp };
  } catch (thrown) {
    // The work on a source that was deleted meanwhile fails with various errors.
    if (thrown === IMPORT_LOST || !(await isCurrentIngest(database.tables, 'source', source)))
      return { record: (transaction) => leaveEnded(transaction, id), cleanUp };
    const error = toKinoraError(thrown);
    const isRetried = error.retry || RETRYABLE_CODES.includes(error.code);
    if (signal.aborted || (isRetried && !isLastTry)) await setIngestQueued(database.tables, 'source', source);
    signal.throwIfAborted();
    const fields = { ...ids, code: error.code, err: error };
    if (isRetried && !isLastTry) {
      log.warn(fields, 'Could not import a source. Retrying later.');
      return 'again';
    }
    log[error.concernsOperator ? 'error' : 'info'](fields, 'Could not import a source.');
    return {
      record: (transaction) => recordFailedImport(context, transaction, id, error.message, source),
      cleanUp,
    };
  }
}

/** The error of an attempt that may no longer write. Compared by identity. */
const IMPORT_LOST = new KinoraError('cancelled', 'The source was deleted or uploaded again.');

async function importFile(context: WorkerContext, source: SourceRow, signal: AbortSignal): Promise<Imported> {
  await using folder = await openRenderFolder(context.folder, source);
  const fetched = await obtainFile(context, source, folder.path, signal);
  try {
    const { path } = fetched;
    const { size } = await stat(path);
    // A file that Kinora hosts itself is not downloaded, so nothing has limited its size yet.
    const { ingestLimits } = context.ingest;
    if (size > ingestLimits.maxBytes) throw createTooLargeError(ingestLimits.maxBytes);
    const [facts, sha256] = await Promise.all([
      context.inspectSource(path, { signal }),
      hashFile(path, signal),
    ]);
    const asset = await storeSource(context, source, facts, path, signal);
    return { asset, facts: { ...toColumns(facts), sha256, bytes: size } };
  } finally {
    await fetched.release();
  }
}

/** Returns a local copy of the file: downloaded from its URL, or taken from the uploads. */
async function obtainFile(
  { fetch, storage, ingest }: WorkerContext,
  { input, incoming, owner }: SourceRow,
  folder: string,
  signal: AbortSignal,
): Promise<FetchedFile> {
  if (input !== null) {
    const { maxBytes } = ingest.ingestLimits;
    try {
      return await fetch(input, { owner, cache: false, signal, maxBytes });
    } catch (error) {
      const isTooLarge = error instanceof KinoraError && error.code === 'asset_too_large';
      throw isTooLarge ? createTooLargeError(maxBytes) : error;
    }
  }
  const path = await storage.incoming.fetch(incoming ?? '', folder, signal);
  return { path, release: () => Promise.resolve() };
}

async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: HASH_BUFFER_BYTES }), hash, { signal });
  return hash.digest('hex');
}

const HASH_BUFFER_BYTES = 1024 * 1024;

async function storeSource(
  { database: { tables }, storage }: WorkerContext,
  source: SourceRow,
  { extension }: SourceFacts,
  path: string,
  signal: AbortSignal,
): Promise<NewAsset> {
  const file = sourceKeyOf(source, extension);
  if (!(await setSourceFile(tables, source, file))) throw IMPORT_LOST;
  const asset = toIngestAsset(source, file, planIngestDelivery(source));
  await beginAssets(tables, [asset]);
  const check = async (): Promise<void> => {
    signal.throwIfAborted();
    if (!(await isCurrentIngest(tables, 'source', source))) throw IMPORT_LOST;
  };
  if (source.incoming === null) await storage.put(file, path, check, signal);
  else await storage.incoming.publish(source.incoming, file, check, signal);
  return asset;
}

function toColumns({
  kind,
  width,
  height,
  duration,
  fps,
}: SourceFacts): Omit<ImportedFacts, 'sha256' | 'bytes'> {
  return {
    kind,
    width: width ?? null,
    height: height ?? null,
    duration: duration ?? null,
    fps: fps ?? null,
  };
}

async function recordImport(
  context: WorkerContext,
  transaction: Transaction<Schema>,
  { id, attempt }: SourceRow,
  { asset, facts }: Imported,
): Promise<void> {
  const { queue, toPublicUrl } = context;
  const ready = await setSourceReady(transaction, { id, attempt }, facts);
  if (ready === undefined) {
    await leaveEnded(transaction, id);
    return;
  }
  if (await endIfDeleted(transaction, id, asset.file)) return;
  await deliverIngested(context, transaction, asset, planIngestDelivery(ready), id);
  for (const rendition of await findQueuedRenditions(transaction, id))
    await queue.ingest.enqueueRendition(transaction, rendition);
  await enqueueIngestCallbacks(queue.callbacks, transaction, ready, [ready], toPublicUrl);
}

/**
 * Leaves a source that ended without this attempt. If it was deleted while its file was being stored, the
 * deletion has missed the file, so this marks it for deletion again.
 */
async function leaveEnded(transaction: Transaction<Schema>, id: string): Promise<void> {
  const source = await findSourceById(transaction, id);
  if (source?.status === 'deleted' && source.file !== null) await markForDeletion(transaction, [source.file]);
}

/**
 * Records that a source could not be imported, and sends the callbacks of the source and its renditions.
 *
 * @param only the attempt that failed, or the version whose attempts have all ended. Otherwise the source fails
 *   whatever its attempt.
 */
export async function recordFailedImport(
  { queue, toPublicUrl }: Pick<WorkerContext, 'queue' | 'toPublicUrl'>,
  transaction: Transaction<Schema>,
  id: string,
  error: string,
  only: { readonly attempt?: number; readonly version?: number } = {},
): Promise<void> {
  const failed = await failSource(transaction, id, only, error);
  if (failed === undefined) return;
  const renditions = (await findRenditions(transaction, [id])).filter(
    ({ version, status }) => version === failed.version && status === 'failed',
  );
  await enqueueIngestCallbacks(queue.callbacks, transaction, failed, [failed, ...renditions], toPublicUrl);
}

/** Deletes the uploaded bytes if the source no longer needs them, and the files that it has replaced. */
async function cleanUpImport(context: WorkerContext, source: SourceRow): Promise<void> {
  if (source.incoming !== null) await deleteUnawaited(context, [source.incoming]);
  await deleteMarkedFiles(context);
}
