import type { Transaction } from 'kysely';
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
import { endIfDeleted, type NewAsset, setAssetsReady } from '../../store/assets.ts';
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
import { type AttemptRules, type FailedSubject, storeWork } from '../attempt-handlers.ts';
import type { StageClock } from '../finish/stage-clock.ts';
import { openRenderFolder } from '../render-folder.ts';
import type { WorkerContext } from '../worker-context.ts';

/** A stored file, ready to be recorded. */
interface Stored {
  readonly asset: NewAsset;
  readonly warnings: readonly string[];
}

/** The attempts at a created asset: they obtain the generated file, and store it in the format of the Create API. */
export const CREATION: AttemptRules<CreatedAssetRow, Stored> = {
  name: 'created',
  stage: 'generating',
  texts: {
    done: 'Created an asset.',
    failed: 'Could not create an asset.',
    abandoned: 'Gave up a created asset: none of the attempts finished.',
    unknown: 'The file could not be created: none of several attempts finished.',
  },
  begin: ({ database }, id) => beginCreation(database.tables, id),
  fieldsOf: ({ id, attempt }) => ({ created: id, attempt }),
  isCurrent: isCurrentCreation,
  work: create,
  record: recordCreation,
  fail: recordFailedCreation,
  requeue: setCreationQueued,
  leave: leaveEnded,
  cleanUp: (context) => deleteMarkedFiles(context),
};

async function create(
  context: WorkerContext,
  created: CreatedAssetRow,
  clock: StageClock,
  signal: AbortSignal,
): Promise<Stored> {
  await using folder = await openRenderFolder(context.folder, created);
  const { id, owner, provider, options, model, take } = created;
  const request: GenerationRequest = {
    // The server has validated both.
    provider: provider as ProviderName,
    options: JSON.parse(options) as GenerationOptions,
    ...(model !== null && { model }),
    ...(take !== null && { take: id }),
  };
  const file = await context.generated.obtain(request, {
    owner,
    folder: folder.path,
    cache: true,
    signal,
    requestedAt: created.created,
    // The Create API knows three sizes of images, models take any.
    ...(model === null && {
      checkImage: ({ mediaType, width, height }) =>
        checkImage({ format: mediaType.replace('image/', ''), width, height }),
    }),
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
  context: WorkerContext,
  created: CreatedAssetRow,
  path: string,
  extension: CreatedExtension,
  signal: AbortSignal,
): Promise<NewAsset> {
  const { id, owner, stage } = created;
  const filename = `${id}${extension}`;
  const file = `${stage}/${owner}/${filename}`;
  const asset: NewAsset = { owner, stage, render: id, part: 'output', filename, file };
  const { tables } = context.database;
  const work = {
    claim: () => setCreationSaving(tables, created, file),
    isCurrent: () => isCurrentCreation(tables, created),
    put: (check: () => Promise<void>) => context.storage.put(file, path, check, signal),
  };
  return await storeWork(context, asset, work, signal);
}

async function recordCreation(
  { queue, toPublicUrl }: WorkerContext,
  transaction: Transaction<Schema>,
  created: CreatedAssetRow,
  { asset, warnings }: Stored,
): Promise<boolean> {
  const done = await setCreationDone(transaction, created, warnings);
  if (done === undefined) return false;
  if (await endIfDeleted(transaction, done.id, asset.file)) return true;
  await setAssetsReady(transaction, done.id);
  await enqueueCreationCallback(queue.callbacks, transaction, done, toPublicUrl);
  return true;
}

/**
 * Leaves a created asset that ended without this attempt. If it was deleted while its file was being stored, the
 * deletion may have missed the file, so this marks it for deletion again.
 */
async function leaveEnded(
  _context: WorkerContext,
  transaction: Transaction<Schema>,
  id: string,
): Promise<void> {
  const file = await findFileOfDeletedCreation(transaction, id);
  if (file !== undefined) await markForDeletion(transaction, [file]);
}

/** Records that an asset could not be created, and sends its callback. */
async function recordFailedCreation(
  { queue, toPublicUrl }: WorkerContext,
  transaction: Transaction<Schema>,
  created: FailedSubject,
  error: string,
): Promise<void> {
  const failed = await failCreation(transaction, created, error);
  if (failed) await enqueueCreationCallback(queue.callbacks, transaction, failed, toPublicUrl);
}
