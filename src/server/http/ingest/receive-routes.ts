import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FindCaller } from '../access/authentication.ts';
import type { RateLimit } from '../access/rate-limits.ts';
import { openSignedLimits } from '../access/signed-limits.ts';
import { createErrorHandler, listErrorBody } from '../response/errors.ts';
import type { ServerParts } from '../server-parts.ts';
import { receiveRoute } from './receive-route.ts';
import { tusRoutes } from './tus-routes.ts';

/** An upload ends if the connection is idle for this long, in milliseconds. */
const IDLE_MS = 90_000;
/** Milliseconds that a client has after a refusal to stop sending. */
const REFUSAL_MS = 10_000;

/** Maximum delay of a timer in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The methods of requests that bring bytes. */
const TAKING_METHODS: readonly string[] = ['PUT', 'POST', 'PATCH'];

/** The dependencies of the routes that take files. */
export interface ReceivingParts extends ServerParts {
  /** Idle time before an upload ends, in milliseconds. Set only in tests. */
  readonly idleMs?: number;
}

/**
 * Adds the routes of the Ingest API that take files. Their handlers read the body themselves, and a signed
 * address takes the place of the key.
 */
export async function receiveRoutes(
  app: FastifyInstance,
  parts: ReceivingParts,
  findCaller: FindCaller,
  limit: RateLimit | undefined,
): Promise<void> {
  const signedLimits = openSignedLimits(app, parts.rateLimits);
  await app.register(
    (scope, _options, done) => {
      scope.setErrorHandler(createErrorHandler(listErrorBody));
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
      requireRoom(scope, parts);
      scope.addHook('onRequest', watchConnection(parts.idleMs ?? IDLE_MS, parts.ingest.uploadMs));
      receiveRoute(scope, parts, signedLimits);
      tusRoutes(scope, parts, findCaller, { ofKeys: limit, ofSigned: signedLimits });
      done();
    },
    { prefix: '/ingest/:version' },
  );
}

/** Rejects uploads while the disk that would hold them is full. */
function requireRoom(scope: FastifyInstance, { storage, disk }: ReceivingParts): void {
  if (storage.folder === undefined) return;
  scope.addHook('onRequest', async ({ method }) => {
    if (TAKING_METHODS.includes(method)) await disk.check();
  });
}

/**
 * Ends uploads whose bytes stop arriving, or that last longer than uploads may. If a request is refused before
 * all its bytes have arrived, discards the rest for a while, so that the client can read the response.
 */
function watchConnection(idleMs: number, totalMs: number) {
  return ({ raw }: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    // Once the last byte has arrived, the client waits for the server: a slow database or storage is not an
    // idle client. Without a listener of the response, Node.js itself would close the connection then.
    reply.raw.setTimeout(idleMs, () => {
      if (!raw.complete) raw.destroy();
    });
    const timer = setTimeout(() => raw.destroy(), Math.min(totalMs, MAX_TIMER_MS)).unref();
    reply.raw.once('close', () => clearTimeout(timer));
    reply.raw.once('finish', () => {
      if (raw.complete || raw.destroyed) return;
      setTimeout(() => {
        if (!raw.complete) raw.destroy();
      }, REFUSAL_MS).unref();
      raw.removeAllListeners('readable').resume();
    });
    done();
  };
}
