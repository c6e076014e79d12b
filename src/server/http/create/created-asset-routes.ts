import type { FastifyInstance, FastifyRequest } from 'fastify';
import { newId } from '../../../base/new-id.ts';
import { z } from 'zod';
import { CreateBody } from '../../../create/schema.ts';
import {
  addCreatedAsset,
  deleteCreatedAsset,
  findCreatedAsset,
  findCreatedAssetsOfOwner,
  type NewCreatedAsset,
} from '../../../store/generation/created-assets.ts';
import { claimAndCreate } from '../../../store/idempotency-claims.ts';
import { deletePending } from '../../../store/pending-deletions.ts';
import { callerOf } from '../access/authentication.ts';
import { findAddressProblems } from '../access/require-needs.ts';
import { describeCreateFailures } from '../openapi/failures.ts';
import {
  describeBody,
  describeEmptyResponse,
  describeResponse,
  describeRoute,
} from '../openapi/operation.ts';
import { createIdPath, idempotencyHeader, versionPath } from '../openapi/parameters.ts';
import { answerIdempotently, type Creation } from '../request/idempotency.ts';
import { requireBody } from '../request/json-body.ts';
import { createPageQuery, findPage, PageCursor } from '../request/list-page.ts';
import { fileAddressesFor } from '../request/public-url.ts';
import { readParameters } from '../request/read-request.ts';
import { rejectProblems, requireFound, InvalidRequest } from '../response/errors.ts';
import type { ServerParts } from '../server-parts.ts';
import {
  CreatedAsset,
  EXAMPLE_CREATED_ASSET,
  EXAMPLE_QUEUED_ASSET,
  toShownCreatedAsset,
} from './shown-created-asset.ts';
import { createProblem } from '../../../edit/index.ts';
import {
  type GenerationRequest,
  type GenerationType,
  isBuiltIn,
  type ProviderName,
  OUTSIDE_PROVIDERS,
} from '../../../create/index.ts';
import {
  BUILT_IN_TYPES,
  type ProviderDirectory,
  toProviderQuery,
} from '../../../generation/provider-directory.ts';
import { PROVIDER_TYPES } from '../../../generation/provider-types.ts';

const CreatedAssetResponse = z
  .object({ data: CreatedAsset })
  .meta({ id: 'CreatedAssetResponse', description: 'A generated file.' });

const CreatedAssetListResponse = z
  .object({
    data: z.array(CreatedAsset).describe('The assets, newest first.'),
    cursor: PageCursor,
  })
  .meta({ id: 'CreatedAssetListResponse', description: 'A page of the generated files of the account.' });

const POST_CREATED_ASSET = describeRoute({
  operationId: 'postCreatedAsset',
  tags: ['Create'],
  summary: 'Create an asset',
  description:
    'Queues the generation of a speech, an image, a video or a text by a provider. Poll the asset by its id, or set a callback. The file is kept until it is deleted. Equal requests of an account are paid only once.',
  requestParams: { path: versionPath, header: idempotencyHeader },
  requestBody: describeBody(CreateBody, {
    provider: 'kinora',
    options: { type: 'text-to-speech', text: 'Welcome to the beach.', voice: 'Amy' },
    callback: 'https://example.com/hook',
  }),
  responses: {
    201: describeResponse('The asset was queued.', CreatedAssetResponse, {
      data: EXAMPLE_QUEUED_ASSET,
    }),
    ...describeCreateFailures(400, 409, 413, 415, 507),
  },
});

const LIST_CREATED_ASSETS = describeRoute({
  operationId: 'listCreatedAssets',
  tags: ['Create'],
  summary: 'List created assets',
  description:
    'Returns the created assets of the account in this environment, newest first, without deleted ones.',
  requestParams: {
    path: versionPath,
    query: createPageQuery('assets', 1000, 100),
  },
  responses: {
    200: describeResponse('The assets.', CreatedAssetListResponse, {
      data: [EXAMPLE_CREATED_ASSET],
      cursor: null,
    }),
    ...describeCreateFailures(400),
  },
});

const GET_CREATED_ASSET = describeRoute({
  operationId: 'getCreatedAsset',
  tags: ['Create'],
  summary: 'Get a created asset',
  description: 'Returns the asset: its status, and the URL of its file when it is done.',
  requestParams: { path: createIdPath('asset') },
  responses: {
    200: describeResponse('The asset.', CreatedAssetResponse, { data: EXAMPLE_CREATED_ASSET }),
    ...describeCreateFailures(400),
  },
});

const DELETE_CREATED_ASSET = describeRoute({
  operationId: 'deleteCreatedAsset',
  tags: ['Create'],
  summary: 'Delete a created asset',
  description:
    'Deletes the asset and its file, and cancels unfinished work on it. A job that a provider has already accepted is paid nevertheless. Deleting it again returns 404.',
  requestParams: { path: createIdPath('asset') },
  responses: { 204: describeEmptyResponse('The asset was deleted.'), ...describeCreateFailures(400) },
});

