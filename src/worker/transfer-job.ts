import { basename, dirname } from 'node:path';
import type { Kysely, Transaction } from 'kysely';
import { KinoraError } from '../base/errors.ts';
import { toDestinationFileName, toStoredFileName } from '../hosting/file-names.ts';
import type {
  AbandonReason,
  AttemptJob,
  AttemptReport,
  AttemptSubject,
  RecordResult,
} from '../jobs/attempt-job.ts';
import { type AssetRow, failUnfinishedAssets, findStoredFiles, setAssetsReady } from '../store/assets.ts';
import { findImportingAsset } from '../store/copies.ts';
import {
  findTransfer,
  renameTransferFiles,
  type TransferRow,
  findWaitingCopies,
} from '../store/transfers.ts';
import type { Schema } from '../store/schema.ts';
import { describeAbandoned } from './finish/end-render.ts';
import { toAttemptError } from './finish/infrastructure-fault.ts';
import { decideNext } from './finish/next-step.ts';
import { retryUntilStored } from './finish/retry-until-stored.ts';
import { StageClock } from './finish/stage-clock.ts';
import type { WorkerContext } from './worker-context.ts';
import { deleteEndedFiles } from './publication.ts';

/**
 * Makes one attempt to fetch the file of a transfer and store it. If it succeeds, its result enqueues the
 * copies. All errors become the result.
 *
 * @throws The reason of the job's signal if the process is stopping or the job has run out of time.
 */
export async function handleTransferJob(
  context: WorkerContext,
  job: AttemptJob<string>,
): Promise<AttemptReport> {
  const { database, log } = context;
  const { id, signal } = job;
  const find = async () => ({
    transfer: await findTransfer(database.tables, id),
    stored: (await findStoredFiles(database.tables, id))[0],
  });
  const { transfer, stored } = await database.retryUntilAvailable(find, { signal });
  if (transfer === undefined || stored === undefined) return {};
  const record: RecordResult = (transaction) => enqueueTransferCopies(context, transaction, id);
  // Either the file was deleted while the job waited, or another attempt has ended the transfer. In the
  // latter case, the queue does not record this result.
  if (stored.status !== 'importing') return { record };
  using clock = new StageClock('fetching');
  try {
    await fetchAndStore(context, transfer, stored, clock, signal);
    await database.retryUntilAvailable(() => deleteEndedFiles(context, id), { signal });
    log.info({ transfer: id }, 'Fetched the file of a transfer.');
    return { record, stages: clock.times };
  } catch (thrown) {
    signal.throwIfAborted();
    if (thrown === TRANSFER_ENDED) return { record };
    const error = toAttemptError(thrown, { signal, folder: context.folder });
    const then = decideNext(error, job, error.retry || RETRYABLE_CODES.includes(error.code));
    const fields = { transfer: id, code: error.code, err: error };
    const report = { then, code: error.code, reason: error.message, stages: clock.times };
    if (then !== 'failed') {
      log.warn(fields, 'Could not fetch the file of a transfer. Retrying later.');
      return report;
    }
    log[error.fault === 'us' ? 'error' : 'info'](fields, 'Could not fetch the file of a transfer.');
    // This also fails a file that an earlier attempt may have stored.
    const fail: RecordResult = (transaction) => failUnfinishedAssets(transaction, id, error.message);
    return { ...report, record: fail };
  }
}

/** The error of an attempt whose transfer has already ended. Compared by identity. */
const TRANSFER_ENDED = new KinoraError(
  'cancelled',
  'The file was deleted, or another attempt has ended its transfer.',
);

/** Fetches the file and stores it. The extension of the stored name matches the content of the file. */
async function fetchAndStore(
  { database, fetch, storage, log, storageRetryLimits: limits }: WorkerContext,
  transfer: TransferRow,
  stored: AssetRow,
  clock: StageClock,
  signal: AbortSignal,
): Promise<void> {
  const { id, owner, url } = transfer;
  const fetched = await fetch(url, { owner, cache: false, signal });
  try {
    const corrected = `${dirname(stored.file)}/${toStoredFileName(id, url, fetched.ending)}`;
    clock.enter('saving');
    const { tables } = database;
    const rename = (): Promise<boolean> => renameAssets(tables, transfer, corrected);
    const isRenamed = corrected !== stored.file && (await database.retryUntilAvailable(rename, { signal }));
    const file = isRenamed ? corrected : stored.file;
    const check = async (): Promise<void> => {
      signal.throwIfAborted();
      const find = () => findImportingAsset(tables, stored.id);
      if ((await database.retryUntilAvailable(find, { signal })) === undefined) throw TRANSFER_ENDED;
    };
    const put = (): Promise<void> => storage.put(file, fetched.path, check, signal);
    await retryUntilStored(put, { storage, log, signal, limits });
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
  { id }: AttemptSubject<string>,
  transaction: Transaction<Schema>,
  why: AbandonReason,
): Promise<void> {
  log.error({ transfer: id, ...why }, 'Gave up a transfer: none of the attempts finished.');
  const error = describeAbandoned('The file could not be fetched: none of several attempts finished.', why);
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
