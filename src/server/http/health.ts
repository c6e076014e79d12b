import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** The paths that only machines ask for. */
export const PROBES = ['/health', '/ready'];

const TIME_LIMIT_MS = 3_000;

/** What can be asked whether it works: it resolves when so and rejects when not. */
interface Checked {
  check(): Promise<void>;
}

/**
 * `/health`: the process lives. `/ready`: database, queue and storage answer, else 503 with the names of those that do not.
 *
 * @param limitMs How long each of them may take to answer.
 */
export function healthRoutes(
  app: FastifyInstance,
  { database, queue, storage }: Record<'database' | 'queue' | 'storage', Checked>,
  limitMs = TIME_LIMIT_MS,
): void {
  app.get('/health', () => ({ status: 'ok' }));

  app.get('/ready', async (request, reply) => {
    const answers = await Promise.all(
      Object.entries({ database, queue, storage }).map(async ([name, part]) => {
        try {
          await within(limitMs, part.check());
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

async function within(limitMs: number, work: Promise<void>): Promise<void> {
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
