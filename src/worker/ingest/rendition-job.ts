import { createHash } from 'node:crypto';
import { extname, join } from 'node:path';
import type { Transaction } from 'kysely';
import { toKinoraError, KinoraError } from '../../base/errors.ts';
import { enqueueIngestCallbacks } from '../../callbacks/enqueue-callbacks.ts';
import type { RenditionTransformation, TranscriptionFormat } from '../../ingest/model.ts';
import type { AttemptResult } from '../../jobs/attempt-queue.ts';
import type { MakeRenditionJob } from '../../jobs/ingest-queue.ts';
import { beginAssets, endIfDeleted, type NewAsset } from '../../store/assets.ts';
import {
  beginRendition,
  failRendition,
  findEqualRendition,
  findRendition,
  findWaitingRendition,
  isCurrentIngest,
  type RenditionOutcome,
  type RenditionRow,
  setRenditionFile,
  setIngestQueued,
  setRenditionReady,
} from '../../store/renditions.ts';
import { markForDeletion } from '../../store/pending-deletions.ts';
import type { IngestStatus, Schema } from '../../store/schema.ts';
import { findSourceById, type SourceRow } from '../../store/sources.ts';
import { openRenderFolder } from '../render-folder.ts';
import type { WorkerContext } from '../worker-context.ts';
import { deleteMarkedFiles } from './clean-up.ts';
import { deliverIngested, planIngestDelivery, renditionKeyOf, toIngestAsset } from './ingest-asset.ts';
import { whileCurrent } from './while-current.ts';

/** A finished rendition, ready to be recorded. */
interface Made {
  readonly asset: NewAsset;
  readonly outcome: RenditionOutcome;
}

/**
 * Makes one attempt at a rendition or a transcription.
 *
 * @throws The reason of the job's signal if the process is stopping or the job has run out of time. All other
 * errors become the result.
 */
export async function handleRenditionJob(
  context: WorkerContext,
  { id, isLastTry, signal }: MakeRenditionJob,
): Promise<AttemptResult> {
  const { database, log } = context;
  const begun = await begin(context, id);
  if (begun === 'waits') return () => Promise.resolve();
  if (begun === 'final') return (transaction) => leaveEnded(context, transaction, id);
  if (begun === 'impossible')
    return (transaction) => recordFailedRendition(context, transaction, id, 'The source was deleted.');
  const { source, rendition } = begun;
  const ids = { rendition: id, source: source.id, attempt: rendition.attempt };
  const cleanUp = (): Promise<void> => deleteMarkedFiles(context);
  try {
    const made = await whileCurrent(
      () => isCurrentIngest(database.tables, 'rendition', rendition),
      signal,
      (current) => make(context, source, rendition, current),
    );
    log.info({ ...ids, took: made.outcome.execution_time }, 'Made a rendition.');
    return { record: (transaction) => recordRendition(context, transaction, begun, made), cleanUp };
  } catch (thrown) {
    // The work of a rendition that was deleted meanwhile fails with various errors.
    if (thrown === RENDITION_LOST || !(await isCurrentIngest(database.tables, 'rendition', rendition)))
      return { record: (transaction) => leaveEnded(context, transaction, id), cleanUp };
    const error = toKinoraError(thrown);
    if (signal.aborted || (error.retry && !isLastTry))
      await setIngestQueued(database.tables, 'rendition', rendition);
    signal.throwIfAborted();
    const fields = { ...ids, code: error.code, err: error };
    if (error.retry && !isLastTry) {
      log.warn(fields, 'Could not make a rendition. Retrying later.');
      return 'again';
    }
    log[error.concernsOperator ? 'error' : 'info'](fields, 'Could not make a rendition.');
    return {
      record: (transaction) =>
        recordFailedRendition(context, transaction, id, error.message, rendition.attempt),
      cleanUp,
    };
  }
}

/** The error of an attempt that may no longer write. Compared by identity. */
const RENDITION_LOST = new KinoraError('cancelled', 'The rendition was deleted or overwritten.');

interface Begun {
  readonly source: SourceRow;
  readonly rendition: RenditionRow;
}

/**
 * Begins the attempt. Returns `waits` if an equal rendition is being made; `final` if this one is, or if its
 * source is imported again; `impossible` if the file of the source was deleted.
 */
