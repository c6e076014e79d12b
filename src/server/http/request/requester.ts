import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../access/authentication.ts';
import type { Requester } from '../inspection.ts';

/** Who waits for the answer to a request, until it is sent or the connection is gone. */
export function createRequester(request: FastifyRequest, reply: FastifyReply): Requester {
  const gone = new AbortController();
  // The request itself closes as soon as its body is read.
  reply.raw.once('close', () => gone.abort());
  return { owner: callerOf(request).owner, signal: gone.signal };
}
