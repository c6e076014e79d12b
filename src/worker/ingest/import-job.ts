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
  work: (context, source, clock, signal) => new Import(context, source, clock, signal).run(),
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

/** One attempt at fetching, inspecting and storing a source. */
class Import {
  private readonly context: WorkerContext;
  private readonly source: SourceRow;
  private readonly clock: StageClock;
  private readonly signal: AbortSignal;

  constructor(context: WorkerContext, source: SourceRow, clock: StageClock, signal: AbortSignal) {
    this.context = context;
    this.source = source;
    this.clock = clock;
    this.signal = signal;
  }

  async run(): Promise<Imported> {
    const { folder: root } = this.context;
    await using folder = await openRenderFolder(root, this.source);
    const recipe = recipeOf(this.source);
    const kept = await findFinished<FetchedFacts>(root, { id: this.source.id, recipe });
    if (kept !== undefined) return await this.store(kept.files['source'] ?? '', kept.about);
    const fetched = await obtainFile(this.context, this.source, folder.path, this.signal);
    try {
      const facts = await this.inspect(fetched.path);
      return await this.store(await this.keep(fetched.path, folder.path, recipe, facts), facts);
    } finally {
      await fetched.release();
    }
  }

  private async inspect(path: string): Promise<FetchedFacts> {
    this.clock.enter('inspecting');
    const { size: bytes } = await stat(path);
    // A file that Kinora hosts itself is not downloaded, so nothing has limited its size yet.
    const { ingestLimits } = this.context.ingest;
    if (bytes > ingestLimits.maxBytes) throw createTooLargeError(ingestLimits.maxBytes);
    const { signal } = this;
    const [found, sha256] = await Promise.all([
      this.context.inspectSource(path, { signal }),
      hashFile(path, signal),
    ]);
    return { found, sha256, bytes };
  }

  /**
   * Keeps a downloaded file until it is stored. Its address may stop working meanwhile.
   *
   * @returns its path.
   */
  private async keep(path: string, folder: string, recipe: string, facts: FetchedFacts): Promise<string> {
    // The storage keeps uploaded bytes until they are imported.
    if (this.source.incoming !== null) return path;
    const { id, attempt } = this.source;
    try {
      const linked = join(folder, 'source');
      await link(path, linked);
      const work = { id, attempt, recipe };
      const kept = await keepFinished(this.context.folder, work, { source: linked }, facts);
      return kept.files['source'] ?? path;
    } catch (error) {
      // The cache may be on another disk, and the disk may be full. The file can still be fetched again.
      this.context.log.debug({ err: error, source: id }, 'Could not keep a fetched file.');
      return path;
    }
  }

  private async store(path: string, { found, sha256, bytes }: FetchedFacts): Promise<Imported> {
    this.clock.enter('saving');
    const asset = await storeSource(this.context, this.source, found, path, this.signal);
    return { asset, facts: { ...toColumns(found), sha256, bytes } };
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
): Promise<void> {
  const { queue, toPublicUrl } = context;
  const ready = await setSourceReady(transaction, { id, attempt }, facts);
  if (ready === undefined) {
    await leaveEnded(context, transaction, id);
    return;
  }
  if (await endIfDeleted(transaction, id, asset.file)) return;
  await deliverIngested(context, transaction, asset, planIngestDelivery(ready), id);
  for (const rendition of await findQueuedRenditions(transaction, id))
    await queue.renditions.enqueue(transaction, rendition);
  await enqueueIngestCallbacks(queue.callbacks, transaction, ready, [ready], toPublicUrl);
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
