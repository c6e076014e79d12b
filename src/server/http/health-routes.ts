import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { z } from 'zod';
import { KinoraError } from '../../base/errors.ts';
import { raceWithAbort } from '../../base/race-with-abort.ts';
import { RetryAfter } from './openapi/failures.ts';
import { describeRoute } from './openapi/operation.ts';
import { RETRY_AFTER_SECONDS, toPublicError } from './response/errors.ts';

/** The paths of the health probes. */
export const PROBES = ['/health', '/ready'];

const TIME_LIMIT_MS = 3_000;
const KEEP_MS = 1_000;

/** A part of the server that can check itself. */
interface CheckablePart {
  /** Resolves if the part works and rejects if it does not. */
  check(): Promise<void>;
}

const GET_HEALTH = describeRoute({
  operationId: 'getHealth',
  tags: ['Server'],
  summary: 'Check that the server is running',
  security: [],
  responses: {
    200: {
      description: 'The server is running.',
      content: { 'application/json': { schema: z.object({ status: z.literal('ok') }) } },
    },
  },
});

const GET_READINESS = describeRoute({
  operationId: 'getReadiness',
  tags: ['Server'],
  summary: 'Check that the server is ready',
  security: [],
  responses: {
    200: {
      description: 'The database, the queue and the storage respond, and the disk has enough space.',
      content: { 'application/json': { schema: z.object({ status: z.literal('ready') }) } },
    },
    503: {
      description: 'The server cannot take work: a part does not respond, or the disk is full.',
      headers: z.object({ 'retry-after': RetryAfter }),
      content: {
        'application/json': {
          schema: z.object({
            status: z.literal('not ready'),
            failing: z
              .array(z.enum(['database', 'queue', 'storage', 'disk']))
              .describe('The parts that do not respond, and `disk` if its free space is below the limit.'),
            reasons: z
              .record(z.string(), z.string())
              .describe('A sentence for each of these parts that says why, by the name of the part.'),
          }),
        },
      },
    },
  },
});

/**
 * Adds `/health` and `/ready`. `/health` returns 200 while the process is running. `/ready` returns 200 if
 * the database, the queue and the storage respond and the disk has enough space, and otherwise 503 with the
 * names of the parts that fail.
 *
 * @param limitMs Time limit for the check of each part, in milliseconds.
 * @param keepMs Time for which an answer counts, in milliseconds. Simultaneous requests share one check, too.
 */
export function healthRoutes(
  app: FastifyInstance,
  { database, queue, storage, disk }: Record<'database' | 'queue' | 'storage' | 'disk', CheckablePart>,
  limitMs = TIME_LIMIT_MS,
  keepMs = KEEP_MS,
): void {
  app.get('/health', GET_HEALTH, () => ({ status: 'ok' }));

  const findFailing = async (log: FastifyBaseLogger): Promise<[part: string, reason: string][]> => {
    const answers = await Promise.all(
      Object.entries({ database, queue, storage, disk }).map(async ([name, part]) => {
        try {
          await withTimeLimit(limitMs, part.check());
          return [];
        } catch (error) {
          // The watch of the disk has written to the log, once for all probes.
          if (name !== 'disk') log.error({ err: error, part: name }, 'A part of the server is not ready.');
          return [[name, toPublicError(error).message] satisfies [string, string]];
        }
      }),
    );
    return answers.flat();
  };
  let last: { readonly failing: ReturnType<typeof findFailing>; until: number } | undefined;

  app.get('/ready', GET_READINESS, async (request, reply) => {
    // The route needs no key, and the checks write to the storage and the database.
    if (last === undefined || performance.now() >= last.until)
      last = { failing: findFailing(request.log), until: performance.now() + Math.max(keepMs, limitMs) };
    const current = last;
    const failing = await current.failing;
    current.until = Math.min(current.until, performance.now() + keepMs);
    if (failing.length === 0) return { status: 'ready' };
    return reply
      .status(503)
      .header('retry-after', RETRY_AFTER_SECONDS)
      .send({
        status: 'not ready',
        failing: failing.map(([part]) => part),
        reasons: Object.fromEntries(failing),
      });
  });
}

async function withTimeLimit(limitMs: number, work: Promise<void>): Promise<void> {
  const limit = new AbortController();
  const late = new KinoraError('internal', `It did not respond within ${limitMs} ms.`);
  const timer = setTimeout(() => limit.abort(late), limitMs);
  await raceWithAbort(work, limit.signal).finally(() => clearTimeout(timer));
}
