import type { FastifyInstance } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import { type AssetRow, findAsset, findAssetsOfRender } from '../../../store/assets.ts';
import { callerOf } from '../auth.ts';
import type { ServerParts } from '../parts.ts';
import { readId } from '../request.ts';

interface ById {
  Params: { id: string };
}

/** `GET /assets/{id}` and `GET /assets/render/{id}` of the Serve API. */
export function assetRoutes(scope: FastifyInstance, parts: ServerParts): void {
  const { tables } = parts.database;

  scope.get<ById>('/assets/:id', async (request) => {
    const id = readId(request.params.id);
    const asset = await findAsset(tables, callerOf(request).owner, id);
    if (asset === undefined) throw new KinoraError('not_found', `There is no asset ${id}.`);
    return { data: describe(asset, parts) };
  });

  scope.get<ById>('/assets/render/:id', async (request) => {
    const id = readId(request.params.id);
    const assets = await findAssetsOfRender(tables, callerOf(request).owner, id);
    if (assets.length === 0) throw new KinoraError('not_found', `There is no asset of a render ${id} yet.`);
    return { data: assets.map((asset) => describe(asset, parts)) };
  });
}

function describe(asset: AssetRow, { addresses, region }: ServerParts): object {
  return {
    type: 'asset',
    attributes: {
      id: asset.id,
      owner: asset.owner,
      region,
      renderId: asset.render,
      // We host it ourselves, so our id is the provider's.
      providerId: asset.id,
      filename: asset.filename,
      url: addresses.urlOf(asset.file),
      status: asset.status,
      created: asset.created.toISOString(),
      updated: asset.updated.toISOString(),
    },
  };
}
