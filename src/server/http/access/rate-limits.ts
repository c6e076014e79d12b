import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import { KinoraError } from '../../../base/errors.ts';
import { MinuteCounts } from '../../../base/counts/minute-counts.ts';
import type { Stage } from '../../../store/schema.ts';
import { dryRunQuery } from '../openapi/parameters.ts';
import { callerOf } from './authentication.ts';

/**
 * Maximum number of changes per minute and account, by the name of the API (contract section 9). A change is a
 * request that creates, changes or deletes something.
 */
const CHANGES_PER_MINUTE = {
  edit: { v1: 300, stage: 150 },
  serve: { v1: 600, stage: 300 },
  ingest: { v1: 300, stage: 120 },
  create: { v1: 300, stage: 120 },
} as const satisfies Record<string, Record<Stage, number>>;

/**
 * Factor for the limit of requests that only read: they are cheap, and clients poll their renders often
 * (contract C44).
 */
const READS_PER_CHANGE = 10;

/** Factor for the limit of files of layers: each second of each clip is one, for every visitor of a page that plays. */
const LAYER_FILES_PER_READ = 10;

/** Maximum number of owners with counters. Beyond this number, the oldest counters are dropped. */
const MAX_OWNERS = 10_000;

/** A hook that limits the rate of one API. It must run after the hook that sets the caller. */
export type RateLimit = onRequestAsyncHookHandler;

/**
 * Creates the rate limit of one API, or `undefined` if limits are off. All scopes with the same limit share
 * its counters.
 */
export type RateLimits = (api: keyof typeof CHANGES_PER_MINUTE) => RateLimit | undefined;

/**
 * The counters of one API. The store of the library gives all requests of one instant the count of the last, so that
 * a burst beyond the limit would be rejected as a whole.
 */
class Counters implements FastifyRateLimitStore {
  private readonly counts = new MinuteCounts(2 * MAX_OWNERS);

  /** Counts a request. */
  incr(name: string, done: (error: null, result: { current: number; ttl: number }) => void): void {
    const { count, leftMs } = this.counts.add(name);
    done(null, { current: count, ttl: leftMs });
  }

  /** Creates the counters of another API. */
  child(): Counters {
    return new Counters();
  }
}

/**
 * Limits the number of requests per owner and API in fixed windows of one minute. All keys of an owner share its
 * counters, because an account may create as many keys as it likes. The counters are kept in this process. The
 * headers `ratelimit-*` of every counted response say how many requests are left and when the
 * window ends.
 *
 * @param factor Factor for the default limits. 0 means no limit.
 */
export async function openRateLimits(app: FastifyInstance, factor: number): Promise<RateLimits> {
  if (factor === 0) return () => undefined;
  await app.register(rateLimit, {
    global: false,
    store: Counters,
    enableDraftSpec: true,
    keyGenerator: (request) => `${kindOf(request)} ${callerOf(request).owner}`,
    errorResponseBuilder: (_request, { max, after }) => {
      const sentence = `The API keys of this account may send at most ${max} such requests per minute together. Try again in ${after}.`;
      return new KinoraError('too_many_requests', sentence);
    },
  });
  return (api) =>
    app.rateLimit({
      max: (request) => {
        const { changes, reads } = requestsPerMinute(api, callerOf(request).stage, factor);
        const kind = kindOf(request);
        return kind === 'layer file' ? LAYER_FILES_PER_READ * reads : kind === 'read' ? reads : changes;
      },
    });
}

/**
 * Returns the maximum number of requests of each kind per minute and owner.
 *
 * @param factor factor for the default limits.
 */
export function requestsPerMinute(
  api: keyof typeof CHANGES_PER_MINUTE,
  stage: Stage,
  factor: number,
): { readonly changes: number; readonly reads: number } {
  const changes = CHANGES_PER_MINUTE[api][stage] * factor;
  return { changes: Math.ceil(changes), reads: Math.ceil(changes * READS_PER_CHANGE) };
}

/**
 * Returns the kind of a request. Each kind has a counter of its own, so that a person who looks at frames of an edit
 * can still render it. There may be as many inspections as changes.
 */
function kindOf(request: FastifyRequest): 'layer file' | 'read' | 'inspection' | 'change' {
  const { operationId, tags, requestParams } = request.routeOptions.config.operation ?? {};
  if (operationId === 'getLayer' || operationId === 'getLayerPiece') return 'layer file';
  if (isRead(request)) return 'read';
  const canBeDry = requestParams?.query instanceof z.ZodObject && 'dryRun' in requestParams.query.shape;
  const isDry = canBeDry && dryRunQuery.safeParse(request.query).data?.dryRun === true;
  return isDry || tags?.includes('Inspection') === true ? 'inspection' : 'change';
}

/**
 * True for a request that counts as a read. PATCH only continues an upload, which counted as a change when it
 * began.
 */
export function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'PATCH';
}
