import type { Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import { type AssetRow, findStoredFiles } from '../store/assets.ts';
import type { NewCallback } from '../store/callbacks.ts';
import { findOutcome } from '../store/renders.ts';
import type { Schema } from '../store/schema.ts';
import type { CallbackQueue } from './callback-queue.ts';

/** The public address of a stored file. @param file its storage key. */
export type AddressOf = (file: string) => string;

/**
 * Tells the client of a render that asked for it how the render ended, and that its files are hosted. To be called in the transaction that
 * has recorded that.
 */
export async function announceRender(
  queue: CallbackQueue,
  transaction: Transaction<Schema>,
  render: string,
  addressOf: AddressOf,
): Promise<void> {
  const outcome = await findOutcome(transaction, render);
  if (outcome === undefined) return;
  const { owner, callback: url, status, error, updated } = outcome;
  const stored = (await findStoredFiles(transaction, render)).filter(isReady);
  const output = stored.find(({ part }) => part === 'output');
  const about = { owner, subject: render, url };
  await queue.announce(transaction, [
    newCallback(about, 'edit/render', {
      ...{ id: render, owner, status },
      url: output ? addressOf(output.file) : null,
      ...{ error, completed: updated.toISOString() },
    }),
    ...stored.filter(isHosted).map((asset) => copied(about, asset, addressOf)),
  ]);
}

/**
 * Tells the client of a render that asked for it what became of a file that was sent elsewhere. To be called in the transaction that has
 * recorded that.
 */
export async function announceCopy(
  queue: CallbackQueue,
  transaction: Transaction<Schema>,
  asset: AssetRow,
  addressOf: AddressOf,
): Promise<void> {
  const outcome = await findOutcome(transaction, asset.render);
  if (outcome === undefined) return;
  const about = { owner: asset.owner, subject: asset.render, url: outcome.callback };
  await queue.announce(transaction, [copied(about, asset, addressOf)]);
}

type About = Pick<NewCallback, 'owner' | 'subject' | 'url'>;

function isReady({ status }: AssetRow): boolean {
  return status === 'ready';
}

/** What is only kept for a day was copied nowhere. */
function isHosted({ temporary }: AssetRow): boolean {
  return !temporary;
}

function copied(about: About, asset: AssetRow, addressOf: AddressOf): NewCallback {
  return newCallback(about, 'serve/copy', {
    ...{ id: asset.id, render: asset.render, owner: asset.owner, status: asset.status },
    url: asset.status === 'failed' ? null : asset.destination === 0 ? addressOf(asset.file) : asset.url,
    ...{ error: asset.error, completed: asset.updated.toISOString() },
  });
}

/** The body is that of contract section 5. */
function newCallback(about: About, event: `${string}/${string}`, fields: object): NewCallback {
  const [type, action] = event.split('/');
  return { ...about, id: uuid(), event, body: JSON.stringify({ type, action, ...fields }) };
}
