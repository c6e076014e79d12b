import type { FastifyInstance } from 'fastify';
import cors from '@fastify/cors';
import { findAllowedMethods, createUnknownRouteError } from '../connection/unknown-route.ts';

/** The extensions of the tus protocol that the server supports. */
const EXTENSIONS = 'creation,creation-with-upload,expiration,termination';

/** Lists the features of the tus server in the responses to OPTIONS. Must be called before `enableCors`. */
export function announceTus(app: FastifyInstance, maxBytes: number): void {
  app.addHook('onRequest', ({ method, url }, reply, done) => {
    if (method === 'OPTIONS' && /^\/ingest\/(v1|stage)\/tus([/?]|$)/.test(url)) {
      reply.headers({
        'tus-resumable': '1.0.0',
        'tus-version': '1.0.0',
        'tus-extension': EXTENSIONS,
        'tus-max-size': maxBytes,
      });
    }
    done();
  });
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
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
  // Browsers resume uploads with these headers.
  'tus-checksum-algorithm',
  'tus-extension',
  'tus-max-size',
  'tus-resumable',
  'tus-version',
  'upload-expires',
  'upload-length',
  'upload-metadata',
  'upload-offset',
  'x-kinora-moments',
  'x-kinora-source',
  'x-kinora-warnings',
  'x-request-id',
];
const PREFLIGHT_MAX_AGE_SECONDS = 24 * 60 * 60;

/**
 * Allows pages of every origin to call the server, and answers OPTIONS. This is safe because authentication
 * uses a key and no cookies. Any request header is allowed.
 *
 * @param apis The path segments before the version in the URLs of the APIs, without slashes.
 */
export async function enableCors(app: FastifyInstance, apis: readonly string[]): Promise<void> {
  app.addHook('onRequest', (request, reply, done) => {
    const allowed = request.method === 'OPTIONS' ? findAllowedMethods(request) : [];
    if (allowed.length > 0) reply.header('allow', allowed.join(', '));
    // A preflight must succeed even for an unknown path, or the browser hides the error of the request itself.
    const isPreflight = request.headers['access-control-request-method'] !== undefined;
    const isRejected = request.method === 'OPTIONS' && allowed.length === 0 && !isPreflight;
    if (isRejected) reply.header('access-control-allow-origin', '*');
    done(isRejected ? createUnknownRouteError(request, reply, apis) : undefined);
  });
  await app.register(cors, {
    origin: '*',
    methods: METHODS,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    // Also answer OPTIONS requests that are not preflights.
    strictPreflight: false,
  });
}
