import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { KinoraError } from '../../../base/errors.ts';
import { createProblem } from '../../../edit/index.ts';
import { MAX_RENDITIONS, RenditionsBody } from '../../../ingest/schema.ts';
import { appendRenditions, type RenditionObstacle } from '../../../store/renditions.ts';
import { callerOf } from '../access/authentication.ts';
import { requireStorageQuota } from '../access/require-storage-quota.ts';
import { describeIngestFailures } from '../openapi/failures.ts';
import { describeBody, describeResponse, describeRoute } from '../openapi/operation.ts';
import { createIdPath } from '../openapi/parameters.ts';
import { requireBody } from '../request/json-body.ts';
import { readParameters } from '../request/read-request.ts';
import { InvalidRequest } from '../response/errors.ts';
import { Id } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import { EXAMPLE_SOURCE } from './shown-source.ts';

const QueuedRenditionsResponse = z
  .object({
    data: z.object({
      type: z.literal('renditions').describe('Always "renditions".'),
      id: Id.describe('The id of the source, a UUID.'),
      renditions: z.array(Id).describe('The ids of the renditions, in the order of the request.'),
    }),
  })
  .meta({ id: 'QueuedRenditionsResponse', description: 'Confirms that renditions were queued.' });

const POST_RENDITIONS = describeRoute(
  {
    operationId: 'postRenditions',
    tags: ['Ingest'],
    summary: 'Make further renditions of a source',
    description:
      'Queues further renditions of a source that is ready, after those that it has. They are sent to the destinations of the source as well, and its callback is called for them. Poll the source by its id.',
    requestParams: { path: createIdPath('source') },
    requestBody: describeBody(RenditionsBody, {
      renditions: [{ format: 'webm', size: { height: 360 }, quality: 60 }],
    }),
    responses: {
      201: describeResponse('The renditions were queued.', QueuedRenditionsResponse, {
        data: {
          type: 'renditions',
          id: EXAMPLE_SOURCE.id,
          renditions: ['019a9f3d-1c2e-4a10-8b3c-4d5e6f708192'],
        },
      }),
      ...describeIngestFailures(400, 409, 413, 415, 507),
    },
  },
  'render',
);

/** Adds `POST /sources/{id}/renditions` of the Ingest API, which makes further versions of a source. */
export function renditionRoute(scope: FastifyInstance, parts: ServerParts): void {
  const { tables } = parts.database;
  scope.post('/sources/:id/renditions', POST_RENDITIONS, async (request, reply) => {
    const { id: source } = readParameters(POST_RENDITIONS, request);
    const caller = callerOf(request);
    const { owner } = caller;
    const wanted = await scope.check(owner, 'readRenditionsRequest', requireBody(request).text);
    await requireStorageQuota(parts, caller);
    const added = await tables.transaction().execute(async (transaction) => {
      const rows = await appendRenditions(transaction, { owner, source }, wanted, MAX_RENDITIONS);
      if (typeof rows === 'string') throw createObstacleError(source, rows);
      for (const row of rows) await parts.queue.renditions.enqueue(transaction, row);
      return rows.map(({ id }) => id);
    });
    request.log.info({ source, renditions: added.length }, 'Renditions were accepted.');
    return reply.status(201).send({ data: { type: 'renditions', id: source, renditions: added } });
  });
}

function createObstacleError(source: string, obstacle: RenditionObstacle): KinoraError {
  switch (obstacle) {
    case 'unknown':
      return new KinoraError('not_found', `There is no source ${source}.`);
    case 'not ready':
      return new InvalidRequest([
        createProblem(['id'], 'conflict', 'must be that of a source with the status "ready"'),
      ]);
    case 'too many':
      return new InvalidRequest([
        createProblem(
          ['renditions'],
          'out_of_range',
          `must not make a source have more than ${MAX_RENDITIONS} renditions`,
        ),
      ]);
  }
}
