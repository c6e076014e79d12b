import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import { STAGES } from '../../../store/schema.ts';

/**
 * Refuses, before its body is read, every request that no route answers: 405 with the methods of its path in `allow`, or
 * 404. OPTIONS is answered elsewhere, see {@link findAllowedMethods}.
 *
 * @param apis What stands before the version in the addresses of the APIs, without slashes.
 */
export function rejectUnknownRoutes(app: FastifyInstance, apis: readonly string[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    done(request.is404 ? createUnknownRouteError(request, reply, apis) : undefined);
  });
}

/** Has everything unknown in a scope answered by the error handler of that scope. */
export function answerUnknownRoutes(scope: FastifyInstance, apis: readonly string[]): void {
  // Reached only by plug-ins that give up on a route of theirs, such as the one of files.
  scope.setNotFoundHandler((request, reply) => {
    throw createUnknownRouteError(request, reply, apis);
  });
}

/** The methods for which there is a route at the path of a request, OPTIONS among them; none for an unknown path. */
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

/** The package's type leaves out that there may be none. */
function findRoute(server: FastifyInstance, method: string, url: string): Route | null {
  return server.findRoute({ method, url });
}

/** The error for a request that no route answers; where it is the method, with the right ones in `allow`. */
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
    const sentence = `${path} does not answer ${method}; it may be ${allowed.join(', ')}.`;
    return new KinoraError('method_not_allowed', sentence);
  }
  return new KinoraError('not_found', `There is no ${method} ${path}${versionHint(path, apis)}.`);
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/** The version is what clients forget most often (contract C40); who comes without a path looks for the reference. */
function versionHint(path: string, apis: readonly string[]): string {
  if (path === '/') return '; the reference of the API is at /docs';
  const [first = '', second] = path.split('/').slice(1);
  const api = apis.find((name) => name === first);
  const version = api === undefined ? first : second;
  if (version === 'files' || isStage(version) || isStage(second)) return '';
  return `; the version in an address of the API is v1 or stage, as in /${api ?? 'edit'}/v1/...`;
}

function isStage(version: string | undefined): boolean {
  return STAGES.some((stage) => stage === version);
}
