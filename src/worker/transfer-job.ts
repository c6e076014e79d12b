import { basename, dirname } from 'node:path';
import type { Kysely, Transaction } from 'kysely';
import { asKinoraError, KinoraError } from '../base/errors.ts';
import { sentFilename, storedName } from '../hosting/sent-filename.ts';
import type { CopyEnd, CopyJob, CopySubject } from '../jobs/copy-queue.ts';
import { type AssetRow, failUnfinishedAssets, findStoredFiles, setAssetsReady } from '../store/assets.ts';
import {
  findImporting,
  findTransfer,
  renameFiles,
  type TransferRow,
  waitingCopies,
} from '../store/copies.ts';
import type { Schema } from '../store/schema.ts';
import type { WorkerParts } from './parts.ts';
import { removeEnded } from './publication.ts';

/** Fetches the file of a transfer into our storage, once, and has it sent on. Throws as a copy does. */
export async function doTransferJob(parts: WorkerParts, { id, last, signal }: CopyJob): Promise<CopyEnd> {
  const { tables } = parts.database;
  const transfer = await findTransfer(tables, id);
  const [stored] = await findStoredFiles(tables, id);
  if (transfer === undefined || stored === undefined) return () => Promise.resolve();
  const onwards: CopyEnd = (transaction) => sendOn(parts, transaction, id);
  // Deleted while it waited; or ended already, and then this try has lost its right to say so.
  if (stored.status !== 'importing') return onwards;
  const which = { transfer: id };
  try {
    await fetchInto(parts, transfer, stored, signal);
    await removeEnded(parts, id);
    parts.log.info(which, 'The file of a transfer was fetched.');
    return onwards;
  } catch (thrown) {
    signal.throwIfAborted();
    if (thrown === ENDED) return onwards;
    const error = asKinoraError(thrown);
    const fields = { ...which, code: error.code, err: error };
    if (!last && (error.retry || PASSING.includes(error.code))) {
      parts.log.warn(fields, 'The file of a transfer could not be fetched, and will be tried again.');
      return 'again';
    }
    parts.log[error.fault === 'us' ? 'error' : 'info'](
      fields,
      'The file of a transfer could not be fetched.',
    );
    // With what an earlier try may have stored.
    return (transaction) => failUnfinishedAssets(transaction, id, error.message);
  }
}

/** Why a file is not stored that is not on its way any more. Known by its identity. */
const ENDED = new KinoraError('cancelled', 'The file was deleted, or another try has ended its transfer.');

/** Fetches the file and stores it, under a name that fits what it is. */
async function fetchInto(
  { database: { tables }, fetch, storage }: WorkerParts,
  transfer: TransferRow,
  stored: AssetRow,
  signal: AbortSignal,
): Promise<void> {
  const { id, owner, url } = transfer;
  const fetched = await fetch(url, { owner, cache: false, signal });
  try {
    const fitting = `${dirname(stored.file)}/${storedName(id, url, fetched.ending)}`;
    const renamed = fitting !== stored.file && (await rename(tables, transfer, fitting));
    const file = renamed ? fitting : stored.file;
    const check = async (): Promise<void> => {
      signal.throwIfAborted();
      if ((await findImporting(tables, stored.id)) === undefined) throw ENDED;
    };
    await storage.put(file, fetched.path, check, signal);
  } finally {
    await fetched.release();
  }
}

/** Gives the assets of a transfer names with the ending of its file. */
async function rename(db: Kysely<Schema>, { id, own_id: name }: TransferRow, file: string): Promise<boolean> {
  const filename = basename(file);
  const ending = filename.slice(id.length);
  return await renameFiles(db, id, file, ({ destination, provider, options }) =>
    destination === 0
      ? filename
      : sentFilename({ name, ending }, { provider, options: options && JSON.parse(options) }),
  );
}

/** In a render these end it; a transfer has time. */
const PASSING: readonly string[] = ['asset_unreachable', 'asset_timed_out'];

/** Ends a transfer that was tried often enough and never came to an end. */
export async function giveUpTransfer(
  { log }: WorkerParts,
  { id }: CopySubject,
  transaction: Transaction<Schema>,
): Promise<void> {
  log.error({ transfer: id }, 'A transfer was given up: no try came to an end.');
  const error = 'The file was fetched several times and that never came to an end.';
  await failUnfinishedAssets(transaction, id, error);
}

async function sendOn({ queue }: WorkerParts, transaction: Transaction<Schema>, id: string): Promise<void> {
  await setAssetsReady(transaction, id);
  for (const { id: asset, owner } of await waitingCopies(transaction, id))
    await queue.copies.submit(transaction, { kind: 'asset', id: asset, owner });
}
