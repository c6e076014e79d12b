import { basename, extname } from 'node:path';
import type { Transaction } from 'kysely';
import { KinoraError } from '../base/errors.ts';
import type { DeliveredFile, FileToSend } from '../destinations/destination-adapter.ts';
import { folderOfSet, suffixInSet } from '../hosting/sets/file-set.ts';
import { mediaTypeOf } from '../hosting/media-type.ts';
import { enqueueCopyCallback } from '../callbacks/enqueue-callbacks.ts';
import type { RenditionTransformation } from '../ingest/model.ts';
import { sendFor } from '../outbound/index.ts';
import type { AssetRow } from '../store/assets.ts';
import { type CopyOutcome, endCopy, findImportingAsset } from '../store/copies.ts';
import { findRendition } from '../store/renditions.ts';
import { findIngestTarget } from '../store/sources.ts';
import { findTransfer } from '../store/transfers.ts';
import type { Schema, Tables } from '../store/schema.ts';
import { findAdapter } from './enqueue-copies.ts';
import { loadCredentials, createRenewal } from './credentials.ts';
import type { AttemptRules } from './attempt-handlers.ts';
import type { WorkerContext } from './worker-context.ts';

/** The attempts to send an asset to its destination. A fault of the destination counts. */
export const COPY: AttemptRules<AssetRow, DeliveredFile> = {
  name: 'asset',
  stage: 'sending',
  texts: {
    done: 'Sent a file to a destination.',
    failed: 'Could not send a file to a destination.',
    abandoned: 'Gave up sending a file to a destination: none of the attempts finished.',
    unknown: 'The file could not be sent: none of several attempts finished.',
  },
  // Otherwise the asset was deleted while it waited, alone or with its render.
  begin: ({ database }, id) => findImportingAsset(database.tables, id),
  fieldsOf: ({ id, render, provider }, sent) => ({
    asset: id,
    render,
    provider,
    step: sent ? 'delivered' : 'not delivered',
  }),
  isCurrent: async (db, { id }) => (await findImportingAsset(db, id)) !== undefined,
  work: (context, asset, _clock, signal) => sendAsset(context, asset, signal),
  record: (context, transaction, { id }, sent) =>
    recordOutcome(context, transaction, id, { status: 'ready', provider_id: sent.id, url: sent.url ?? null }),
  fail: (context, transaction, { id }, error) =>
    recordOutcome(context, transaction, id, { status: 'failed', error }),
  isOperators: ({ fault }) => fault === 'us',
};

async function recordOutcome(
  { queue, toPublicUrl: addressOf }: WorkerContext,
  transaction: Transaction<Schema>,
  id: string,
  outcome: CopyOutcome,
): Promise<void> {
  const ended = await endCopy(transaction, id, outcome);
  if (ended !== undefined) await enqueueCopyCallback(queue.callbacks, transaction, ended, addressOf);
}

async function sendAsset(
  context: WorkerContext,
  asset: AssetRow,
  signal: AbortSignal,
): Promise<DeliveredFile> {
  const { provider } = asset;
  const destination = findAdapter(context.destinations, provider);
  if (destination === undefined)
    throw new KinoraError('destination_refused', `Kinora cannot send files to ${provider}.`);
  const credentials = await loadCredentials(context, asset, destination);
  const file = await toFileToSend(context, asset, asset.file);
  if (!destination.accepts(file.type))
    throw new KinoraError(
      'destination_refused',
      `${provider} does not accept files of the type ${file.type}.`,
    );
  const options: unknown = asset.options === null ? undefined : JSON.parse(asset.options);
  const renew = createRenewal(context, asset, destination, signal);
  const outbound = sendFor(asset.owner, context.outbound);
  const sending = { options, credentials, renewCredentials: renew, outbound, signal };
  // The main list of a set comes last, so that it never names a missing file.
  for (const part of await listParts(context, asset))
    await destination.send(await toFileToSend(context, asset, part), sending);
  return await destination.send(file, sending);
}

/** Lists the storage keys of the other files of a set. Empty for a single file. */
async function listParts({ storage }: WorkerContext, { file }: AssetRow): Promise<string[]> {
  const folder = folderOfSet(file);
  if (folder === undefined) return [];
  const parts: string[] = [];
  for await (const { name } of storage.list(folder)) if (name !== file) parts.push(name);
  return parts.toSorted();
}

/** Opens a file of an asset. @param file storage key: that of the asset, or of another file of its set. */
async function toFileToSend(
  { database, storage }: WorkerContext,
  asset: AssetRow,
  file: string,
): Promise<FileToSend> {
  const stored = await storage.stat(file);
  if (stored === undefined)
    throw new KinoraError('destination_refused', 'The file was deleted before it was sent.');
  return {
    ...(await nameOf(database.tables, { ...asset, file })),
    bytes: stored.size,
    type: mediaTypeOf(file),
    open: (from = 0) => storage.open(file, from === 0 ? undefined : { from, to: stored.size - 1 }),
  };
}

/** Returns the name of a file at a destination that does not rename it. */
async function nameOf(db: Tables, { file, render }: AssetRow): Promise<Pick<FileToSend, 'name' | 'suffix'>> {
  const stored = basename(file);
  const ingested = await findIngestTarget(db, render);
  if (ingested === undefined) {
    // The name of a stored file is the id of its render or transfer, followed by the suffix.
    return {
      name: (await findTransfer(db, render))?.own_id ?? render,
      suffix: suffixInSet(file) ?? stored.slice(render.length),
    };
  }
  const { transformation } = (await findRendition(db, render)) ?? {};
  const { filename } = JSON.parse(transformation ?? '{}') as RenditionTransformation;
  return { name: filename ?? render, suffix: extname(stored) };
}
