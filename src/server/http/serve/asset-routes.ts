import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { KinoraError } from '../../../base/errors.ts';
import { type AssetRow, deleteAsset, findAsset, findAssetsOfRender } from '../../../store/assets.ts';
import { deletePending } from '../../../store/pending-deletions.ts';
import { callerOf } from '../access/authentication.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { describeServeFailures } from '../openapi/failures.ts';
import { describeEmptyResponse, describeResponse, describeRoute } from '../openapi/operation.ts';
import { createIdPath, versionPath } from '../openapi/parameters.ts';
import { type ById, readId } from '../request/read-request.ts';
import { Id, Owner, Time, Url } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';

const Asset = z
  .object({
    type: z.literal('asset').describe('Always asset.'),
    attributes: z
      .object({
        id: Id.describe('The id of the asset, another than that of its render.'),
        owner: Owner,
        region: z.string().describe('Where it is hosted.'),
        renderId: Id.describe('The id of the render or the transfer that made it.'),
        provider: z.string().describe('The destination; shotstack is the built-in hosting.'),
        providerId: z.string().optional().describe('Its id at its destination; absent until it is there.'),
        filename: z.string().describe('The name of the file.'),
        url: Url.optional().describe(
          'The address of the file; absent until it is ready, and where its destination tells none.',
        ),
        status: z
          .enum(['importing', 'ready', 'failed', 'deleted'])
          .describe('Whether the file can be had already, or still.'),
        error: z.string().optional().describe('Why it failed, in one sentence.'),
        created: Time.describe('When it was made.'),
        updated: Time.describe('When its status changed last.'),
      })
      .describe('What it is.'),
  })
  .meta({ id: 'HostedAsset', description: 'A hosted file.' });

const AssetResponse = z.object({ data: Asset }).meta({ id: 'AssetResponse', description: 'A hosted file.' });

const AssetRenderResponse = z
  .object({ data: z.array(Asset).min(1).describe('One entry for each file.') })
  .meta({ id: 'AssetRenderResponse', description: 'The hosted files of a render.' });

const GET_ASSET = describeRoute({
  operationId: 'getAsset',
  tags: ['Hosted files'],
  summary: 'See a hosted file',
  description: 'What a hosted file is and where.',
  requestParams: { path: createIdPath('asset') },
  responses: {
    200: describeResponse('The file.', AssetResponse, {
      data: createExampleAsset('019a9f3d-11aa-7f03-b1c2-d3e4f5061728', EXAMPLE.render.url),
    }),
    ...describeServeFailures(400),
  },
});

const DELETE_ASSET = describeRoute({
  operationId: 'deleteAsset',
  tags: ['Hosted files'],
  summary: 'Delete a hosted file',
  description:
    'Each file of a render is deleted by its own id. A file at another provider stays there. The asset is still shown, with the status deleted.',
  requestParams: { path: createIdPath('asset') },
  responses: { 204: describeEmptyResponse('It is gone.'), ...describeServeFailures(400) },
});

const GET_ASSETS_OF_RENDER = describeRoute({
  operationId: 'getAssetsByRenderId',
  tags: ['Hosted files'],
  summary: 'See the hosted files of a render',
  description: '404 until the first file of the render is being published.',
  requestParams: {
    path: versionPath.extend({
      id: z
        .string()
        .min(1)
        .max(255)
        .describe('The id of the render or the transfer, or what you call the transfer.'),
    }),
  },
  responses: {
    200: describeResponse('The files.', AssetRenderResponse, {
      data: [
        createExampleAsset('019a9f3d-11aa-7f03-b1c2-d3e4f5061728', EXAMPLE.render.url),
        createExampleAsset('019a9f3d-11ab-7d52-93b0-0f1e2d3c4b5a', EXAMPLE.render.poster),
        createExampleAsset('019a9f3d-11ac-7a90-8c1d-2e3f40516273', EXAMPLE.render.thumbnail),
      ],
    }),
    ...describeServeFailures(400),
  },
});

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

/** `GET /assets/{id}`, `GET /assets/render/{id}` and `DELETE /assets/{id}` of the Serve API. */
export function assetRoutes(scope: FastifyInstance, parts: ServerParts): void {
  const { tables } = parts.database;

  scope.get<ById>('/assets/:id', GET_ASSET, async (request) => {
    const id = readId(request.params.id);
    const asset = await findAsset(tables, callerOf(request).owner, id);
    if (asset === undefined) throw createUnknownAssetError(id);
    return { data: toShownAsset(asset, parts) };
  });

  scope.get<ById>('/assets/render/:id', GET_ASSETS_OF_RENDER, async (request) => {
    const { id } = request.params;
    // What a client calls a transfer may have any form, but for the one character that PostgreSQL cannot store.
    const isKnowable = !id.includes('\0');
    const assets = isKnowable ? await findAssetsOfRender(tables, callerOf(request).owner, id) : [];
    if (assets.length === 0) throw new KinoraError('not_found', `There is no asset of a render ${id} yet.`);
    return { data: assets.map((asset) => toShownAsset(asset, parts)) };
  });

  scope.delete<ById>('/assets/:id', DELETE_ASSET, async (request, reply) => {
    const id = readId(request.params.id);
    const { owner } = callerOf(request);
    // The row first: who is just then storing the file looks at it afterwards. A file at another provider stays there.
    const deleted = await deleteAsset(tables, owner, id);
    const asset = deleted ?? (await findAsset(tables, owner, id));
    if (asset === undefined) throw createUnknownAssetError(id);
    if (asset.destination === 0) await deletePending(tables, [asset.file], parts.storage, parts.log);
    if (deleted !== undefined) request.log.info({ asset: id }, 'An asset was deleted.');
    return reply.status(204).send();
  });
}

function createUnknownAssetError(id: string): KinoraError {
  return new KinoraError('not_found', `There is no asset ${id}.`);
}

/** Where a file is, wherever that is; only what is there has an address. */
function urlOf(asset: AssetRow, addresses: ServerParts['addresses']): string | null {
  if (asset.status !== 'ready') return null;
  return asset.destination === 0 ? addresses.urlOf(asset.file) : asset.url;
}

function toShownAsset(asset: AssetRow, { addresses, region }: ServerParts): object {
  return {
    type: 'asset',
    attributes: {
      id: asset.id,
      owner: asset.owner,
      region,
      renderId: asset.render,
      provider: asset.provider,
      // What we host ourselves has our id at its provider.
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
