import { basename } from 'node:path';
import type { Transaction } from 'kysely';
import { asKinoraError, KinoraError } from '../base/errors.ts';
import type { Sent, SentFile } from '../destinations/destination.ts';
import { mediaType } from '../hosting/media-type.ts';
import { announceCopy } from '../jobs/announce.ts';
import type { CopyEnd, CopyJob, CopySubject } from '../jobs/copy-queue.ts';
import type { AssetRow } from '../store/assets.ts';
import { type CopyOutcome, endCopy, findImporting, findTransfer } from '../store/copies.ts';
import type { Schema } from '../store/schema.ts';
import { destinationOf } from './copies.ts';
import { findCredentials, renewal } from './credentials.ts';
import type { WorkerParts } from './parts.ts';

const NOTHING: CopyEnd = () => Promise.resolve();

/** Sends one asset once. Throws only when the queue shall see to it: because the process stops, or time is up. */
export async function doCopyJob(parts: WorkerParts, { id, last, signal }: CopyJob): Promise<CopyEnd> {
  const asset = await findImporting(parts.database.tables, id);
  // Deleted while it waited, or forgotten with its render.
  if (asset === undefined) return NOTHING;
  const which = { asset: id, render: asset.render, provider: asset.provider };
  try {
    const sent = await send(parts, asset, signal);
    parts.log.info(which, 'A file was sent to a destination.');
    return ending(parts, id, { status: 'ready', provider_id: sent.id, url: sent.url ?? null });
  } catch (thrown) {
    signal.throwIfAborted();
    const error = asKinoraError(thrown);
    const fields = { ...which, code: error.code, err: error };
    if (error.retry && !last) {
      parts.log.warn(fields, 'A file could not be sent to a destination, and will be tried again.');
      return 'again';
    }
    parts.log[error.fault === 'us' ? 'error' : 'info'](fields, 'A file could not be sent to a destination.');
    return ending(parts, id, { status: 'failed', error: error.message });
  }
}

/** Ends an asset that was tried often enough and never came to an end. */
export async function giveUpCopy(
  parts: WorkerParts,
  { id }: CopySubject,
  transaction: Transaction<Schema>,
): Promise<void> {
  parts.log.error({ asset: id }, 'A file for a destination was given up: no try came to an end.');
  const error = 'The file was sent several times and that never came to an end.';
  await end(parts, transaction, id, { status: 'failed', error });
}

function ending(parts: WorkerParts, id: string, outcome: CopyOutcome): CopyEnd {
  return (transaction) => end(parts, transaction, id, outcome);
}

async function end(
  { queue, addressOf }: WorkerParts,
  transaction: Transaction<Schema>,
  id: string,
  outcome: CopyOutcome,
): Promise<void> {
  const ended = await endCopy(transaction, id, outcome);
  if (ended !== undefined) await announceCopy(queue.callbacks, transaction, ended, addressOf);
}

async function send(parts: WorkerParts, asset: AssetRow, signal: AbortSignal): Promise<Sent> {
  const { provider } = asset;
  const destination = destinationOf(parts.destinations, provider);
  if (destination === undefined)
    throw new KinoraError('destination_refused', `Files cannot be sent to ${provider} yet.`);
  const credentials = await findCredentials(parts, asset, destination);
  const file = await sentFile(parts, asset);
  if (!destination.takes(file.type))
    throw new KinoraError('destination_refused', `${provider} takes no files of the type ${file.type}.`);
  const options: unknown = asset.options === null ? undefined : JSON.parse(asset.options);
  const renew = renewal(parts, asset, destination, signal);
  return await destination.send(file, { options, credentials, renew, outbound: parts.outbound, signal });
}

async function sentFile({ database, storage }: WorkerParts, asset: AssetRow): Promise<SentFile> {
  const { file, render } = asset;
  const stored = await storage.stat(file);
  if (stored === undefined)
    throw new KinoraError('destination_refused', 'The file was deleted before it was sent.');
  // Below the name of what made it, that of our own file.
  const ending = basename(file).slice(render.length);
  return {
    name: (await findTransfer(database.tables, render))?.own_id ?? render,
    ...{ ending, bytes: stored.size, type: mediaType(file) },
    open: (from = 0) => storage.open(file, from === 0 ? undefined : { from, to: stored.size - 1 }),
  };
}
