import { basename, dirname } from 'node:path';
import type { Kysely, Transaction } from 'kysely';
import { toKinoraError, KinoraError } from '../base/errors.ts';
import { toDestinationFileName, toStoredFileName } from '../hosting/file-names.ts';
import type { CopyResult, CopyJob, CopySubject } from '../jobs/copy-queue.ts';
import { type AssetRow, failUnfinishedAssets, findStoredFiles, setAssetsReady } from '../store/assets.ts';
import { findImportingAsset } from '../store/copies.ts';
import {
  findTransfer,
  renameTransferFiles,
  type TransferRow,
  findWaitingCopies,
} from '../store/transfers.ts';
import type { Schema } from '../store/schema.ts';
import type { WorkerContext } from './worker-context.ts';
import { deleteEndedFiles } from './publication.ts';

/** Fetches the file of a transfer into our storage, once, and has it sent on. Throws as a copy does. */
export async function handleTransferJob(
  context: WorkerContext,
  { id, isLastTry: last, signal }: CopyJob,
): Promise<CopyResult> {
  const { tables } = context.database;
  const transfer = await findTransfer(tables, id);
  const [stored] = await findStoredFiles(tables, id);
  if (transfer === undefined || stored === undefined) return () => Promise.resolve();
  const onwards: CopyResult = (transaction) => enqueueTransferCopies(context, transaction, id);
  // Deleted while it waited; or ended already, and then this try has lost its right to say so.
  if (stored.status !== 'importing') return onwards;
  const ids = { transfer: id };
  try {
    await fetchAndStore(context, transfer, stored, signal);
    await deleteEndedFiles(context, id);
    context.log.info(ids, 'The file of a transfer was fetched.');
    return onwards;
  } catch (thrown) {
    signal.throwIfAborted();
    if (thrown === TRANSFER_ENDED) return onwards;
    const error = toKinoraError(thrown);
    const fields = { ...ids, code: error.code, err: error };
    if (!last && (error.retry || RETRYABLE_CODES.includes(error.code))) {
      context.log.warn(fields, 'The file of a transfer could not be fetched, and will be tried again.');
      return 'again';
    }
    context.log[error.fault === 'us' ? 'error' : 'info'](
      fields,
      'The file of a transfer could not be fetched.',
    );
    // With what an earlier try may have stored.
    return (transaction) => failUnfinishedAssets(transaction, id, error.message);
  }
}

/** Why a file is not stored that is not on its way any more. Known by its identity. */
const TRANSFER_ENDED = new KinoraError(
  'cancelled',
  'The file was deleted, or another try has ended its transfer.',
);

/** Fetches the file and stores it, under a name that fits what it is. */
async function fetchAndStore(
  { database: { tables }, fetch, storage }: WorkerContext,
  transfer: TransferRow,
  stored: AssetRow,
  signal: AbortSignal,
): Promise<void> {
  const { id, owner, url } = transfer;
  const fetched = await fetch(url, { owner, cache: false, signal });
  try {
    const fitting = `${dirname(stored.file)}/${toStoredFileName(id, url, fetched.ending)}`;
    const renamed = fitting !== stored.file && (await renameAssets(tables, transfer, fitting));
    const file = renamed ? fitting : stored.file;
    const check = async (): Promise<void> => {
      signal.throwIfAborted();
      if ((await findImportingAsset(tables, stored.id)) === undefined) throw TRANSFER_ENDED;
    };
    await storage.put(file, fetched.path, check, signal);
  } finally {
    await fetched.release();
  }
}

/** Gives the assets of a transfer names with the ending of its file. */
async function renameAssets(
  db: Kysely<Schema>,
  { id, own_id: name }: TransferRow,
  file: string,
): Promise<boolean> {
  const filename = basename(file);
  const suffix = filename.slice(id.length);
  return await renameTransferFiles(db, id, file, ({ destination, provider, options }) =>
    destination === 0
      ? filename
      : toDestinationFileName({ name, suffix }, { provider, options: options && JSON.parse(options) }),
  );
}

/** In a render these end it; a transfer has time. */
const RETRYABLE_CODES: readonly string[] = ['asset_unreachable', 'asset_timed_out'];

/** Ends a transfer that was tried often enough and never came to an end. */
export async function abandonTransfer(
  { log }: WorkerContext,
  { id }: CopySubject,
  transaction: Transaction<Schema>,
): Promise<void> {
  log.error({ transfer: id }, 'A transfer was given up: no try came to an end.');
  const error = 'The file was fetched several times and that never came to an end.';
  await failUnfinishedAssets(transaction, id, error);
}

async function enqueueTransferCopies(
  { queue }: WorkerContext,
  transaction: Transaction<Schema>,
  id: string,
): Promise<void> {
  await setAssetsReady(transaction, id);
  for (const { id: asset, owner } of await findWaitingCopies(transaction, id))
    await queue.copies.enqueue(transaction, { kind: 'asset', id: asset, owner });
}
