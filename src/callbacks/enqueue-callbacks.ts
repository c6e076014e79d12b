import type { Transaction } from 'kysely';
import { newId } from '../base/new-id.ts';
import { type AssetRow, findStoredFiles } from '../store/assets.ts';
import type { NewCallback } from '../store/callbacks.ts';
import { findRenderOutcome, toCountedSegments } from '../store/renders.ts';
import type { CreatedAssetRow } from '../store/generation/created-assets.ts';
import type { RenditionRow } from '../store/renditions.ts';
import type { AssetPart, Schema } from '../store/schema.ts';
import { findIngestTarget, type SourceRow } from '../store/sources.ts';
import type { CallbackQueue } from '../jobs/callback-queue.ts';

/** Returns the public URL of a stored file. @param file The storage key. */
export type ToPublicUrl = (file: string) => string;

/**
 * Enqueues the callbacks for the end of a render and for each of its hosted files, if the client of the
 * render asked for callbacks. Call this in the transaction that records the end.
 */
export async function enqueueRenderCallbacks(
  queue: CallbackQueue,
  transaction: Transaction<Schema>,
  render: string,
  toPublicUrl: ToPublicUrl,
): Promise<void> {
  const outcome = await findRenderOutcome(transaction, render);
  if (outcome === undefined) return;
  const { owner, callback: url, status, error, updated, outputs, stream } = outcome;
  const segments = toCountedSegments(outcome);
  const stored = (await findStoredFiles(transaction, render)).filter((one) => one.status === 'ready');
  const urlOf = (part: AssetPart, position = 0): string | null => {
    const asset = stored.find((one) => one.part === part && one.position === position);
    return asset ? toPublicUrl(asset.file) : null;
  };
  const target = { owner, subject: render, url };
  await queue.enqueue(transaction, [
    toNewCallback(target, 'edit/render', {
      id: render,
      owner,
      status,
      url: urlOf('output'),
      ...(outputs !== null && { outputs: toShownOutputs(outputs, urlOf) }),
      ...(segments && { segments }),
      ...(stored.some(({ file }) => file === stream) &&
        stream !== null && { stream: { url: toPublicUrl(stream) } }),
      error,
      completed: updated.toISOString(),
    }),
    // Temporary files, which are kept for a day, get no callback.
    ...stored
      .filter(({ temporary }) => !temporary)
      .map((asset) => toCopyCallback(target, asset, toPublicUrl)),
  ]);
}

/**
 * Returns the public fields of the outputs of a render.
 *
 * @param outputs the facts about each output, as the database keeps them.
 */
function toShownOutputs(
  outputs: string,
  urlOf: (part: AssetPart, position: number) => string | null,
): object[] {
  return (JSON.parse(outputs) as object[]).map((facts, index) => {
    const captions = urlOf('captions', index);
    return {
      ...facts,
      url: urlOf('output', index),
      poster: urlOf('poster', index),
      thumbnail: urlOf('thumbnail', index),
      ...(captions !== null && { captions }),
    };
  });
}

/**
 * Enqueues the callback for a copy that is done or has failed, if the client of its render or source asked for
 * callbacks. Call this in the transaction that records the end of the copy.
 */
export async function enqueueCopyCallback(
  queue: CallbackQueue,
  transaction: Transaction<Schema>,
  asset: AssetRow,
  toPublicUrl: ToPublicUrl,
): Promise<void> {
  const outcome = await findRenderOutcome(transaction, asset.render);
  const ingested = outcome ? undefined : await findIngestTarget(transaction, asset.render);
  const url = outcome?.callback ?? ingested?.callback;
  if (url == null) return;
  const target = { owner: asset.owner, subject: ingested?.id ?? asset.render, url };
  await queue.enqueue(transaction, [toCopyCallback(target, asset, toPublicUrl)]);
}

/**
 * Enqueues the callbacks for the end of a source and of its renditions, if the client asked for callbacks.
 * Call this in the transaction that records the end.
 *
 * @param ended The source itself, its renditions or both, in this order.
 */
export async function enqueueIngestCallbacks(
  queue: CallbackQueue,
  transaction: Transaction<Schema>,
  { id, owner, callback: url }: SourceRow,
  ended: readonly (SourceRow | RenditionRow)[],
  toPublicUrl: ToPublicUrl,
): Promise<void> {
  if (url === null) return;
  const target = { owner, subject: id, url };
  await queue.enqueue(
    transaction,
    ended.map((file) =>
      toNewCallback(target, `ingest/${'source' in file ? file.kind : 'source'}`, {
        id: file.id,
        owner,
        status: file.status,
        url: file.status === 'ready' && file.file !== null ? toPublicUrl(file.file) : null,
        error: file.error,
        completed: file.updated.toISOString(),
      }),
    ),
  );
}

/**
 * Enqueues the callback for the end of a created asset, if the client asked for one. Call this in the
 * transaction that records the end.
 */
export async function enqueueCreationCallback(
  queue: CallbackQueue,
  transaction: Transaction<Schema>,
  { id, owner, callback: url, status, file, error, updated }: CreatedAssetRow,
  toPublicUrl: ToPublicUrl,
): Promise<void> {
  if (url === null) return;
  const fields = {
    id,
    owner,
    status,
    url: status === 'done' && file !== null ? toPublicUrl(file) : null,
    error,
    completed: updated.toISOString(),
  };
  await queue.enqueue(transaction, [toNewCallback({ owner, subject: id, url }, 'create/asset', fields)]);
}

type CallbackTarget = Pick<NewCallback, 'owner' | 'subject' | 'url'>;

function toCopyCallback(target: CallbackTarget, asset: AssetRow, toPublicUrl: ToPublicUrl): NewCallback {
  return toNewCallback(target, 'serve/copy', {
    id: asset.id,
    render: asset.render,
    owner: asset.owner,
    status: asset.status,
    url: asset.status === 'failed' ? null : asset.destination === 0 ? toPublicUrl(asset.file) : asset.url,
    error: asset.error,
    completed: asset.updated.toISOString(),
  });
}

/** Creates a callback. Section 5 of the contract describes its body. */
function toNewCallback(target: CallbackTarget, event: `${string}/${string}`, fields: object): NewCallback {
  const [type, action] = event.split('/');
  return { ...target, id: newId(), event, body: JSON.stringify({ type, action, ...fields }) };
}
