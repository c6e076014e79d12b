import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../access/authentication.ts';
import type { Requester } from '../inspection.ts';

/**
 * Creates the requester of a request. Its signal aborts when the response is sent or the connection is
 * closed.
 */
export function createRequester(request: FastifyRequest, reply: FastifyReply): Requester {
  const closed = new AbortController();
  // Watch the response, because the request closes as soon as its body is read.
  reply.raw.once('close', () => closed.abort());
  const { owner, share } = callerOf(request);
  return { owner, share, signal: closed.signal };
}
