import type { FastifyRequest } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import type { KeyFailures } from '../../../base/counts/key-failures.ts';
import { QuotaExceeded } from '../../../store/quotas/quotas.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The requests without a valid key. Undefined if they are not counted. */
    keyFailures?: KeyFailures;
  }
}

/**
 * Returns the error to answer a request with. If the error says that the request has no valid key, counts it, and
 * returns `too_many_requests` if its address has sent too many such requests. All routes answer errors by this
 * function, so none is left out. A valid key always works, so that no client locks out the others.
 */
export function limitKeyFailures(error: Error, { server, ip }: FastifyRequest): Error {
  const { keyFailures } = server;
  if (keyFailures === undefined || !(error instanceof KinoraError) || error.code !== 'unauthorized')
    return error;
  const seconds = keyFailures.add(ip);
  if (seconds === 0) return error;
  const sentence = `This address has sent ${keyFailures.max} requests without a valid API key within a minute, and the limit is ${keyFailures.max}. Try again in ${seconds} seconds.`;
  return new QuotaExceeded('too_many_requests', sentence, seconds);
}
