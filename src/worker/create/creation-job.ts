import type { Transaction } from 'kysely';
import { KinoraError } from '../../base/errors.ts';
import { enqueueCreationCallback } from '../../callbacks/enqueue-callbacks.ts';
import { checkImage } from '../../create/check-image.ts';
import {
  type CreatedExtension,
  extensionOf,
  type GeneratedFile,
  type GenerationOptions,
  type GenerationRequest,
  type ProviderName,
} from '../../create/model.ts';
import type { AttemptHandlers, AttemptJob, AttemptReport, RecordResult } from '../../jobs/attempt-job.ts';
import { beginAssets, endIfDeleted, type NewAsset, setAssetsReady } from '../../store/assets.ts';
import {
  beginCreation,
  type CreatedAssetRow,
  failCreation,
  findFileOfDeletedCreation,
  isCurrentCreation,
  setCreationDone,
  setCreationQueued,
  setCreationSaving,
} from '../../store/generation/created-assets.ts';
import { markForDeletion } from '../../store/pending-deletions.ts';
import type { Schema } from '../../store/schema.ts';
import { deleteMarkedFiles } from '../ingest/clean-up.ts';
import { whileCurrent } from '../ingest/while-current.ts';
import { describeAbandoned } from '../finish/end-render.ts';
import { describeForOperator, toAttemptError } from '../finish/infrastructure-fault.ts';
import { decideNext } from '../finish/next-step.ts';
import { retryUntilStored } from '../finish/retry-until-stored.ts';
import { StageClock } from '../finish/stage-clock.ts';
import { openRenderFolder } from '../render-folder.ts';
import type { WorkerContext } from '../worker-context.ts';

/** Creates the handlers for the workers of the queue of creations. */
export function createCreationHandlers(context: WorkerContext): AttemptHandlers<'created'> {
  return {
    attempt: (job) => handleCreationJob(context, job),
    abandon: async ({ id }, transaction, why) => {
      context.log.error({ created: id, ...why }, 'Gave up a created asset: none of the attempts finished.');
      const error = describeAbandoned(
        'The file could not be created: none of several attempts finished.',
        why,
      );
      await recordFailedCreation(context, transaction, { id }, error);
    },
  };
}

/** A stored file, ready to be recorded. */
interface Stored {
  readonly asset: NewAsset;
  readonly warnings: readonly string[];
}

/** The error of an attempt that may no longer write. Compared by identity. */
const CREATION_LOST = new KinoraError('cancelled', 'The created asset was deleted.');

/**
 * Makes one attempt at a created asset: obtains the generated file, and stores it in the format of the Create
 * API. All errors become the result.
 *
 * @throws The reason of the job's signal if the work has not begun.
 */
async function handleCreationJob(context: WorkerContext, job: AttemptJob<string>): Promise<AttemptReport> {
  const { database, log } = context;
  const { id, signal } = job;
  const created = await database.retryUntilAvailable(() => beginCreation(database.tables, id), { signal });
  // It was deleted while it waited.
  if (created === undefined) return {};
  using clock = new StageClock('generating');
  const cleanUp = (): Promise<void> => deleteMarkedFiles(context);
  const isCurrent = (): Promise<boolean> => isCurrentCreation(database.tables, created);
  try {
    const stored = await whileCurrent(isCurrent, signal, (current) =>
      create(context, created, clock, current),
    );
    log.info({ created: id, attempt: created.attempt }, 'Created an asset.');
    const record: RecordResult = (transaction) => recordCreation(context, transaction, created, stored);
    return { record, cleanUp, stages: clock.times };
  } catch (thrown) {
    // The work on an asset that was deleted meanwhile fails with various errors.
    if (thrown === CREATION_LOST || !(await database.retryUntilAvailable(isCurrent, { signal })))
      return { record: (transaction) => leaveEnded(transaction, created), cleanUp };
    const error = toAttemptError(thrown, { signal, folder: context.folder });
    return { ...reportFailedCreation(context, job, created, error), cleanUp, stages: clock.times };
  }
}

