import fastify, { type FastifyInstance, LogController } from 'fastify';
import { v7 as uuid } from 'uuid';
import { KinoraError } from '../../base/errors.ts';
import { requireKey } from './auth.ts';
import { renderRoutes } from './edit/render.ts';
import { editErrorBody, type ErrorBody, errorHandler, listErrorBody, notFoundHandler } from './errors.ts';
import { fileRoutes } from './files.ts';
import { healthRoutes, PROBES } from './health.ts';
import { parseJsonBodies } from './json-body.ts';
import type { ServerParts } from './parts.ts';
import { assetRoutes } from './serve/assets.ts';

const BODY_LIMIT_BYTES = 10 * 1024 * 1024;
const REQUEST_TIMEOUT_MS = 60_000;

type Routes = (scope: FastifyInstance, parts: ServerParts) => void;

/** The HTTP server with all its routes, not yet listening. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: parts.log,
    // Probes ask every few seconds; their requests would bury the others.
    logController: new LogController({ disableRequestLogging: ({ url }) => PROBES.includes(url) }),
    genReqId: () => uuid(),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { ignoreTrailingSlash: true },
    return503OnClosing: false,
    // What goes wrong before a route is found, such as an address that cannot be decoded.
    frameworkErrors: (error, request, reply) => void errorHandler(editErrorBody)(error, request, reply),
  });
  refuseWhileClosing(app);
  parseJsonBodies(app);
  app.setErrorHandler(errorHandler(editErrorBody));
  app.setNotFoundHandler(notFoundHandler(editErrorBody));
  healthRoutes(app, parts);
  await fileRoutes(app, parts.storage);
  await addApi(app, parts, 'edit', editErrorBody, renderRoutes);
  await addApi(app, parts, 'serve', listErrorBody, assetRoutes);
  // The old address of the Edit API, without its name.
  await app.register(
    (scope, _options, done) => {
      requireKey(scope, parts.database);
      renderRoutes(scope, parts);
      done();
    },
    { prefix: '/:version' },
  );
  return app;
}

/** The framework's own answer has no body that a client of ours can read. */
function refuseWhileClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    done(closing ? new KinoraError('stopping', 'The server is stopping; try again later.') : undefined);
  });
}

async function addApi(
  app: FastifyInstance,
  parts: ServerParts,
  name: string,
  body: ErrorBody,
  routes: Routes,
): Promise<void> {
  await app.register(
    async (api) => {
      api.setErrorHandler(errorHandler(body));
      api.setNotFoundHandler(notFoundHandler(body, name));
      await api.register(
        (scope, _options, done) => {
          requireKey(scope, parts.database);
          routes(scope, parts);
          done();
        },
        { prefix: '/:version' },
      );
    },
    { prefix: `/${name}` },
  );
}
