import { createHash } from 'node:crypto';
import { extname, join } from 'node:path';
import type { Transaction } from 'kysely';
import { KinoraError } from '../../base/errors.ts';
import { enqueueIngestCallbacks } from '../../callbacks/enqueue-callbacks.ts';
import type { RenditionTransformation, TranscriptionFormat } from '../../ingest/model.ts';
import type { RecordResult } from '../../jobs/attempt-job.ts';
import { endIfDeleted, type NewAsset } from '../../store/assets.ts';
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
import { findFinished, keepIfRoom } from '../finish/finished-files.ts';
import { type AttemptRules, type FailedSubject, storeWork } from '../attempt-handlers.ts';
import type { StageClock } from '../finish/stage-clock.ts';
import { openRenderFolder } from '../render-folder.ts';
import type { WorkerContext } from '../worker-context.ts';
import { deleteMarkedFiles, forgetFinished } from './clean-up.ts';
import { deliverIngested, planIngestDelivery, renditionKeyOf, toIngestAsset } from './ingest-asset.ts';

/** A finished rendition, ready to be recorded. */
interface Made {
  readonly asset: NewAsset;
  readonly outcome: RenditionOutcome;
}

/** The attempts at a rendition or a transcription. */
export const RENDITION: AttemptRules<Begun, Made> = {
  name: 'rendition',
  stage: 'making',
  texts: {
    done: 'Made a rendition.',
    failed: 'Could not make a rendition.',
    abandoned: 'Gave up a rendition: none of the attempts finished.',
    unknown: 'The file could not be made: none of several attempts finished.',
  },
  begin,
  fieldsOf: ({ id, attempt, source }, made) => ({
    rendition: id,
    source: source.id,
    attempt,
    ...(made && { took: made.outcome.execution_time }),
  }),
  isCurrent: (tables, begun) => isCurrentIngest(tables, 'rendition', begun),
  work: make,
  record: recordRendition,
  fail: recordFailedRendition,
  requeue: (transaction, begun) => setIngestQueued(transaction, 'rendition', begun),
  leave: leaveEnded,
  cleanUp: async (context, { id }) => {
    await deleteMarkedFiles(context);
    await forgetFinished(context, 'rendition', id);
  },
  forget: (context, id) => forgetFinished(context, 'rendition', id),
};

interface Begun extends Pick<RenditionRow, 'id' | 'attempt'> {
  readonly source: SourceRow;
  readonly rendition: RenditionRow;
}

/** Begins the attempt, unless an equal rendition is being made, or this one cannot or need not be made. */
async function begin(context: WorkerContext, id: string): Promise<Begun | RecordResult | undefined> {
  const { tables } = context.database;
  const planned = await findRendition(tables, id);
  const source = planned && (await findSourceById(tables, planned.source));
  if (source?.status === 'deleted')
    return (transaction) => recordFailedRendition(context, transaction, { id }, 'The source was deleted.');
  const leave: RecordResult = (transaction) => leaveEnded(context, transaction, id);
  // It is final, or its source is imported again.
  if (source?.status !== 'ready' || planned?.version !== source.version) return leave;
  const rendition = await beginRendition(tables, id, recipeOf(source, planned));
  if (rendition === 'wait') return undefined;
  return rendition === undefined ? leave : { id, attempt: rendition.attempt, source, rendition };
}