function reportFailedCreation(
  context: WorkerContext,
  job: AttemptJob<string>,
  created: CreatedAssetRow,
  error: KinoraError,
): AttemptReport {
  const { log } = context;
  const then = decideNext(error, job);
  const fields = { created: created.id, attempt: created.attempt, code: error.code, err: error };
  const report = { then, code: error.code, reason: describeForOperator(error) };
  if (then === 'failed') {
    log[error.concernsOperator ? 'error' : 'info'](fields, 'Could not create an asset.');
    const record: RecordResult = (transaction) =>
      recordFailedCreation(context, transaction, created, error.message);
    return { ...report, record };
  }
  if (then !== 'back') log.warn(fields, 'Could not create an asset. Retrying later.');
  return { ...report, record: (transaction) => setCreationQueued(transaction, created) };
}

async function create(
  context: WorkerContext,
  created: CreatedAssetRow,
  clock: StageClock,
  signal: AbortSignal,
): Promise<Stored> {
  await using folder = await openRenderFolder(context.folder, created);
  const { owner, provider, options } = created;
  const request: GenerationRequest = {
    // The server has validated both.
    provider: provider as ProviderName,
    options: JSON.parse(options) as GenerationOptions,
  };
  const file = await context.generated.obtain(request, {
    owner,
    folder: folder.path,
    cache: true,
    signal,
    requestedAt: created.created,
    checkImage: ({ mediaType, width, height }) =>
      checkImage({ format: mediaType.replace('image/', ''), width, height }),
  });
  const extension = extensionOf(request);
  const path = await convert(context, file, extension, folder.path, signal);
  clock.enter('saving');
  return { asset: await store(context, created, path, extension, signal), warnings: file.warnings };
}

/** Converts a generated file to the format of the Create API, unless it has it already. */
async function convert(
  context: WorkerContext,
  { path, extension }: GeneratedFile,
  wanted: CreatedExtension,
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  if (extension === wanted || wanted === '.txt') return path;
  const format = FORMATS[wanted];
  const converted = await context.convert(path, { format }, { folder, name: 'created' }, { signal });
  return converted.path;
}

const FORMATS = { '.mp3': 'mp3', '.png': 'png', '.jpg': 'jpg', '.mp4': 'mp4' } as const;

async function store(
  { database, storage, log, storageRetryLimits: limits }: WorkerContext,
  created: CreatedAssetRow,
  path: string,
  extension: CreatedExtension,
  signal: AbortSignal,
): Promise<NewAsset> {
  const { id, owner, stage } = created;
  const filename = `${id}${extension}`;
  const file = `${stage}/${owner}/${filename}`;
  const asset: NewAsset = { owner, stage, render: id, part: 'output', filename, file };
  const { tables } = database;
  const begin = async (): Promise<void> => {
    if (!(await setCreationSaving(tables, created, file))) throw CREATION_LOST;
    await beginAssets(tables, [asset]);
  };
  await database.retryUntilAvailable(begin, { signal });
  const isCurrent = (): Promise<boolean> => isCurrentCreation(tables, created);
  const check = async (): Promise<void> => {
    signal.throwIfAborted();
    if (!(await database.retryUntilAvailable(isCurrent, { signal }))) throw CREATION_LOST;
  };
  const put = (): Promise<void> => storage.put(file, path, check, signal);
  await retryUntilStored(put, { storage, log, signal, limits });
  return asset;
}

async function recordCreation(
  { queue, toPublicUrl }: WorkerContext,
  transaction: Transaction<Schema>,
  created: CreatedAssetRow,
  { asset, warnings }: Stored,
): Promise<void> {
  const done = await setCreationDone(transaction, created, warnings);
  if (done === undefined) {
    await leaveEnded(transaction, created);
    return;
  }
  if (await endIfDeleted(transaction, done.id, asset.file)) return;
  await setAssetsReady(transaction, done.id);
  await enqueueCreationCallback(queue.callbacks, transaction, done, toPublicUrl);
}

/**
 * Leaves a created asset that ended without this attempt. If it was deleted while its file was being stored, the
 * deletion may have missed the file, so this marks it for deletion again.
 */
async function leaveEnded(transaction: Transaction<Schema>, { id }: CreatedAssetRow): Promise<void> {
  const file = await findFileOfDeletedCreation(transaction, id);
  if (file !== undefined) await markForDeletion(transaction, [file]);
}

/** Records that an asset could not be created, and sends its callback. */
async function recordFailedCreation(
  { queue, toPublicUrl }: WorkerContext,
  transaction: Transaction<Schema>,
  created: { readonly id: string; readonly attempt?: number | undefined },
  error: string,
): Promise<void> {
  const failed = await failCreation(transaction, created, error);
  if (failed) await enqueueCreationCallback(queue.callbacks, transaction, failed, toPublicUrl);
}
