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

/**
 * Makes one attempt to fetch the file of a transfer and store it. If it succeeds, its result enqueues the
 * copies.
 *
 * @throws The reason of the job's signal if the process is stopping or the job has run out of time.
 */
export async function handleTransferJob(
  context: WorkerContext,
  { id, isLastTry: last, signal }: CopyJob,
): Promise<CopyResult> {
  const { tables } = context.database;
  const transfer = await findTransfer(tables, id);
  const [stored] = await findStoredFiles(tables, id);
  if (transfer === undefined || stored === undefined) return () => Promise.resolve();
  const proceed: CopyResult = (transaction) => enqueueTransferCopies(context, transaction, id);
  // Either the file was deleted while the job waited, or another attempt has ended the transfer. In the
  // latter case, the queue does not record this result.
  if (stored.status !== 'importing') return proceed;
  const ids = { transfer: id };
  try {
    await fetchAndStore(context, transfer, stored, signal);
    await deleteEndedFiles(context, id);
    context.log.info(ids, 'Fetched the file of a transfer.');
    return proceed;
  } catch (thrown) {
    signal.throwIfAborted();
    if (thrown === TRANSFER_ENDED) return proceed;
    const error = toKinoraError(thrown);
    const fields = { ...ids, code: error.code, err: error };
    if (!last && (error.retry || RETRYABLE_CODES.includes(error.code))) {
      context.log.warn(fields, 'Could not fetch the file of a transfer. Retrying later.');
      return 'again';
    }
    context.log[error.fault === 'us' ? 'error' : 'info'](fields, 'Could not fetch the file of a transfer.');
    // This also fails a file that an earlier attempt may have stored.
    return (transaction) => failUnfinishedAssets(transaction, id, error.message);
  }
}

/** The error of an attempt whose transfer has already ended. Compared by identity. */
const TRANSFER_ENDED = new KinoraError(
  'cancelled',
  'The file was deleted, or another attempt has ended its transfer.',
);

/** Fetches the file and stores it. The extension of the stored name matches the content of the file. */
async function fetchAndStore(
  { database: { tables }, fetch, storage }: WorkerContext,
  transfer: TransferRow,
  stored: AssetRow,
  signal: AbortSignal,
): Promise<void> {
  const { id, owner, url } = transfer;
  const fetched = await fetch(url, { owner, cache: false, signal });
  try {
    const corrected = `${dirname(stored.file)}/${toStoredFileName(id, url, fetched.ending)}`;
    const isRenamed = corrected !== stored.file && (await renameAssets(tables, transfer, corrected));
    const file = isRenamed ? corrected : stored.file;
    const check = async (): Promise<void> => {
      signal.throwIfAborted();
      if ((await findImportingAsset(tables, stored.id)) === undefined) throw TRANSFER_ENDED;
    };
    await storage.put(file, fetched.path, check, signal);
  } finally {
    await fetched.release();
  }
}

/**
 * Renames the assets of a transfer to match the extension of its file. Returns false if the transfer has
 * ended.
 */
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

/** Errors that a transfer retries although a render fails with them, because a transfer has more time. */
export const RETRYABLE_CODES: readonly string[] = ['asset_unreachable', 'asset_timed_out'];

/** Records that a transfer is given up, because its last attempt ended without a result. */
export async function abandonTransfer(
  { log }: WorkerContext,
  { id }: CopySubject,
  transaction: Transaction<Schema>,
): Promise<void> {
  log.error({ transfer: id }, 'Gave up a transfer: none of the attempts finished.');
  const error = 'The file could not be fetched: none of several attempts finished.';
  await failUnfinishedAssets(transaction, id, error);
}

/** Marks the stored file of a transfer as ready and enqueues its copies. */
async function enqueueTransferCopies(
  { queue }: WorkerContext,
  transaction: Transaction<Schema>,
  id: string,
): Promise<void> {
  await setAssetsReady(transaction, id);
  for (const { id: asset, owner } of await findWaitingCopies(transaction, id))
    await queue.copies.enqueue(transaction, { kind: 'asset', id: asset, owner });
}
