import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import type { Stage } from '../../../store/schema.ts';
import { callerOf } from './authentication.ts';

const WINDOW_MS = 60_000;

/** Requests a minute and key that create, change or delete, by the name of the API (contract section 9). */
const CHANGES_PER_MINUTE = {
  edit: { v1: 300, stage: 150 },
  serve: { v1: 600, stage: 300 },
} as const satisfies Record<string, Record<Stage, number>>;

/** Looking on is cheap, and a client that waits for many renders does it often (contract C44). */
const READS_PER_CHANGE = 10;

/** More keys than anybody has. The counters of those that were not heard of the longest go first. */
const MAX_KEYS = 10_000;

/** A hook for the routes of one API, after the one that knows the caller. */
export type RateLimit = onRequestAsyncHookHandler;

/** Makes the rate limit of one API; all scopes that use it count together. `undefined` where nothing is limited. */
export type RateLimits = (api: keyof typeof CHANGES_PER_MINUTE) => RateLimit | undefined;

/**
 * Limits how often each key may call each API within fixed windows of a minute, counted in this process. Every counted
 * answer says in its `ratelimit-*` headers how much is left and in how many seconds the window ends.
 *
 * @param factor How many times the usual number of requests there may be; 0 is without limit.
 */
export async function openRateLimits(app: FastifyInstance, factor: number): Promise<RateLimits> {
  if (factor === 0) return () => undefined;
  await app.register(rateLimit, {
    global: false,
    timeWindow: WINDOW_MS,
    cache: 2 * MAX_KEYS,
    enableDraftSpec: true,
    keyGenerator: (request) =>
      `${isRead(request) ? 'look' : 'change'} ${String(request.headers['x-api-key'])}`,
    errorResponseBuilder: (_request, { max, after }) => {
      const sentence = `This API key may do this ${max} times a minute; try again in ${after}.`;
      return new KinoraError('too_many_requests', sentence);
    },
  });
  return (api) =>
    app.rateLimit({
      max: (request) =>
        Math.ceil(
          CHANGES_PER_MINUTE[api][callerOf(request).stage] *
            factor *
            (isRead(request) ? READS_PER_CHANGE : 1),
        ),
    });
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}
