import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { describeRoute } from './openapi/operation.ts';

/** The paths that only machines ask for. */
export const PROBES = ['/health', '/ready'];

const TIME_LIMIT_MS = 3_000;

/** What can be asked whether it works: it resolves when so and rejects when not. */
interface CheckablePart {
  check(): Promise<void>;
}

const GET_HEALTH = describeRoute({
  operationId: 'getHealth',
  tags: ['Server'],
  summary: 'Whether the server lives',
  security: [],
  responses: {
    200: {
      description: 'It lives.',
      content: { 'application/json': { schema: z.object({ status: z.literal('ok') }) } },
    },
  },
});

const GET_READINESS = describeRoute({
  operationId: 'getReadiness',
  tags: ['Server'],
  summary: 'Whether the server can work',
  security: [],
  responses: {
    200: {
      description: 'Database, queue and storage answer.',
      content: { 'application/json': { schema: z.object({ status: z.literal('ready') }) } },
    },
    503: {
      description: 'Some of them do not.',
      content: {
        'application/json': {
          schema: z.object({
            status: z.literal('not ready'),
            failing: z.array(z.enum(['database', 'queue', 'storage'])).describe('Those that do not.'),
          }),
        },
      },
    },
  },
});

/**
 * `/health`: the process lives. `/ready`: database, queue and storage answer, else 503 with the names of those that do not.
 *
 * @param limitMs How long each of them may take to answer.
 */
export function healthRoutes(
  app: FastifyInstance,
  { database, queue, storage }: Record<'database' | 'queue' | 'storage', CheckablePart>,
  limitMs = TIME_LIMIT_MS,
): void {
  app.get('/health', GET_HEALTH, () => ({ status: 'ok' }));

  app.get('/ready', GET_READINESS, async (request, reply) => {
    const answers = await Promise.all(
      Object.entries({ database, queue, storage }).map(async ([name, part]) => {
        try {
          await withTimeLimit(limitMs, part.check());
          return undefined;
        } catch (error) {
          request.log.error({ err: error, part: name }, 'A part is not ready.');
          return name;
        }
      }),
    );
    const failing = answers.filter((name) => name !== undefined);
    if (failing.length === 0) return { status: 'ready' };
    return reply.status(503).send({ status: 'not ready', failing });
  });
}

async function withTimeLimit(limitMs: number, work: Promise<void>): Promise<void> {
  const finished = new AbortController();
  const limit = wait(limitMs, undefined, { signal: finished.signal }).then(() => {
    throw new Error(`No answer within ${limitMs} ms.`);
  });
  // When the work wins, the abort below rejects this one too, and nobody waits for it any more.
  limit.catch(() => undefined);
  try {
    await Promise.race([work, limit]);
  } finally {
    finished.abort();
  }
}
