import { basename, extname } from 'node:path';
import type { Transaction } from 'kysely';
import type { Destination } from '../../edit/index.ts';
import { type DeliveryPlan, planDelivery } from '../../hosting/delivery-plan.ts';
import type { NewAsset } from '../../store/assets.ts';
import { setAssetsReady } from '../../store/assets.ts';
import type { RenditionRow } from '../../store/renditions.ts';
import type { Schema } from '../../store/schema.ts';
import type { SourceRow } from '../../store/sources.ts';
import { enqueueCopies } from '../enqueue-copies.ts';
import type { WorkerContext } from '../worker-context.ts';

/** Returns the destinations of a source and its renditions. */
export function planIngestDelivery({ destinations }: Pick<SourceRow, 'destinations'>): DeliveryPlan {
  return planDelivery(JSON.parse(destinations) as Destination[]);
}

/** Returns the storage key of a source. @param extension such as `.mp4`. */
export function sourceKeyOf({ stage, owner, id }: SourceRow, extension: string): string {
  return `${stage}/${owner}/${id}/source${extension}`;
}

/** Returns the storage key of a rendition. @param extension such as `.mp4`. */
export function renditionKeyOf({ stage, owner, source, id }: RenditionRow, extension: string): string {
  return `${stage}/${owner}/${source}/${id}${extension}`;
}

/**
 * Returns the asset of an ingested file.
 *
 * @param file storage key.
 * @param name name of the file for clients, without its extension. Default: the name in the storage.
 */
export function toIngestAsset(
  { owner, stage, id }: Pick<SourceRow, 'owner' | 'stage' | 'id'>,
  file: string,
  { isHosted }: DeliveryPlan,
  name?: string,
): NewAsset {
  const filename = name === undefined ? basename(file) : `${name}${extname(file)}`;
  return { owner, stage, render: id, part: 'output', filename, file, temporary: !isHosted };
}

/** Records that an ingested file is stored, and enqueues its copies to other destinations. */
export async function deliverIngested(
  context: WorkerContext,
  transaction: Transaction<Schema>,
  asset: NewAsset,
  plan: DeliveryPlan,
  name: string,
): Promise<void> {
  await setAssetsReady(transaction, asset.render);
  await enqueueCopies(context, transaction, [asset], plan, () => ({ name, suffix: extname(asset.file) }));
}
