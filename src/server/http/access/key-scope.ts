import type { FastifyRequest } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import { KEY_SCOPES, type KeyScope } from '../../../store/schema.ts';

/** The methods of requests that only read. */
const READING_METHODS: readonly string[] = ['GET', 'HEAD'];

/** The part of the options of a route that decides its scope. */
interface ScopedRoute {
  /** The scope of a route whose method alone would decide wrongly. */
  readonly scope?: KeyScope | undefined;
}

/**
 * Returns the scope that a key needs for a route. Unless the route has its own, reading needs `read`, and everything
 * else `full`: a new route that changes something is closed to other keys until it is opened to them.
 */
export function scopeOfRoute({ scope }: ScopedRoute, method: string): KeyScope {
  return scope ?? (READING_METHODS.includes(method.toUpperCase()) ? 'read' : 'full');
}

/** Checks that the scope of a key allows a request, like {@link requireScope}. */
export function requireScopeOfRoute(scope: KeyScope, { method, routeOptions }: FastifyRequest): void {
  requireScope(scope, scopeOfRoute(routeOptions.config, method));
}

/**
 * Checks that the scope of a key is enough.
 *
 * @param scope the scope of the key.
 * @throws {KinoraError} `insufficient_scope` if it is not.
 */
export function requireScope(scope: KeyScope, needed: KeyScope): void {
  if (KEY_SCOPES.indexOf(scope) <= KEY_SCOPES.indexOf(needed)) return;
  const better = KEY_SCOPES.slice(0, KEY_SCOPES.indexOf(needed) + 1).map((name) => `"${name}"`);
  throw new KinoraError(
    'insufficient_scope',
    `This API key has the scope "${scope}", but this request needs "${needed}". Use a key with the scope ${better.join(' or ')}.`,
  );
}
