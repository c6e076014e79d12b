import type { FastifyInstance, FastifyRequest } from 'fastify';
import { QuotaExceeded } from '../../../store/quotas/quotas.ts';
import { addressBlockOf } from '../../../base/counts/key-failures.ts';
import { isRead, requestsPerMinute } from './rate-limits.ts';

/** Maximum number of changes per minute that one source takes by its signed URLs. */
const CHANGES_OF_SOURCE = 60;

/**
 * The limits of requests to signed URLs of uploads, which need no key. As for keys, requests that continue an upload
 * count as reads.
 */
export type SignedLimits = ReturnType<typeof openSignedLimits>;

/**
 * Opens the limits. Must follow `openRateLimits`.
 *
 * @param factor factor for the default limits. 0 means no limit.
 */
export function openSignedLimits(app: FastifyInstance, factor: number) {
  const { changes, reads } = requestsPerMinute('ingest', 'v1', factor);
  const ofSource = Math.ceil(CHANGES_OF_SOURCE * factor);
  return {
    /** Counts a request by the address of its client. Must come before the check of the signature. */
    countAddress: createCounter(app, 'Your address', { changes, reads }, ({ ip }) => addressBlockOf(ip)),
    /**
     * Counts a request by its source. Must follow the check, so that attackers cannot use up the requests of
     * others.
     */
    countSource: createCounter(app, 'The clients of this upload', { changes: ofSource, reads }, sourceOf),
  };
}

function createCounter(
  app: FastifyInstance,
  whose: string,
  { changes, reads }: { readonly changes: number; readonly reads: number },
  keyOf: (request: FastifyRequest) => string,
): (request: FastifyRequest) => Promise<void> {
  // Without limits, the plug-in is not there.
  if (changes === 0) return () => Promise.resolve();
  const count = app.createRateLimit({
    max: (request) => (isRead(request) ? reads : changes),
    keyGenerator: (request) => `${isRead(request) ? 'read' : 'change'} ${keyOf(request)}`,
  });
  return async (request) => {
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    const { max, ttlInSeconds } = counted;
    const sentence = `${whose} may send at most ${max} such requests per minute without a key. Try again in ${ttlInSeconds} seconds.`;
    throw new QuotaExceeded('too_many_requests', sentence, ttlInSeconds);
  };
}

/** Returns the id of the source in the path, or in the query that creates a resumable upload. */
function sourceOf({ params, query }: FastifyRequest): string {
  const { id } = params as { readonly id?: string };
  return id ?? String((query as Readonly<Record<string, unknown>>)['upload']);
}
