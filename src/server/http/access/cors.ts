import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findAllowedMethods, createUnknownRouteError } from '../connection/unknown-route.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];
const EXPOSED_HEADERS = [
  'accept-ranges',
  'allow',
  'content-disposition',
  'content-length',
  'content-range',
  'etag',
  'location',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'x-request-id',
];
const PREFLIGHT_MAX_AGE_SECONDS = 24 * 60 * 60;

/**
 * Lets the pages of every origin use everything here, and answers OPTIONS. Nothing hangs on cookies: who has a key may use it
 * from wherever they like, with whatever headers their tools add.
 *
 * @param apis What stands before the version in the addresses of the APIs, without slashes.
 */
export async function enableCors(app: FastifyInstance, apis: readonly string[]): Promise<void> {
  app.addHook('onRequest', (request, reply, done) => {
    const allowed = request.method === 'OPTIONS' ? findAllowedMethods(request) : [];
    if (allowed.length > 0) reply.header('allow', allowed.join(', '));
    const isRejected = request.method === 'OPTIONS' && allowed.length === 0 && !isPreflight(request);
    if (isRejected) reply.header('access-control-allow-origin', '*');
    done(isRejected ? createUnknownRouteError(request, reply, apis) : undefined);
  });
  await app.register(cors, {
    origin: '*',
    methods: METHODS,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    // OPTIONS is also asked by who is no browser.
    strictPreflight: false,
  });
}

/** A browser shows the answer to the request itself, which comes next, only when this one is let through. */
function isPreflight({ headers }: FastifyRequest): boolean {
  return headers['access-control-request-method'] !== undefined;
}
