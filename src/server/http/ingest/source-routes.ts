import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { FileAddresses } from '../../../hosting/addresses/file-addresses.ts';
import { SourceBody } from '../../../ingest/schema.ts';
import { deletePending } from '../../../store/pending-deletions.ts';
import { findRenditions } from '../../../store/renditions.ts';
import { deleteSource, findSource, findSourcesOfOwner, type SourceRow } from '../../../store/sources.ts';
import { callerOf } from '../access/authentication.ts';
import { describeIngestFailures } from '../openapi/failures.ts';
import {
  describeBody,
  describeEmptyResponse,
  describeResponse,
  describeRoute,
} from '../openapi/operation.ts';
import { createCount, createIdPath, idempotencyHeader, versionPath } from '../openapi/parameters.ts';
import { answerIdempotently } from '../request/idempotency.ts';
import { requireBody } from '../request/json-body.ts';
import { createPageQuery, findPage, PageCursor } from '../request/list-page.ts';
import { fileAddressesFor } from '../request/public-url.ts';
import { readParameters } from '../request/read-request.ts';
import { requireFound } from '../response/errors.ts';
import { Id } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import { createSource, identifySource } from './create-source.ts';
import { discardEnded } from './receive-upload.ts';
import { requireIngestOptions } from './require-ingest-options.ts';
import { EXAMPLE_SOURCE, IngestedSource, toShownSource } from './shown-source.ts';

const MAX_LIMIT = 1000;

export const QueuedSourceResponse = z
  .object({
    data: z.object({
      type: z.literal('source').describe('Always "source".'),
      id: Id.describe('The id of the source, a UUID.'),
    }),
  })
  .meta({ id: 'QueuedSourceResponse', description: 'Confirms that a source was queued.' });

const SourceResponse = z
  .object({ data: IngestedSource })
  .meta({ id: 'SourceResponse', description: 'A source.' });

const SourceListResponse = z
  .object({
    data: z.array(IngestedSource).describe('The sources, newest first.'),
    cursor: PageCursor.optional().describe(
      'The cursor of the next page; null on the last page, absent unless the request has a limit.',
    ),
  })
  .meta({ id: 'SourceListResponse', description: 'The sources of the account, or a page of them.' });

const POST_SOURCE = describeRoute(
  {
    operationId: 'postSource',
    tags: ['Ingest'],
    summary: 'Ingest a file from a URL',
    description:
      'Queues the import of a file. Kinora fetches the file, keeps it until it is deleted, and makes the requested outputs from it. Poll the source by its id, or set a callback.',
    requestParams: { path: versionPath, header: idempotencyHeader },
    requestBody: describeBody(SourceBody, {
      url: 'https://example.com/beach.mov',
      outputs: { renditions: [{ format: 'mp4', size: { height: 360 }, quality: 70 }] },
      callback: 'https://example.com/hook',
    }),
    responses: {
      201: describeResponse('The source was queued.', QueuedSourceResponse, {
        data: { type: 'source', id: EXAMPLE_SOURCE.id },
      }),
      ...describeIngestFailures(400, 409, 413, 415, 507),
    },
  },
  'render',
);

const LIST_SOURCES = describeRoute({
  operationId: 'listSources',
  tags: ['Ingest'],
  summary: 'List sources',
  description:
    'Returns the sources of the account in this environment, newest first, without deleted ones. Returns all of them unless the request has a limit.',
  requestParams: {
    path: versionPath,
    query: createPageQuery('sources', MAX_LIMIT, MAX_LIMIT).extend({
      limit: createCount(MAX_LIMIT)
        .optional()
        .describe(`The maximum number of sources on a page, from 1 to ${MAX_LIMIT}. Default: no limit.`),
    }),
  },
  responses: {
    200: describeResponse('The sources.', SourceListResponse, { data: [EXAMPLE_SOURCE] }),
    ...describeIngestFailures(400),
  },
});

const GET_SOURCE = describeRoute(
  {
    operationId: 'getSource',
    tags: ['Ingest'],
    summary: 'Get a source',
    description: 'Returns the source: its status, its properties, the URL of its file, and its outputs.',
    requestParams: { path: createIdPath('source') },
    responses: {
      200: describeResponse('The source.', SourceResponse, { data: EXAMPLE_SOURCE }),
      ...describeIngestFailures(400),
    },
  },
  undefined,
  { scopes: ['form', 'edit'] },
);