async function begin(
  { database: { tables } }: WorkerContext,
  id: string,
): Promise<Begun | 'waits' | 'final' | 'impossible'> {
  const planned = await findRendition(tables, id);
  const source = planned && (await findSourceById(tables, planned.source));
  if (source?.status === 'deleted') return 'impossible';
  if (source?.status !== 'ready' || planned?.version !== source.version) return 'final';
  const rendition = await beginRendition(tables, id, recipeOf(source, planned));
  if (rendition === 'wait') return 'waits';
  return rendition === undefined ? 'final' : { source, rendition };
}

/**
 * Returns a hash that is equal for renditions with equal bytes: of the source, of what is made of it, and of
 * the version of the code that makes it. The name of the file does not count.
 */
function recipeOf({ sha256 }: SourceRow, { kind, transformation }: RenditionRow): string {
  const canonical = JSON.stringify(JSON.parse(transformation), (key, value: unknown) =>
    key === 'filename' ? undefined : sortKeys(value),
  );
  return createHash('sha256')
    .update(JSON.stringify([RECIPE_VERSION, sha256, kind, canonical]))
    .digest('hex');
}

/** Increase it when renditions come out differently. */
const RECIPE_VERSION = 1;

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function make(
  context: WorkerContext,
  source: SourceRow,
  rendition: RenditionRow,
  signal: AbortSignal,
): Promise<Made> {
  const startedAt = performance.now();
  const copied = await copyEqual(context, source, rendition, signal);
  const made = copied ?? (await makeAnew(context, source, rendition, signal));
  const { width = null, height = null, duration = null, fps = null } = made.facts;
  const execution_time = Math.round(performance.now() - startedAt);
  return { asset: made.asset, outcome: { width, height, duration, fps, execution_time } };
}

interface Stored {
  readonly asset: NewAsset;
  readonly facts: { readonly [Name in 'width' | 'height' | 'duration' | 'fps']?: number | null | undefined };
}

