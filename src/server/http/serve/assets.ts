import type { FastifyInstance } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import { type AssetRow, deleteAsset, findAsset, findAssetsOfRender } from '../../../store/assets.ts';
import { removeNoted } from '../../../store/unwanted.ts';
import { callerOf } from '../auth.ts';
import type { ServerParts } from '../parts.ts';
import { readId } from '../request.ts';

interface ById {
  Params: { id: string };
}

/** `GET /assets/{id}`, `GET /assets/render/{id}` and `DELETE /assets/{id}` of the Serve API. */
export function assetRoutes(scope: FastifyInstance, parts: ServerParts): void {
  const { tables } = parts.database;

  scope.get<ById>('/assets/:id', async (request) => {
    const id = readId(request.params.id);
    const asset = await findAsset(tables, callerOf(request).owner, id);
    if (asset === undefined) throw unknownAsset(id);
    return { data: describe(asset, parts) };
  });

  scope.get<ById>('/assets/render/:id', async (request) => {
    const { id } = request.params;
    // What a client calls a transfer may have any form, but for the one character that PostgreSQL cannot store.
    const isKnowable = !id.includes('\0');
    const assets = isKnowable ? await findAssetsOfRender(tables, callerOf(request).owner, id) : [];
    if (assets.length === 0) throw new KinoraError('not_found', `There is no asset of a render ${id} yet.`);
    return { data: assets.map((asset) => describe(asset, parts)) };
  });

  scope.delete<ById>('/assets/:id', async (request, reply) => {
    const id = readId(request.params.id);
    const { owner } = callerOf(request);
    // The row first: who is just then storing the file looks at it afterwards. A file at another provider stays there.
    const deleted = await deleteAsset(tables, owner, id);
    const asset = deleted ?? (await findAsset(tables, owner, id));
    if (asset === undefined) throw unknownAsset(id);
    if (asset.destination === 0) await removeNoted(tables, [asset.file], parts.storage, parts.log);
    if (deleted !== undefined) request.log.info({ asset: id }, 'An asset was deleted.');
    return reply.status(204).send();
  });
}

function unknownAsset(id: string): KinoraError {
  return new KinoraError('not_found', `There is no asset ${id}.`);
}

/** Where a file of our own hosting is, or will be. */
function hostedUrl({ status, file }: AssetRow, addresses: ServerParts['addresses']): string | null {
  return status === 'ready' || status === 'importing' ? addresses.urlOf(file) : null;
}

function describe(asset: AssetRow, { addresses, region }: ServerParts): object {
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
      url: (asset.destination === 0 ? hostedUrl(asset, addresses) : asset.url) ?? undefined,
      status: asset.status,
      error: asset.error ?? undefined,
      created: asset.created.toISOString(),
      updated: asset.updated.toISOString(),
    },
  };
}
