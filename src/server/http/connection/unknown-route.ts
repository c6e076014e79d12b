import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import { STAGES } from '../../../store/schema.ts';

/**
 * Rejects requests without a matching route before their bodies are read: with 405 and the supported methods
 * in `allow` if the path exists, otherwise with 404. `enableCors` handles OPTIONS.
 *
 * @param apis The path segments before the version in the URLs of the APIs, without slashes.
 */
export function rejectUnknownRoutes(app: FastifyInstance, apis: readonly string[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    done(request.is404 ? createUnknownRouteError(request, reply, apis) : undefined);
  });
}

/** Passes requests to unknown routes of a scope to the error handler of that scope. */
export function answerUnknownRoutes(scope: FastifyInstance, apis: readonly string[]): void {
  // Reached only if a plug-in gives up a request to its own route, such as one for a static file that does
  // not exist.
  scope.setNotFoundHandler((request, reply) => {
    throw createUnknownRouteError(request, reply, apis);
  });
}

/** Returns the methods with a route at the path of a request, and OPTIONS. Empty for an unknown path. */
export function findAllowedMethods({ server, url }: FastifyRequest): string[] {
  const path = pathOf(url);
  const found = server.supportedMethods.filter((method) => {
    const route = method === 'OPTIONS' ? null : findRoute(server, method, path);
    return route !== null && (route.params.version === undefined || isStage(route.params.version));
  });
  return found.length === 0 ? [] : [...found, 'OPTIONS'];
}

interface Route {
  readonly params: { readonly version?: string };
}

/** Finds a route. The type of the package omits that the result may be null. */
function findRoute(server: FastifyInstance, method: string, url: string): Route | null {
  return server.findRoute({ method, url });
}

/**
 * Creates the error for a request without a matching route. If only the method is wrong, sets the header
 * `allow`.
 */
export function createUnknownRouteError(
  request: FastifyRequest,
  reply: FastifyReply,
  apis: readonly string[],
): KinoraError {
  const { method } = request;
  const path = pathOf(request.url);
  const allowed = findAllowedMethods(request);
  if (allowed.includes(method)) return new KinoraError('not_found', `There is no such file: ${path}.`);
  if (allowed.length > 0) {
    reply.header('allow', allowed.join(', '));
    const sentence = `${path} does not support ${method}. Use ${allowed.join(', ')}.`;
    return new KinoraError('method_not_allowed', sentence);
  }
  return new KinoraError('not_found', `There is no ${method} ${path}${versionHint(path, apis)}.`);
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/**
 * Returns a hint for the error message: the valid versions if the path has none or a wrong one (contract C40),
 * and where the paths are listed if it names no API.
 */
function versionHint(path: string, apis: readonly string[]): string {
  const [first = '', second] = path.split('/').slice(1);
  if (first === 'files' || isStage(first) || isStage(second)) return '';
  if (apis.includes(first))
    return '. The version in the path must be v1 or stage. Without a version it is v1';
  return '. /docs lists all paths. Those of the Edit API begin with /edit/v1 or /edit/stage';
}

function isStage(version: string | undefined): boolean {
  return STAGES.some((stage) => stage === version);
}
