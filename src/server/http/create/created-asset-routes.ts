import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { KinoraError } from '../../../base/errors.ts';
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
import type { Schema } from '../../../store/schema.ts';
import { callerOf } from '../access/authentication.ts';
import { requireCallback } from '../access/require-callback.ts';
import { describeCreateFailures } from '../openapi/failures.ts';
import {
  describeBody,
  describeEmptyResponse,
  describeResponse,
  describeRoute,
} from '../openapi/operation.ts';
import { createIdPath, idempotencyHeader, versionPath } from '../openapi/parameters.ts';
import { answerIdempotently, type Creation, type CreationRequest } from '../request/idempotency.ts';
import type { JsonBody } from '../request/json-body.ts';
import { fileAddressesFor } from '../request/public-url.ts';
import { type ById, type QueryValue, readCount, readCursor, readId } from '../request/read-request.ts';
import type { ServerParts } from '../server-parts.ts';
import { requireProvider } from './require-provider.ts';
import {
  CreatedAsset,
  EXAMPLE_CREATED_ASSET,
  EXAMPLE_QUEUED_ASSET,
  toShownCreatedAsset,
} from './shown-created-asset.ts';

const MAX_LIMIT = 1000;
const DEFAULT_LIMIT = 100;

const CreatedAssetResponse = z
  .object({ data: CreatedAsset })
  .meta({ id: 'CreatedAssetResponse', description: 'A generated file.' });

const CreatedAssetListResponse = z
  .object({
    data: z.array(CreatedAsset).describe('The assets, newest first.'),
    cursor: z.string().nullable().describe('The cursor of the next page; null on the last page.'),
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
    query: z.object({
      limit: z
        .int()
        .min(1)
        .max(MAX_LIMIT)
        .optional()
        .meta({
          description: `The maximum number of assets on a page, from 1 to ${MAX_LIMIT}. Default ${DEFAULT_LIMIT}.`,
          default: DEFAULT_LIMIT,
        }),
      cursor: z
        .string()
        .optional()
        .describe('The cursor from the response for the previous page. Default: the first page.'),
    }),
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

  scope.post<{ Body: JsonBody | undefined }>('/assets', POST_CREATED_ASSET, (request, reply) =>
    answerIdempotently(
      request,
      reply,
      parts,
      // The Serve API has a route with the same path.
      'POST /create/assets',
      ({ text }) => prepareCreation(scope, parts, request, text),
      { status: 201, toBody: (data) => ({ data }) },
    ),
  );

  scope.get<ById>('/assets/:id', GET_CREATED_ASSET, async (request) => {
    const id = readId(request.params.id);
    const found = await findCreatedAsset(tables, callerOf(request).owner, id);
    if (found === undefined) throw createUnknownCreatedAssetError(id);
    return { data: toShownCreatedAsset(found, fileAddressesFor(request, parts)) };
  });

  scope.delete<ById>('/assets/:id', DELETE_CREATED_ASSET, async (request, reply) => {
    const id = readId(request.params.id);
    const deleted = await deleteCreatedAsset(tables, callerOf(request).owner, id);
    if (deleted === undefined) throw createUnknownCreatedAssetError(id);
    // If that fails, the worker deletes the file later.
    if (deleted.file !== null) await deletePending(tables, [deleted.file], parts.storage, parts.log);
    request.log.info({ created: id }, 'A created asset was deleted.');
    return reply.status(204).send();
  });

  listRoute(scope, parts);
}

/** Adds `GET /assets` of the Create API. */
function listRoute(scope: FastifyInstance, parts: ServerParts): void {
  const { tables } = parts.database;
  scope.get<{ Querystring: { limit?: QueryValue; cursor?: QueryValue } }>(
    '/assets',
    LIST_CREATED_ASSETS,
    async (request) => {
      const limit = readCount('limit', request.query.limit, MAX_LIMIT) ?? DEFAULT_LIMIT;
      const before = readCursor('cursor', request.query.cursor);
      const { owner } = callerOf(request);
      // One more, to know if there is another page.
      const found = await findCreatedAssetsOfOwner(tables, owner, { limit: limit + 1, before });
      const page = found.slice(0, limit);
      const addresses = fileAddressesFor(request, parts);
      return {
        data: page.map((row) => toShownCreatedAsset(row, addresses)),
        cursor: found.length > limit ? (page.at(-1)?.id ?? null) : null,
      };
    },
  );
}

/** Validates the body of a request, and returns the creation of its asset. */
async function prepareCreation(
  scope: FastifyInstance,
  parts: ServerParts,
  request: CreationRequest,
  text: string,
): Promise<Creation> {
  const { owner, stage } = callerOf(request);
  const added = JSON.stringify(await parts.providers.addedNames(owner));
  const { callback, ...wanted } = await scope.check(owner, 'readCreateRequest', text, added);
  requireCallback(parts, callback);
  await requireProvider(parts.providers, owner, wanted);
  const { provider, options } = wanted;
  const asset: NewCreatedAsset = {
    id: uuid(),
    owner,
    stage,
    provider,
    type: options.type,
    options: JSON.stringify(options),
    callback,
    created: new Date(),
  };
  return createAsset(parts, request, asset);
}

/** Returns the creation that stores a created asset and queues its generation. */
function createAsset(
  { database: { tables }, queue, addresses }: ServerParts,
  request: CreationRequest,
  asset: NewCreatedAsset,
): Creation {
  const { id, owner, created } = asset;
  const write = async (transaction: Transaction<Schema>): Promise<undefined> => {
    await addCreatedAsset(transaction, asset);
    await queue.creations.submit(transaction, { kind: 'created', id, owner });
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
    response: toShownCreatedAsset(row, addresses),
    create: async (claim) => {
      const earlierClaim = await (claim
        ? claimAndCreate(tables, claim, write)
        : tables.transaction().execute(write));
      if (earlierClaim === undefined) request.log.info({ created: id }, 'A created asset was accepted.');
      return earlierClaim;
    },
  };
}

/** Creates the error for a created asset that the caller does not own. */
function createUnknownCreatedAssetError(id: string): KinoraError {
  return new KinoraError('not_found', `There is no created asset ${id}.`);
}
