import { z } from 'zod';
import type { FileAddresses } from '../../../hosting/addresses/file-addresses.ts';
import {
  type AssetRow,
  deleteAsset,
  findAsset,
  findAssetsOfOwner,
  findAssetsOfRender,
} from '../../../store/assets.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { Id, Owner, Time, Url } from '../response/schemas.ts';
import type { FastifyInstance } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import { deletePending } from '../../../store/pending-deletions.ts';
import { callerOf } from '../access/authentication.ts';
import { describeServeFailures } from '../openapi/failures.ts';
import { describeEmptyResponse, describeResponse, describeRoute } from '../openapi/operation.ts';
import { createIdPath, versionPath } from '../openapi/parameters.ts';
import { fileAddressesFor } from '../request/public-url.ts';
import { createPageQuery, findPage, PageCursor } from '../request/list-page.ts';
import { readParameters } from '../request/read-request.ts';
import { requireFound } from '../response/errors.ts';
import type { ServerParts } from '../server-parts.ts';

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
function createExampleAsset(id: string, url: string): object {
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
function toShownAsset(asset: AssetRow, addresses: FileAddresses, region: string): object {
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

const AssetResponse = z
  .object({ data: HostedAsset })
  .meta({ id: 'AssetResponse', description: 'One hosted file.' });

const AssetRenderResponse = z
  .object({ data: z.array(HostedAsset).min(1).describe('One entry for each file and destination.') })
  .meta({
    id: 'AssetRenderResponse',
    description: 'The hosted files of a render, a transfer, a source or a rendition.',
  });

const AssetListResponse = z
  .object({
    data: z.array(HostedAsset).describe('The hosted files of this page, newest first.'),
    cursor: PageCursor,
  })
  .meta({ id: 'AssetListResponse', description: 'A page of hosted files. An addition of Kinora.' });

const LIST_ASSETS = describeRoute({
  operationId: 'listAssets',
  tags: ['Hosted files'],
  summary: 'List hosted files',
  description:
    'Returns the files of the account in this environment at all destinations, newest first, in pages, without deleted ones. An addition of Kinora.',
  requestParams: {
    path: versionPath,
    query: createPageQuery('files', 100, 20),
  },
  responses: {
    200: describeResponse('A page of hosted files.', AssetListResponse, {
      data: [createExampleAsset('019a9f3d-11aa-4f03-b1c2-d3e4f5061728', EXAMPLE.render.url)],
      cursor: null,
    }),
    ...describeServeFailures(400),
  },
});

const GET_ASSET = describeRoute({
  operationId: 'getAsset',
  tags: ['Hosted files'],
  summary: 'Get a hosted file',
  description: 'Returns the status, the destination and the URL of a hosted file.',
  requestParams: { path: createIdPath('asset') },
  responses: {
    200: describeResponse('The hosted file.', AssetResponse, {
      data: createExampleAsset('019a9f3d-11aa-4f03-b1c2-d3e4f5061728', EXAMPLE.render.url),
    }),
    ...describeServeFailures(400),
  },
});

const DELETE_ASSET = describeRoute({
  operationId: 'deleteAsset',
  tags: ['Hosted files'],
  summary: 'Delete a hosted file',
  description:
    'Deletes the file from the built-in hosting. A file at another destination stays there. The asset remains readable with the status deleted. Deleting it again also returns 204.',
  requestParams: { path: createIdPath('asset') },
  responses: { 204: describeEmptyResponse('The hosted file was deleted.'), ...describeServeFailures(400) },
});

const GET_ASSETS_OF_RENDER = describeRoute({
  operationId: 'getAssetsByRenderId',
  tags: ['Hosted files'],
  summary: 'List the hosted files of a render',
  description:
    'Returns all files of a render, a transfer, an ingested source or one of its renditions. Returns 404 until publishing of the first file starts.',
  requestParams: {
    path: versionPath.extend({
      id: z
        .string()
        .min(1)
        .max(255)
        .describe(
          'The id of the render, transfer, source or rendition, or your own id of the transfer, 1 to 255 characters.',
        ),
    }),
  },
  responses: {
    200: describeResponse('The hosted files.', AssetRenderResponse, {
      data: [
        createExampleAsset('019a9f3d-11aa-4f03-b1c2-d3e4f5061728', EXAMPLE.render.url),
        createExampleAsset('019a9f3d-11ab-4d52-93b0-0f1e2d3c4b5a', EXAMPLE.render.poster),
        createExampleAsset('019a9f3d-11ac-4a90-8c1d-2e3f40516273', EXAMPLE.render.thumbnail),
      ],
    }),
    ...describeServeFailures(400),
  },
});

/** Adds `GET /assets`, `GET /assets/{id}`, `GET /assets/render/{id}` and `DELETE /assets/{id}` of the Serve API. */
export function assetRoutes(scope: FastifyInstance, parts: ServerParts): void {
  const { tables } = parts.database;

  scope.get('/assets', LIST_ASSETS, async (request) => {
    const { owner } = callerOf(request);
    const { rows, cursor } = await findPage(readParameters(LIST_ASSETS, request), (range) =>
      findAssetsOfOwner(tables, owner, range),
    );
    const files = fileAddressesFor(request, parts);
    return { data: rows.map((asset) => toShownAsset(asset, files, parts.region)), cursor };
  });

  scope.get('/assets/:id', GET_ASSET, async (request) => {
    const { id } = readParameters(GET_ASSET, request);
    const asset = requireFound(await findAsset(tables, callerOf(request).owner, id), `asset ${id}`);
    return { data: toShownAsset(asset, fileAddressesFor(request, parts), parts.region) };
  });

  scope.get<{ Params: { id: string } }>('/assets/render/:id', GET_ASSETS_OF_RENDER, async (request) => {
    const { id } = request.params;
    // A client's own id of a transfer may be any text, except U+0000, which PostgreSQL cannot store.
    const isStorable = !id.includes('\0');
    const assets = isStorable ? await findAssetsOfRender(tables, callerOf(request).owner, id) : [];
    if (assets.length === 0)
      throw new KinoraError(
        'not_found',
        `There are no assets of a render, transfer, source or rendition ${id} yet.`,
      );
    const files = fileAddressesFor(request, parts);
    return { data: assets.map((asset) => toShownAsset(asset, files, parts.region)) };
  });

  scope.delete('/assets/:id', DELETE_ASSET, async (request, reply) => {
    const { id } = readParameters(DELETE_ASSET, request);
    const { owner } = callerOf(request);
    // Delete the row first: a worker that is storing the file at this moment checks the row afterwards. Files
    // at other destinations are kept.
    const deleted = await deleteAsset(tables, owner, id);
    const asset = requireFound(deleted ?? (await findAsset(tables, owner, id)), `asset ${id}`);
    if (asset.destination === 0) await deletePending(tables, [asset.file], parts.storage, parts.log);
    if (deleted !== undefined) request.log.info({ asset: id }, 'An asset was deleted.');
    return reply.status(204).send();
  });
}
