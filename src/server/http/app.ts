import type { Server } from 'node:http';
import compress from '@fastify/compress';
import fastify, { type FastifyInstance, type FastifyHttpOptions, LogController } from 'fastify';
import { newId } from '../../base/new-id.ts';
import { KinoraError } from '../../base/errors.ts';
import { KeyFailures } from '../../base/counts/key-failures.ts';
import { STAGES } from '../../store/schema.ts';
import { type FindCaller, createCallerLookup, requireKey } from './access/authentication.ts';
import { enableCors, announceTus } from './access/cors.ts';
import { openRateLimits, type RateLimit } from './access/rate-limits.ts';
import { agentRoute } from './agents/agent-route.ts';
import { openChecker } from './check/checker.ts';
import { configureConnections, CONNECTION_TIMEOUTS } from './connection/connections.ts';
import { createDefaultVersion } from './connection/default-version.ts';
import { toLoggedRequest } from './connection/logged-request.ts';
import { limitConnections } from './connection/limit-connections.ts';
import { answerMalformedRequests } from './connection/malformed-request.ts';
import { limitRequestTime } from './connection/slow-clients.ts';
import { answerUnknownRoutes, rejectUnknownRoutes } from './connection/unknown-route.ts';
import { createdAssetRoutes } from './create/created-asset-routes.ts';
import { docsRoutes } from './docs/docs-routes.ts';
import { embedRoutes } from './embed/embed-routes.ts';
import { editRoutes } from './edit/edit-routes.ts';
import { isEndedRender } from '../../store/attempts.ts';
import { fileRoutes } from './files/file-routes.ts';
import { healthRoutes, PROBES } from './health-routes.ts';
import { METRICS_PATH, metricsRoute } from './metrics-route.ts';
import { observeRequests } from './observe-requests.ts';
import { ingestRoutes } from './ingest/ingest-routes.ts';
import { receiveRoutes } from './ingest/receive-routes.ts';
import { descriptionRoutes } from './openapi/description-routes.ts';
import { createErrorPages } from './pages/error-page.ts';
import { startPageRoute } from './pages/start-page.ts';
import { removeExpiredKeys } from './request/idempotency.ts';
import { MAX_BODY_BYTES, parseJsonBodies } from './request/json-body.ts';
import { editErrorBody, type ErrorBody, createErrorHandler, listErrorBody } from './response/errors.ts';
import { JSON_POLICY, SAFE_HEADERS, sendSafeHeaders } from './response/safe-headers.ts';
import { assetRoutes } from './serve/asset-routes.ts';
import { transferRoutes } from './serve/transfer-routes.ts';
import type { ServerParts } from './server-parts.ts';
import { studioRoutes } from './studio/studio-routes.ts';

/** Maximum length of a path parameter. Node.js limits the request line with its headers to this length. */
const MAX_ADDRESS_CHARACTERS = 16 * 1024;

const APIS = ['edit', 'serve', 'ingest', 'create'];

/**
 * Compresses JSON and texts above a kilobyte. The routes of hosted files, of events and of the documents switch it off:
 * those are sent as they are, or lie compressed on the disk.
 */
const COMPRESSION = {
  encodings: ['br' as const, 'gzip' as const],
  threshold: 1024,
  customTypes: /^(?:application\/json|text\/(?:html|markdown|plain))\b/,
  // A body that a client sends compressed could have any size.
  globalDecompression: false,
};

/** One API: its first path segment, the format of its errors, its routes and its rate limit. */
interface Api {
  readonly prefix: string;
  readonly errorBody: ErrorBody;
  readonly routes: (scope: FastifyInstance, parts: ServerParts) => void;
  readonly limit: RateLimit | undefined;
}