/** Takes the file of an equal rendition. Returns undefined if there is none. */
async function copyEqual(
  context: WorkerContext,
  source: SourceRow,
  rendition: RenditionRow,
  signal: AbortSignal,
): Promise<Stored | undefined> {
  const equal = await findEqualRendition(context.database.tables, rendition);
  const from = equal?.file;
  if (equal === undefined || from == null) return undefined;
  try {
    const copy = (file: string) => context.storage.copy(from, file, signal);
    return { facts: equal, asset: await store(context, source, rendition, extname(from), copy) };
  } catch (error) {
    // The other file was deleted at this moment.
    if (error instanceof KinoraError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function makeAnew(
  context: WorkerContext,
  source: SourceRow,
  rendition: RenditionRow,
  signal: AbortSignal,
): Promise<Stored> {
  const { database, storage } = context;
  await using folder = await openRenderFolder(context.folder, rendition);
  const made = await produce(context, source, rendition, folder.path, signal);
  const check = async (): Promise<void> => {
    signal.throwIfAborted();
    if (!(await isCurrentIngest(database.tables, 'rendition', rendition))) throw RENDITION_LOST;
  };
  const put = (file: string) => storage.put(file, made.path, check, signal);
  return { facts: made, asset: await store(context, source, rendition, extname(made.path), put) };
}

/** Makes the local file of a rendition or a transcription in a folder. */
async function produce(
  context: WorkerContext,
  { file, owner }: SourceRow,
  { kind, transformation }: RenditionRow,
  folder: string,
  signal: AbortSignal,
): ReturnType<WorkerContext['convert']> {
  const stored = await context.fetch(context.toPublicUrl(file ?? ''), { owner, cache: true, signal });
  try {
    const wanted: unknown = JSON.parse(transformation);
    if (kind === 'rendition')
      return await context.convert(
        stored.path,
        wanted as RenditionTransformation,
        { folder, name: 'rendition' },
        { signal },
      );
    const { format = 'vtt' } = wanted as { format?: TranscriptionFormat };
    const to = join(folder, `transcription.${format}`);
    await context.transcribe(stored.path, { format, to, folder, owner, signal });
    return { path: to, extension: `.${format}` };
  } finally {
    await stored.release();
  }
}

/** Stores the file of a rendition. @param put stores it under a key. */
async function store(
  { database: { tables } }: WorkerContext,
  source: SourceRow,
  rendition: RenditionRow,
  extension: string,
  put: (file: string) => Promise<void>,
): Promise<NewAsset> {
  const file = renditionKeyOf(rendition, extension);
  if (!(await setRenditionFile(tables, rendition, file))) throw RENDITION_LOST;
  const asset = toIngestAsset(rendition, file, planIngestDelivery(source), filenameOf(rendition));
  await beginAssets(tables, [asset]);
  await put(file);
  return asset;
}

function filenameOf({ transformation }: RenditionRow): string | undefined {
  return (JSON.parse(transformation) as RenditionTransformation).filename;
}

async function recordRendition(
  context: WorkerContext,
  transaction: Transaction<Schema>,
  { source, rendition }: Begun,
  { asset, outcome }: Made,
): Promise<void> {
  const { queue, toPublicUrl } = context;
  const ready = await setRenditionReady(transaction, rendition, outcome);
  if (ready === undefined) {
    await leaveEnded(context, transaction, rendition.id);
    return;
  }
  if (!(await endIfDeleted(transaction, ready.id, asset.file))) {
    const plan = planRenditionDelivery(source);
    await deliverIngested(context, transaction, asset, plan, filenameOf(ready) ?? ready.id);
    await enqueueIngestCallbacks(queue.callbacks, transaction, source, [ready], toPublicUrl);
  }
  await enqueueEqual(context, transaction, rendition);
}

/**
 * Returns the destinations of a rendition. The `filename` in the options of a destination is the name of the
 * source there; a rendition under the same name could replace it.
 */
function planRenditionDelivery(source: SourceRow): ReturnType<typeof planIngestDelivery> {
  const plan = planIngestDelivery(source);
  return {
    ...plan,
    external: plan.external.map(({ position, destination }) => ({
      position,
      destination: {
        ...destination,
        options: { ...destination.options, filename: undefined },
      } as typeof destination,
    })),
  };
}

/**
 * Enqueues the next rendition that has waited for this one. It takes the file of this one, or is made if there
 * is none, and enqueues the one after it. Every job of a final rendition does this: otherwise the others would
 * wait for ever, for example if this one was deleted before its next attempt.
 */
async function enqueueEqual(
  { queue }: WorkerContext,
  transaction: Transaction<Schema>,
  rendition: Pick<RenditionRow, 'owner' | 'recipe'>,
): Promise<void> {
  const waiting = await findWaitingRendition(transaction, rendition);
  if (waiting !== undefined) await queue.ingest.enqueueRendition(transaction, waiting);
}

/**
 * Leaves a rendition that ended without this attempt. If it was deleted while its file was being stored, the
 * deletion has missed the file, so this marks it for deletion again.
 */
async function leaveEnded(
  context: WorkerContext,
  transaction: Transaction<Schema>,
  id: string,
): Promise<void> {
  const rendition = await findRendition(transaction, id);
  if (rendition === undefined) return;
  const { status, file } = rendition;
  if (file !== null && ENDED_WITHOUT_FILE.includes(status)) await markForDeletion(transaction, [file]);
  await enqueueEqual(context, transaction, rendition);
}

const ENDED_WITHOUT_FILE: readonly IngestStatus[] = ['failed', 'deleted', 'overwritten'];

/**
 * Records that a rendition could not be made, and sends its callback.
 *
 * @param attempt the attempt that failed. Undefined to fail the rendition whatever its attempt.
 */
export async function recordFailedRendition(
  context: WorkerContext,
  transaction: Transaction<Schema>,
  id: string,
  error: string,
  attempt?: number,
): Promise<void> {
  const failed = await failRendition(transaction, id, attempt, error);
  if (failed === undefined) {
    await leaveEnded(context, transaction, id);
    return;
  }
  const source = await findSourceById(transaction, failed.source);
  const { queue, toPublicUrl } = context;
  if (source) await enqueueIngestCallbacks(queue.callbacks, transaction, source, [failed], toPublicUrl);
  await enqueueEqual(context, transaction, failed);
}
