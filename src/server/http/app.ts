import type { Server } from 'node:http';
import fastify, { type FastifyInstance, type FastifyHttpOptions, LogController } from 'fastify';
import { v7 as uuid } from 'uuid';
import { KinoraError } from '../../base/errors.ts';
import { type FindCaller, openKeys, requireKey } from './auth.ts';
import { answerBrokenRequests } from './broken-request.ts';
import { letBrowsersIn } from './browsers.ts';
import { openChecker } from './check/checker.ts';
import { openConnections } from './connections.ts';
import { docsRoutes } from './docs/routes.ts';
import { editRoutes } from './edit/routes.ts';
import { editErrorBody, type ErrorBody, errorHandler, listErrorBody } from './errors.ts';
import { fileRoutes } from './files.ts';
import { healthRoutes, PROBES } from './health.ts';
import { parseJsonBodies } from './json-body.ts';
import { openRateLimits, type RateLimit } from './limits.ts';
import { loggedRequest } from './logged-request.ts';
import { forgetExpiredKeys } from './once.ts';
import { descriptionRoutes } from './openapi/routes.ts';
import type { ServerParts } from './parts.ts';
import { assetRoutes } from './serve/assets.ts';
import { transferRoutes } from './serve/transfers.ts';
import { answerUnknownRoutes, refuseUnknownRoutes } from './unknown-route.ts';

const BODY_LIMIT_BYTES = 10 * 1024 * 1024;
const REQUEST_TIMEOUT_MS = 60_000;
/** Characters of what Node.js reads of a request before its body. */
const LONGEST_ADDRESS = 16 * 1024;

const APIS = ['edit', 'serve'];

/** One API: how it words its errors, its routes, how often they may be called and by whom. */
interface Api {
  readonly errorBody: ErrorBody;
  readonly routes: (scope: FastifyInstance, parts: ServerParts) => void;
  readonly limit: RateLimit | undefined;
  readonly callerWith: FindCaller;
}

/** The HTTP server with all its routes, not yet listening. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify(optionsOf(parts));
  // First, so that the plug-ins answer in our words as well.
  app.setErrorHandler(errorHandler(editErrorBody));
  showRequestIds(app);
  await letBrowsersIn(app, APIS);
  openConnections(app);
  refuseWhileClosing(app);
  refuseUnknownRoutes(app, APIS);
  answerUnknownRoutes(app, APIS);
  parseJsonBodies(app);
  openChecker(app);
  forgetExpiredKeys(app, parts);
  const limits = await openRateLimits(app, parts.rateLimits);
  healthRoutes(app, parts);
  fileRoutes(app, parts);
  descriptionRoutes(app, parts.publicUrl);
  await docsRoutes(app, parts.publicUrl);
  const callerWith = openKeys(parts.database);
  const edit: Api = { errorBody: editErrorBody, routes: editRoutes, limit: limits('edit'), callerWith };
  await addApi(app, parts, '/edit', edit);
  // The old address of the Edit API, without its name.
  await addApi(app, parts, '', edit);
  await addApi(app, parts, '/serve', {
    errorBody: listErrorBody,
    routes: (scope, all) => {
      assetRoutes(scope, all);
      transferRoutes(scope, all);
    },
    limit: limits('serve'),
    callerWith,
  });
  return app;
}

function optionsOf({ log }: ServerParts): FastifyHttpOptions<Server> {
  return {
    loggerInstance: log,
    // Probes ask every few seconds; their requests would bury the others.
    logController: new LogController({ disableRequestLogging: ({ url }) => PROBES.includes(url) }),
    genReqId: () => uuid(),
    // A client's own id helps it to find its requests in our log; ours is the one that is unique.
    childLoggerFactory: (logger, bindings, options, { headers }) =>
      logger.child(
        { ...bindings, clientRequestId: headers['x-request-id'] },
        { ...options, serializers: { ...options.serializers, req: loggedRequest } },
      ),
    // Refused with a body, see openConnections.
    http: { requireHostHeader: false },
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // The URL of a file to probe may be as long as an address can be.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_ADDRESS },
    return503OnClosing: false,
    // What goes wrong before a route is found, such as an address that cannot be decoded. No hook has run for it.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ 'x-request-id': request.id, 'access-control-allow-origin': '*' });
      void errorHandler(editErrorBody)(error, request, reply);
    },
    clientErrorHandler: answerBrokenRequests(log),
  };
}

function showRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
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
  prefix: string,
  { errorBody, routes, limit, callerWith }: Api,
): Promise<void> {
  await app.register(
    async (api) => {
      if (prefix !== '') answerUnknownRoutes(api, APIS);
      api.setErrorHandler(errorHandler(errorBody));
      await api.register(
        (scope, _options, done) => {
          requireKey(scope, callerWith);
          if (limit !== undefined) scope.addHook('onRequest', limit);
          routes(scope, parts);
          done();
        },
        { prefix: '/:version' },
      );
    },
    { prefix },
  );
}