const DELETE_SOURCE = describeRoute({
  operationId: 'deleteSource',
  tags: ['Ingest'],
  summary: 'Delete a source',
  description:
    'Deletes the file, its renditions and its transcription, and cancels unfinished work on them. Copies at other destinations stay there. The source remains readable with the status deleted. Deleting it again also returns 204.',
  requestParams: { path: createIdPath('source') },
  responses: { 204: describeEmptyResponse('The source was deleted.'), ...describeIngestFailures(400) },
});

/** Adds `POST /sources`, `GET /sources`, `GET /sources/{id}` and `DELETE /sources/{id}` of the Ingest API. */
export function sourceRoutes(scope: FastifyInstance, parts: ServerParts): void {
  const { tables } = parts.database;

  scope.post('/sources', POST_SOURCE, (request, reply) =>
    answerIdempotently(request, reply, parts, { route: 'POST /sources' }, async () => {
      const { owner } = callerOf(request);
      const { text } = requireBody(request);
      const { url: input, ...options } = await scope.check(owner, 'readSourceRequest', text);
      await requireIngestOptions(parts, owner, options);
      const identity = identifySource();
      const data = { type: 'source', id: identity.id };
      return createSource(parts, request, { ...identity, ...options, input }, data);
    }),
  );

  scope.get('/sources/:id', GET_SOURCE, async (request) => {
    const { id } = readParameters(GET_SOURCE, request);
    const source = requireFound(await findSource(tables, callerOf(request).owner, id), `source ${id}`);
    return {
      data: toShownSource(source, await findRenditions(tables, [id]), fileAddressesFor(request, parts)),
    };
  });

  scope.delete('/sources/:id', DELETE_SOURCE, async (request, reply) => {
    const { id } = readParameters(DELETE_SOURCE, request);
    const { owner } = callerOf(request);
    await deleteFiles(parts, requireFound(await deleteSource(tables, owner, id), `source ${id}`));
    request.log.info({ source: id }, 'A source was deleted.');
    return reply.status(204).send();
  });

  listRoute(scope, parts);
}

/** Adds `GET /sources` of the Ingest API. */
function listRoute(scope: FastifyInstance, parts: ServerParts): void {
  const { tables } = parts.database;
  scope.get('/sources', LIST_SOURCES, async (request) => {
    const query = readParameters(LIST_SOURCES, request);
    const { owner } = callerOf(request);
    const addresses = fileAddressesFor(request, parts);
    if (query.limit === undefined) return { data: await listAll(tables, owner, query.cursor, addresses) };
    const { rows, cursor } = await findPage({ ...query, limit: query.limit }, (range) =>
      findSourcesOfOwner(tables, owner, range),
    );
    return { data: await toShownSources(tables, rows, addresses), cursor };
  });
}

/** Maximum number of sources to read at once, so that a long list does not hold up other requests. */
const BATCH_SIZE = 500;

/** Lists all sources of an owner, newest first. */
async function listAll(
  tables: ServerParts['database']['tables'],
  owner: string,
  before: string | undefined,
  addresses: FileAddresses,
): Promise<object[]> {
  const shown: object[] = [];
  for (let last = before; ;) {
    const sources = await findSourcesOfOwner(tables, owner, { limit: BATCH_SIZE, before: last });
    shown.push(...(await toShownSources(tables, sources, addresses)));
    if (sources.length < BATCH_SIZE) return shown;
    last = sources.at(-1)?.id;
    await yieldToOthers();
  }
}

async function toShownSources(
  tables: ServerParts['database']['tables'],
  sources: readonly SourceRow[],
  addresses: FileAddresses,
): Promise<object[]> {
  const ids = sources.map(({ id }) => id);
  const renditions = Map.groupBy(await findRenditions(tables, ids), ({ source }) => source);
  return sources.map((source) => toShownSource(source, renditions.get(source.id) ?? [], addresses));
}

/** Deletes the files of a deleted source now. If that fails, the worker deletes them later. */
async function deleteFiles(parts: ServerParts, { id, file }: SourceRow): Promise<void> {
  const { tables } = parts.database;
  const renditions = await findRenditions(tables, [id]);
  const files = [file, ...renditions.map((rendition) => rendition.file)].filter((key) => key !== null);
  await deletePending(tables, files, parts.storage, parts.log);
  await discardEnded(parts, id);
}
