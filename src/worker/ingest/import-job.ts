import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Transaction } from 'kysely';
import { KinoraError } from '../../base/errors.ts';
import { enqueueIngestCallbacks } from '../../callbacks/enqueue-callbacks.ts';
import { createTooLargeError } from '../../hosting/limit-length.ts';
import type { SourceFacts } from '../../ingest/model.ts';
import { endIfDeleted, type NewAsset } from '../../store/assets.ts';
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
import { findFinished, keepFinished } from '../finish/finished-files.ts';
import { type AttemptRules, type FailedSubject, storeWork } from '../attempt-handlers.ts';
import type { StageClock } from '../finish/stage-clock.ts';
import { openRenderFolder } from '../render-folder.ts';
import { RETRYABLE_CODES } from '../transfer-job.ts';
import type { FetchedFile, WorkerContext } from '../worker-context.ts';
import { deleteUnawaited, deleteMarkedFiles, forgetFinished } from './clean-up.ts';
import { deliverIngested, planIngestDelivery, sourceKeyOf, toIngestAsset } from './ingest-asset.ts';

/** An imported file, ready to be recorded. */
interface Imported {
  readonly asset: NewAsset;
  readonly facts: ImportedFacts;
}

/** The attempts to import a source: they fetch the file, find out what it is, and store it. */
export const IMPORT: AttemptRules<SourceRow, Imported> = {
  name: 'source',
  stage: 'fetching',
  texts: {
    done: 'Imported a source.',
    failed: 'Could not import a source.',
    abandoned: 'Gave up a source: none of the attempts finished.',
    unknown: 'The file could not be imported: none of several attempts finished.',
  },
  passing: RETRYABLE_CODES,
  // Otherwise the source was deleted or uploaded again while it waited.
  begin: async (context, id) =>
    (await beginImport(context.database.tables, id)) ??
    ((transaction) => leaveEnded(context, transaction, id)),
  fieldsOf: ({ id, attempt }) => ({ source: id, attempt }),
  isCurrent: (tables, source) => isCurrentIngest(tables, 'source', source),
  work: importSource,
  record: recordImport,
  fail: recordFailedImport,
  requeue: (transaction, source) => setIngestQueued(transaction, 'source', source),
  leave: leaveEnded,
  cleanUp: cleanUpImport,
  forget: (context, id) => forgetFinished(context, 'source', id),
};

/** The facts that are kept with a fetched file. */
interface FetchedFacts {
  readonly found: SourceFacts;
  readonly sha256: string;
  readonly bytes: number;
}

/** Fetches, inspects and stores a source. */
async function importSource(
  context: WorkerContext,
  source: SourceRow,
  clock: StageClock,
  signal: AbortSignal,
): Promise<Imported> {
  await using folder = await openRenderFolder(context.folder, source);
  const kept = await findFinished<FetchedFacts>(context.folder, { id: source.id, recipe: recipeOf(source) });
  const store = async (path: string, { found, sha256, bytes }: FetchedFacts): Promise<Imported> => {
    clock.enter('saving');
    const asset = await storeSource(context, source, found, path, signal);
    return { asset, facts: { ...toColumns(found), sha256, bytes } };
  };
  if (kept !== undefined) return await store(kept.files['source'] ?? '', kept.about);
  const fetched = await obtainFile(context, source, folder.path, signal);
  try {
    clock.enter('inspecting');
    const facts = await inspect(context, fetched.path, signal);
    return await store(await keep(context, source, fetched.path, folder.path, facts), facts);
  } finally {
    await fetched.release();
  }
}

async function inspect(
  { ingest: { ingestLimits }, inspectSource }: WorkerContext,
  path: string,
  signal: AbortSignal,
): Promise<FetchedFacts> {
  const { size: bytes } = await stat(path);
  // A file that Kinora hosts itself is not downloaded, so nothing has limited its size yet.
  if (bytes > ingestLimits.maxBytes) throw createTooLargeError(ingestLimits.maxBytes);
  const [found, sha256] = await Promise.all([inspectSource(path, { signal }), hashFile(path, signal)]);
  return { found, sha256, bytes };
}

/** Keeps a downloaded file until it is stored. Its address may stop working meanwhile. Returns its path. */
async function keep(
  context: WorkerContext,
  source: SourceRow,
  path: string,
  folder: string,
  facts: FetchedFacts,
): Promise<string> {
  const { id, attempt } = source;
  // The storage keeps uploaded bytes until they are imported.
  if (source.incoming !== null) return path;
  try {
    const linked = join(folder, 'source');
    await link(path, linked);
    const work = { id, attempt, recipe: recipeOf(source) };
    const kept = await keepFinished(context.folder, work, { source: linked }, facts);
    return kept.files['source'] ?? path;
  } catch (error) {
    // The cache may be on another disk, and the disk may be full. The file can still be fetched again.
    context.log.debug({ err: error, source: id }, 'Could not keep a fetched file.');
    return path;
  }
}

/** Returns a text that distinguishes the bytes of this version of the source from those of others. */
function recipeOf({ version, input }: SourceRow): string {
  const address = createHash('sha256').update(input ?? '');
  return `source ${version} ${address.digest('hex')}`;
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
  context: WorkerContext,
  source: SourceRow,
  { extension }: SourceFacts,
  path: string,
  signal: AbortSignal,
): Promise<NewAsset> {
  const { database, storage } = context;
  const { tables } = database;
  const { incoming } = source;
  const file = sourceKeyOf(source, extension);
  const asset = toIngestAsset(source, file, planIngestDelivery(source));
  const work = {
    claim: () => setSourceFile(tables, source, file),
    isCurrent: () => isCurrentIngest(tables, 'source', source),
    put: (check: () => Promise<void>): Promise<void> =>
      incoming === null
        ? storage.put(file, path, check, signal)
        : storage.incoming.publish(incoming, file, check, signal),
  };
  return await storeWork(context, asset, work, signal);
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
): Promise<boolean> {
  const { queue, toPublicUrl } = context;
  const ready = await setSourceReady(transaction, { id, attempt }, facts);
  if (ready === undefined) return false;
  if (await endIfDeleted(transaction, id, asset.file)) return true;
  await deliverIngested(context, transaction, asset, planIngestDelivery(ready), id);
  for (const rendition of await findQueuedRenditions(transaction, id))
    await queue.renditions.enqueue(transaction, rendition);
  await enqueueIngestCallbacks(queue.callbacks, transaction, ready, [ready], toPublicUrl);
  return true;
}

/**
 * Leaves a source that ended without this attempt. If it was deleted while its file was being stored, the
 * deletion has missed the file, so this marks it for deletion again.
 */
async function leaveEnded(
  _context: WorkerContext,
  transaction: Transaction<Schema>,
  id: string,
): Promise<void> {
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
  { id, ...only }: FailedSubject,
  error: string,
): Promise<void> {
  const failed = await failSource(transaction, id, only, error);
  if (failed === undefined) return;
  const renditions = (await findRenditions(transaction, [id])).filter(
    ({ version, status }) => version === failed.version && status === 'failed',
  );
  await enqueueIngestCallbacks(queue.callbacks, transaction, failed, [failed, ...renditions], toPublicUrl);
}

/** Deletes the files that the source no longer needs: fetched, uploaded and replaced ones. Never rejects. */
async function cleanUpImport(context: WorkerContext, source: SourceRow): Promise<void> {
  if (source.incoming !== null) await deleteUnawaited(context, [source.incoming]);
  await deleteMarkedFiles(context);
  await forgetFinished(context, 'source', source.id);
}