/**
 * Returns a hash that is equal for renditions with equal bytes: of the source, of the transformation, and of
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
const RECIPE_VERSION = 2;

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function make(
  context: WorkerContext,
  begun: Begun,
  clock: StageClock,
  signal: AbortSignal,
): Promise<Made> {
  const startedAt = performance.now();
  const copied = await copyEqual(context, begun, clock, signal);
  const made = copied ?? (await makeAnew(context, begun, clock, signal));
  const { width = null, height = null, duration = null, fps = null } = made.facts;
  const execution_time = Math.round(performance.now() - startedAt);
  return { asset: made.asset, outcome: { width, height, duration, fps, execution_time } };
}

type RenditionFacts = {
  readonly [Name in 'width' | 'height' | 'duration' | 'fps']?: number | null | undefined;
};

interface Stored {
  readonly asset: NewAsset;
  readonly facts: RenditionFacts;
}

/** Takes the file of an equal rendition. Returns undefined if there is none. */
async function copyEqual(
  context: WorkerContext,
  begun: Begun,
  clock: StageClock,
  signal: AbortSignal,
): Promise<Stored | undefined> {
  const { database, storage } = context;
  const equal = await database.retryUntilAvailable(
    () => findEqualRendition(database.tables, begun.rendition),
    {
      signal,
    },
  );
  const from = equal?.file;
  if (equal === undefined || from == null) return undefined;
  clock.enter('saving');
  try {
    const copy = (file: string) => storage.copy(from, file, signal);
    return { facts: equal, asset: await store(context, begun, extname(from), copy, signal) };
  } catch (error) {
    clock.enter('making');
    // The other file was deleted at this moment.
    if (error instanceof KinoraError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function makeAnew(
  context: WorkerContext,
  begun: Begun,
  clock: StageClock,
  signal: AbortSignal,
): Promise<Stored> {
  const { folder: root } = context;
  const { source, rendition } = begun;
  await using folder = await openRenderFolder(root, rendition);
  const { id, attempt } = rendition;
  const recipe = `rendition ${recipeOf(source, rendition)}`;
  let kept = await findFinished<RenditionFacts>(root, { id, recipe });
  if (kept === undefined) {
    const made = await produce(context, begun, folder.path, signal);
    const { width, height, duration, fps } = made;
    const files = { rendition: made.path };
    kept = await keepIfRoom(root, { id, attempt, recipe }, files, { width, height, duration, fps });
  }
  const path = kept.files['rendition'] ?? '';
  clock.enter('saving');
  const put = (file: string, check: () => Promise<void>) => context.storage.put(file, path, check, signal);
  return { facts: kept.about, asset: await store(context, begun, extname(path), put, signal) };
}

/** Makes the local file of a rendition or a transcription in a folder. */
async function produce(
  context: WorkerContext,
  { source: { file, owner }, rendition: { kind, transformation } }: Begun,
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
  context: WorkerContext,
  { source, rendition }: Begun,
  extension: string,
  put: (file: string, check: () => Promise<void>) => Promise<void>,
  signal: AbortSignal,
): Promise<NewAsset> {
  const { tables } = context.database;
  const file = renditionKeyOf(rendition, extension);
  const asset = toIngestAsset(rendition, file, planIngestDelivery(source), filenameOf(rendition));
  const work = {
    claim: () => setRenditionFile(tables, rendition, file),
    isCurrent: () => isCurrentIngest(tables, 'rendition', rendition),
    put: (check: () => Promise<void>) => put(file, check),
  };
  return await storeWork(context, asset, work, signal);
}

function filenameOf({ transformation }: RenditionRow): string | undefined {
  return (JSON.parse(transformation) as RenditionTransformation).filename;
}

async function recordRendition(
  context: WorkerContext,
  transaction: Transaction<Schema>,
  { source, rendition }: Begun,
  { asset, outcome }: Made,
): Promise<boolean> {
  const { queue, toPublicUrl } = context;
  const ready = await setRenditionReady(transaction, rendition, outcome);
  if (ready === undefined) return false;
  if (!(await endIfDeleted(transaction, ready.id, asset.file))) {
    const plan = planRenditionDelivery(source);
    await deliverIngested(context, transaction, asset, plan, filenameOf(ready) ?? ready.id);
    await enqueueIngestCallbacks(queue.callbacks, transaction, source, [ready], toPublicUrl);
  }
  await enqueueEqual(context, transaction, rendition);
  return true;
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
  if (waiting !== undefined) await queue.renditions.enqueue(transaction, waiting);
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

/** Records that a rendition could not be made, and sends its callback. */
async function recordFailedRendition(
  context: WorkerContext,
  transaction: Transaction<Schema>,
  { id, attempt }: FailedSubject,
  error: string,
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
