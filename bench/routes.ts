import diagnostics from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

/** A route of a server: its method, and the pattern of its path. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/** Lists the routes of all servers that are built from now on. The list grows while a server is built. */
export function listRoutes(): readonly Route[] {
  const routes: Route[] = [];
  diagnostics.subscribe('fastify.initialization', (message) => {
    // The message that fastify documents for this channel.
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) routes.push({ method: each, path: url });
    });
  });
  return routes;
}