/** Adds `POST /assets`, `GET /assets`, `GET /assets/{id}` and `DELETE /assets/{id}` of the Create API. */
export function createdAssetRoutes(scope: FastifyInstance, parts: ServerParts): void {
  const { tables } = parts.database;

  // The Serve API has a route with the same path.
  scope.post('/assets', POST_CREATED_ASSET, (request, reply) =>
    answerIdempotently(request, reply, parts, { route: 'POST /create/assets' }, () =>
      prepareCreation(scope, parts, request),
    ),
  );

  scope.get('/assets', LIST_CREATED_ASSETS, async (request) => {
    const { owner } = callerOf(request);
    const { rows, cursor } = await findPage(readParameters(LIST_CREATED_ASSETS, request), (range) =>
      findCreatedAssetsOfOwner(tables, owner, range),
    );
    const addresses = fileAddressesFor(request, parts);
    return { data: rows.map((row) => toShownCreatedAsset(row, addresses)), cursor };
  });

  scope.get('/assets/:id', GET_CREATED_ASSET, async (request) => {
    const { id } = readParameters(GET_CREATED_ASSET, request);
    const found = await findCreatedAsset(tables, callerOf(request).owner, id);
    const asset = requireFound(found, `created asset ${id}`);
    return { data: toShownCreatedAsset(asset, fileAddressesFor(request, parts)) };
  });

  scope.delete('/assets/:id', DELETE_CREATED_ASSET, async (request, reply) => {
    const { id } = readParameters(DELETE_CREATED_ASSET, request);
    const deleted = await deleteCreatedAsset(tables, callerOf(request).owner, id);
    const { file } = requireFound(deleted, `created asset ${id}`);
    // If that fails, the worker deletes the file later.
    if (file !== null) await deletePending(tables, [file], parts.storage, parts.log);
    request.log.info({ created: id }, 'A created asset was deleted.');
    return reply.status(204).send();
  });
}

/** Validates the body of a request. Returns the creation that stores its asset and queues the generation. */
async function prepareCreation(
  scope: FastifyInstance,
  parts: ServerParts,
  request: FastifyRequest,
): Promise<Creation> {
  const { owner, stage } = callerOf(request);
  const { text } = requireBody(request);
  const added = JSON.stringify(await parts.providers.addedNames(owner));
  const { callback, ...wanted } = await scope.check(owner, 'readCreateRequest', text, added);
  rejectProblems(findAddressProblems(parts, callback));
  await requireProvider(parts.providers, owner, wanted);
  const { provider, options } = wanted;
  const [id, created] = [newId(), new Date()];
  const asset: NewCreatedAsset = {
    id,
    owner,
    stage,
    provider,
    type: options.type,
    options: JSON.stringify(options),
    callback,
    created,
  };
  const row = {
    ...asset,
    status: 'queued',
    file: null,
    error: null,
    warnings: null,
    updated: created,
  } as const;
  return {
    response: { data: toShownCreatedAsset(row, parts.addresses) },
    create: async (claim) => {
      const earlierClaim = await claimAndCreate(parts.database.tables, claim, async (transaction) => {
        await addCreatedAsset(transaction, asset);
        await parts.queue.creations.submit(transaction, { kind: 'created', id, owner });
      });
      if (earlierClaim === undefined) request.log.info({ created: id }, 'A created asset was accepted.');
      return earlierClaim;
    },
  };
}

/**
 * Checks that the owner has credentials for the provider of a request, so that no request is accepted that must
 * fail later.
 *
 * @throws {InvalidRequest} if there are none.
 */
async function requireProvider(
  providers: ProviderDirectory,
  owner: string,
  request: GenerationRequest,
): Promise<void> {
  const query = toProviderQuery(request);
  if ((await providers.find(owner, query)) !== undefined) return;
  const { provider, type } = query;
  const problem = createProblem(['provider'], 'no_credentials', describeMissing(provider, type));
  throw new InvalidRequest([problem], 'no_credentials');
}

function describeMissing(provider: ProviderName, type: GenerationType): string {
  if (!isBuiltIn(provider))
    return `is "${provider}", but this account has no credentials for it. Store them with: kinora providers set ${provider}`;
  if (BUILT_IN_TYPES.includes(type))
    return `is "${provider}", but this account has no credentials for the service that the operator has chosen for ${type}. Store them with: kinora providers set NAME. Or choose again with: kinora providers set-default ${type} built-in`;
  const [first = '', ...others] = OUTSIDE_PROVIDERS.filter((name) => PROVIDER_TYPES[name].includes(type));
  const missing = `is "${provider}", which needs a service for ${type}, but this account has credentials for none. Store them with: kinora providers set ${first}`;
  if (others.length === 0) return missing;
  return `${missing} (or ${others.join(', ')}). To choose among several, use: kinora providers set-default ${type} NAME`;
}
