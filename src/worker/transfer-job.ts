import { basename, dirname } from 'node:path';
import type { Transaction } from 'kysely';
import type { ErrorCode } from '../base/errors.ts';
import { toDestinationFileName, toStoredFileName } from '../hosting/file-names.ts';
import { type AssetRow, failUnfinishedAssets, findStoredFiles, setAssetsReady } from '../store/assets.ts';
import { findImportingAsset } from '../store/copies.ts';
import {
  findTransfer,
  renameTransferFiles,
  type TransferRow,
  findWaitingCopies,
} from '../store/transfers.ts';
import type { Schema, Tables } from '../store/schema.ts';
import { type AttemptRules, WORK_LOST } from './attempt-handlers.ts';
import { retryUntilStored } from './finish/retry-until-stored.ts';
import type { StageClock } from './finish/stage-clock.ts';
import type { WorkerContext } from './worker-context.ts';
import { deleteEndedFiles } from './publication.ts';

interface Begun {
  readonly id: string;
  readonly transfer: TransferRow;
  readonly stored: AssetRow;
}

/** Errors that a transfer retries although a render fails with them, because a transfer has more time. */
export const RETRYABLE_CODES: readonly ErrorCode[] = ['asset_unreachable', 'asset_timed_out'];

/** The attempts to fetch the file of a transfer and store it. Success enqueues the copies. */
export const TRANSFER: AttemptRules<Begun, void> = {
  name: 'transfer',
  stage: 'fetching',
  texts: {
    done: 'Fetched the file of a transfer.',
    failed: 'Could not fetch the file of a transfer.',
    abandoned: 'Gave up a transfer: none of the attempts finished.',
    unknown: 'The file could not be fetched: none of several attempts finished.',
  },
  passing: RETRYABLE_CODES,
  begin: async (context, id) => {
    const { tables } = context.database;
    const transfer = await findTransfer(tables, id);
    const [stored] = await findStoredFiles(tables, id);
    if (transfer === undefined || stored === undefined) return undefined;
    // Either the file was deleted while the job waited, or another attempt has ended the transfer. In the
    // latter case, the queue does not record this result.
    if (stored.status !== 'importing')
      return (transaction) => enqueueTransferCopies(context, transaction, id);
    return { id, transfer, stored };
  },
  fieldsOf: ({ id }) => ({ transfer: id }),
  isCurrent,
  work: fetchAndStore,
  record: (context, transaction, { id }) => enqueueTransferCopies(context, transaction, id),
  // This also fails a file that an earlier attempt may have stored.
  fail: (_context, transaction, { id }, error) => failUnfinishedAssets(transaction, id, error),
  leave: enqueueTransferCopies,
  isOperators: ({ fault }) => fault === 'us',
};

/** True if the file was not deleted, and no other attempt has ended the transfer. */
async function isCurrent(db: Tables, { stored }: Begun): Promise<boolean> {
  return (await findImportingAsset(db, stored.id)) !== undefined;
}

/** Fetches the file and stores it. The extension of the stored name matches the content of the file. */
async function fetchAndStore(
  context: WorkerContext,
  begun: Begun,
  clock: StageClock,
  signal: AbortSignal,
): Promise<void> {
  const { database, fetch, storage, log, storageRetryLimits: limits } = context;
  const { transfer, stored } = begun;
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
      if (!(await database.retryUntilAvailable(() => isCurrent(tables, begun), { signal }))) throw WORK_LOST;
    };
    const put = (): Promise<void> => storage.put(file, fetched.path, check, signal);
    await retryUntilStored(put, { storage, log, signal, limits });
  } finally {
    await fetched.release();
  }
  await database.retryUntilAvailable(() => deleteEndedFiles(context, id), { signal });
}

/**
 * Renames the assets of a transfer to match the extension of its file. Returns false if the transfer has
 * ended.
 */
async function renameAssets(db: Tables, { id, own_id: name }: TransferRow, file: string): Promise<boolean> {
  const filename = basename(file);
  const suffix = filename.slice(id.length);
  return await renameTransferFiles(db, id, file, ({ destination, provider, options }) =>
    destination === 0
      ? filename
      : toDestinationFileName({ name, suffix }, { provider, options: options && JSON.parse(options) }),
  );
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
