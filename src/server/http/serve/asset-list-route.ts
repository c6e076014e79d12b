import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { findAssetsOfOwner } from '../../../store/assets.ts';
import { callerOf } from '../access/authentication.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { describeServeFailures } from '../openapi/failures.ts';
import { describeResponse, describeRoute } from '../openapi/operation.ts';
import { versionPath } from '../openapi/parameters.ts';
import { fileAddressesFor } from '../request/public-url.ts';
import { type QueryValue, readCount, readCursor } from '../request/read-request.ts';
import type { ServerParts } from '../server-parts.ts';
import { createExampleAsset, HostedAsset, toShownAsset } from './shown-asset.ts';

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 20;

const AssetListResponse = z
  .object({
    data: z.array(HostedAsset).describe('The hosted files of this page, newest first.'),
    cursor: z.string().nullable().describe('The cursor of the next page; null on the last page.'),
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
    query: z.object({
      limit: z
        .int()
        .min(1)
        .max(MAX_LIMIT)
        .optional()
        .meta({
          description: `The maximum number of files on a page, from 1 to ${MAX_LIMIT}. Default ${DEFAULT_LIMIT}.`,
          default: DEFAULT_LIMIT,
        }),
      cursor: z
        .string()
        .optional()
        .describe('The cursor from the response for the previous page. Default: the first page.'),
    }),
  },
  responses: {
    200: describeResponse('A page of hosted files.', AssetListResponse, {
      data: [createExampleAsset('019a9f3d-11aa-7f03-b1c2-d3e4f5061728', EXAMPLE.render.url)],
      cursor: null,
    }),
    ...describeServeFailures(400),
  },
});

/** Adds `GET /assets` of the Serve API. */
export function assetListRoute(scope: FastifyInstance, parts: ServerParts): void {
  scope.get<{ Querystring: { limit?: QueryValue; cursor?: QueryValue } }>(
    '/assets',
    LIST_ASSETS,
    async (request) => {
      const limit = readCount('limit', request.query.limit, MAX_LIMIT) ?? DEFAULT_LIMIT;
      const before = readCursor('cursor', request.query.cursor);
      const { owner } = callerOf(request);
      // One more, to know if there is another page.
      const found = await findAssetsOfOwner(parts.database.tables, owner, { limit: limit + 1, before });
      const page = found.slice(0, limit);
      const files = fileAddressesFor(request, parts);
      return {
        data: page.map((asset) => toShownAsset(asset, files, parts.region)),
        cursor: found.length > limit ? (page.at(-1)?.id ?? null) : null,
      };
    },
  );
}
