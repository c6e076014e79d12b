import { z } from 'zod';
import type { FileAddresses } from '../../../hosting/addresses/file-addresses.ts';
import type { AssetRow } from '../../../store/assets.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { Id, Owner, Time, Url } from '../response/schemas.ts';

/** A hosted file, as clients see it. */
export const HostedAsset = z
  .object({
    type: z.literal('asset').describe('Always "asset".'),
    attributes: z
      .object({
        id: Id.describe('The id of the asset, a UUID. It differs from the id of the render.'),
        owner: Owner,
        region: z.string().describe('The region of this server (setting KINORA_REGION).'),
        renderId: Id.describe(
          'The id of the render, transfer, source or rendition that the asset belongs to, a UUID.',
        ),
        provider: z.string().describe('The destination of the file. shotstack is the built-in hosting.'),
        providerId: z
          .string()
          .optional()
          .describe('The id of the file at its destination; absent until it is stored there.'),
        filename: z.string().describe('The name of the file.'),
        url: Url.optional().describe(
          'The URL of the file; absent until the status is ready, or if the destination reports no URL.',
        ),
        status: z
          .enum(['importing', 'ready', 'failed', 'deleted'])
          .describe(
            'importing: being copied to its destination. ready: available. failed: the copy failed. deleted: removed by the client, or because its time was over (setting KINORA_KEEP_FILES).',
          ),
        error: z
          .string()
          .optional()
          .describe('The reason of the failure in one sentence; absent unless the status is failed.'),
        created: Time.describe('The time when the asset was created.'),
        updated: Time.describe('The time of the last change of the status.'),
      })
      .describe('The fields of the asset.'),
  })
  .meta({
    id: 'HostedAsset',
    description: 'A file of a render, a transfer, a source or a rendition at one destination.',
  });

/** Creates an example of a hosted file. */
export function createExampleAsset(id: string, url: string): object {
  return {
    type: 'asset',
    attributes: {
      id,
      owner: EXAMPLE.render.owner,
      region: 'local',
      renderId: EXAMPLE.render.id,
      provider: 'shotstack',
      providerId: id,
      filename: url.slice(url.lastIndexOf('/') + 1),
      url,
      status: 'ready',
      created: EXAMPLE.render.created,
      updated: EXAMPLE.render.updated,
    },
  };
}

/** Returns the URL of an asset at its destination, or null if the asset is not ready or has no URL. */
function urlOf(asset: AssetRow, addresses: FileAddresses): string | null {
  if (asset.status !== 'ready') return null;
  return asset.destination === 0 ? addresses.urlOf(asset.file) : asset.url;
}

/** Converts an asset to its API representation. Absent values are `undefined`, which JSON omits. */
export function toShownAsset(asset: AssetRow, addresses: FileAddresses, region: string): object {
  return {
    type: 'asset',
    attributes: {
      id: asset.id,
      owner: asset.owner,
      region,
      renderId: asset.render,
      provider: asset.provider,
      // The built-in hosting uses the id of the asset.
      providerId: asset.destination === 0 ? asset.id : (asset.provider_id ?? undefined),
      filename: asset.filename,
      url: urlOf(asset, addresses) ?? undefined,
      status: asset.status,
      error: asset.error ?? undefined,
      created: asset.created.toISOString(),
      updated: asset.updated.toISOString(),
    },
  };
}
