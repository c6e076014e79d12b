import type { Transaction } from 'kysely';
import { toKinoraError, KinoraError } from '../../base/errors.ts';
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
import type { AttemptResult } from '../../jobs/attempt-queue.ts';
import type { CreationHandlers, CreationJob } from '../../jobs/creation-queue.ts';
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
import { openRenderFolder } from '../render-folder.ts';
import type { WorkerContext } from '../worker-context.ts';

/** Creates the handlers for the workers of the queue of creations. */
export function createCreationHandlers(context: WorkerContext): CreationHandlers {
  return {
    attempt: (job) => handleCreationJob(context, job),
    abandon: async ({ id }, transaction) => {
      context.log.error({ created: id }, 'Gave up a created asset: none of the attempts finished.');
      const error = 'The file could not be created: none of several attempts finished.';
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
 * API.
 *
 * @throws The reason of the job's signal if the process is stopping or the job has run out of time. All other
 * errors become the result.
 */
async function handleCreationJob(
  context: WorkerContext,
  { id, isLastTry, signal }: CreationJob,
): Promise<AttemptResult> {
  const { database, log } = context;
  const created = await beginCreation(database.tables, id);
  // It was deleted while it waited.
  if (created === undefined) return () => Promise.resolve();
  const ids = { created: id, attempt: created.attempt };
  const cleanUp = (): Promise<void> => deleteMarkedFiles(context);
  const isCurrent = (): Promise<boolean> => isCurrentCreation(database.tables, created);
  try {
    const stored = await whileCurrent(isCurrent, signal, (current) => create(context, created, current));
    log.info(ids, 'Created an asset.');
    return { record: (transaction) => recordCreation(context, transaction, created, stored), cleanUp };
  } catch (thrown) {
    // The work on an asset that was deleted meanwhile fails with various errors.
    if (thrown === CREATION_LOST || !(await isCurrent()))
      return { record: (transaction) => leaveEnded(transaction, created), cleanUp };
    const error = toKinoraError(thrown);
    if (signal.aborted || (error.retry && !isLastTry)) await setCreationQueued(database.tables, created);
    signal.throwIfAborted();
    const fields = { ...ids, code: error.code, err: error };
    if (error.retry && !isLastTry) {
      log.warn(fields, 'Could not create an asset. Retrying later.');
      return 'again';
    }
    log[error.concernsOperator ? 'error' : 'info'](fields, 'Could not create an asset.');
    const record = (transaction: Transaction<Schema>): Promise<void> =>
      recordFailedCreation(context, transaction, created, error.message);
    return { record, cleanUp };
  }
}

async function create(
  context: WorkerContext,
  created: CreatedAssetRow,
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
  { database: { tables }, storage }: WorkerContext,
  created: CreatedAssetRow,
  path: string,
  extension: CreatedExtension,
  signal: AbortSignal,
): Promise<NewAsset> {
  const { id, owner, stage } = created;
  const filename = `${id}${extension}`;
  const file = `${stage}/${owner}/${filename}`;
  if (!(await setCreationSaving(tables, created, file))) throw CREATION_LOST;
  const asset: NewAsset = { owner, stage, render: id, part: 'output', filename, file };
  await beginAssets(tables, [asset]);
  const check = async (): Promise<void> => {
    signal.throwIfAborted();
    if (!(await isCurrentCreation(tables, created))) throw CREATION_LOST;
  };
  await storage.put(file, path, check, signal);
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
