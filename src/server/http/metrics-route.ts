import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { KinoraError } from '../../base/errors.ts';
import { describeEditFailures } from './openapi/failures.ts';
import { describeRoute } from './openapi/operation.ts';
import type { ServerParts } from './server-parts.ts';

/** The path of the metrics. */
export const METRICS_PATH = '/metrics';

const GET_METRICS = describeRoute({
  operationId: 'getMetrics',
  tags: ['Server'],
  summary: 'Read the metrics',
  description:
    'Returns the metrics of this process in the text format of Prometheus. Needs the token in the setting KINORA_METRICS_TOKEN and no API key. Without that setting, only programs on the same machine may read the metrics.',
  security: [],
  responses: {
    200: {
      description: 'The metrics.',
      content: { 'text/plain': { schema: z.string() } },
    },
    ...describeEditFailures(401, 429),
  },
});

const REFUSED =
  'The metrics need the token in KINORA_METRICS_TOKEN: send it as "Authorization: Bearer TOKEN". If no token is set, only programs on the machine of the server may read them.';

/** Adds `GET /metrics`. */
export function metricsRoute(app: FastifyInstance, { metrics }: Pick<ServerParts, 'metrics'>): void {
  app.get(METRICS_PATH, GET_METRICS, async (request, reply) => {
    if (!metrics.allows(request.raw)) throw new KinoraError('unauthorized', REFUSED);
    const text = await metrics.read();
    return reply.header('content-type', metrics.contentType).header('cache-control', 'no-store').send(text);
  });
}
