import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth.ts';
import type { Asker } from '../inspection.ts';

/** Who waits for the answer to a request, until it is sent or the connection is gone. */
export function askerOf(request: FastifyRequest, reply: FastifyReply): Asker {
  const gone = new AbortController();
  // The request itself closes as soon as its body is read.
  reply.raw.once('close', () => gone.abort());
  return { owner: callerOf(request).owner, signal: gone.signal };
}