/** Builds the HTTP server with all its routes. The server does not listen yet. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const defaultVersion = createDefaultVersion(APIS);
  const app: FastifyInstance = fastify(createOptions(parts, defaultVersion));
  defaultVersion.learnFrom(app);
  // Comes first, so that errors of the plug-ins use this error format, too.
  app.setErrorHandler(createErrorHandler(editErrorBody, createErrorPages(parts, APIS)));
  app.decorate('keyFailures', new KeyFailures(parts.rateLimits));
  sendRequestIds(app);
  observeRequests(app);
  sendSafeHeaders(app);
  await app.register(compress, COMPRESSION);
  announceTus(app, parts.ingest.ingestLimits.maxBytes);
  await enableCors(app, APIS);
  const { bodyMs, pace } = parts.timeouts ?? CONNECTION_TIMEOUTS;
  configureConnections(app, pace);
  limitRequestTime(app, bodyMs);
  limitConnections(app, parts.connectionsPerAddress, parts.trustProxy);
  rejectWhileClosing(app);
  rejectUnknownRoutes(app, APIS);
  answerUnknownRoutes(app, APIS);
  parseJsonBodies(app);
  openChecker(app);
  removeExpiredKeys(app, parts);
  const limits = await openRateLimits(app, parts.rateLimits);
  const sendStudio = await studioRoutes(app, parts.studioFolder, parts);
  startPageRoute(app, parts, sendStudio);
  await embedRoutes(app, parts.embedFolder);
  const { tables } = parts.database;
  fileRoutes(app, { ...parts, isBeingMade: async (render) => !(await isEndedRender(tables, render)) });
  descriptionRoutes(app, parts);
  await docsRoutes(app, parts);
  const findCaller = createCallerLookup(parts);
  const errorBody = listErrorBody;
  const add = (api: Api): Promise<void> => addApi(app, parts, findCaller, api);
  const edit = { errorBody: editErrorBody, routes: editRoutes, limit: limits('edit') };
  await add({ ...edit, prefix: '/edit' });
  // The old address of the Edit API, without the prefix "/edit".
  await add({ ...edit, prefix: '' });
  await add({ prefix: '/serve', errorBody, routes: serveRoutes, limit: limits('serve') });
  const ingestLimit = limits('ingest');
  await add({ prefix: '/ingest', errorBody, routes: ingestRoutes, limit: ingestLimit });
  await receiveRoutes(app, parts, findCaller, ingestLimit);
  await add({ prefix: '/create', errorBody, routes: createdAssetRoutes, limit: limits('create') });
  await agentRoute(app, parts, { findCaller, limit: limits('edit') });
  healthRoutes(app, parts);
  metricsRoute(app, parts);
  return app;
}

function serveRoutes(scope: FastifyInstance, parts: ServerParts): void {
  transferRoutes(scope, parts);
  assetRoutes(scope, parts);
}

function createOptions(
  { log, trustProxy, timeouts = CONNECTION_TIMEOUTS }: ServerParts,
  defaultVersion: ReturnType<typeof createDefaultVersion>,
): FastifyHttpOptions<Server> {
  return {
    // Only requests from these addresses may say who sent them, and to which host.
    trustProxy: trustProxy.length > 0 && [...trustProxy],
    rewriteUrl: ({ url = '/' }) => defaultVersion.addTo(url),
    loggerInstance: log,
    // Probes arrive every few seconds and would flood the log.
    logController: new LogController({
      disableRequestLogging: ({ url }) => [...PROBES, METRICS_PATH].includes(url),
    }),
    genReqId: () => newId(),
    // Log the client's own request id, so that a client can find its requests. Only the server's id is
    // unique.
    childLoggerFactory: (logger, bindings, options, { headers }) =>
      logger.child(
        { ...bindings, clientRequestId: headers['x-request-id'] },
        { ...options, serializers: { ...options.serializers, req: toLoggedRequest } },
      ),
    // `configureConnections` rejects such requests with an error body.
    http: {
      requireHostHeader: false,
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.headersMs / 6,
    },
    bodyLimit: MAX_BODY_BYTES,
    // `limitRequestTime` limits requests, and `closeSlowConnections` those that upload files.
    requestTimeout: 0,
    // The URL of a file to probe may fill the whole request line.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_ADDRESS_CHARACTERS },
    return503OnClosing: false,
    // Handles errors before routing, such as a path that cannot be decoded. No hook has run yet.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...SAFE_HEADERS, 'content-security-policy': JSON_POLICY });
      reply.headers({ 'x-request-id': request.id, 'access-control-allow-origin': '*' });
      const body = /^\/(serve|ingest|create)\//.test(request.url) ? listErrorBody : editErrorBody;
      void createErrorHandler(body)(error, request, reply);
    },
    clientErrorHandler: answerMalformedRequests(log),
  };
}

function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
}

/** Rejects requests during shutdown. The response of the framework itself lacks the error body of the API. */
function rejectWhileClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    done(closing ? new KinoraError('stopping', 'The server is stopping. Try again later.') : undefined);
  });
}

async function addApi(
  app: FastifyInstance,
  parts: ServerParts,
  findCaller: FindCaller,
  { prefix, errorBody, routes, limit }: Api,
): Promise<void> {
  await app.register(
    async (api) => {
      if (prefix !== '') answerUnknownRoutes(api, APIS);
      api.setErrorHandler(createErrorHandler(errorBody));
      await api.register(
        (scope, _options, done) => {
          requireKey(scope, findCaller, parts);
          if (limit !== undefined) scope.addHook('onRequest', limit);
          routes(scope, parts);
          done();
        },
        // Without a prefix, other first segments belong to the other APIs.
        { prefix: prefix === '' ? `/:version(^(?:${STAGES.join('|')})$)` : '/:version' },
      );
    },
    { prefix },
  );
}
