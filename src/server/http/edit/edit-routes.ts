import type { FastifyInstance } from 'fastify';
import type { ServerParts } from '../server-parts.ts';
import { callbackRoutes } from './callback-routes.ts';
import { frameRoute } from './frame-route.ts';
import { probeRoute } from './probe-route.ts';
import { renderEventsRoute } from './render-events-route.ts';
import { renderRoutes } from './render-routes.ts';
import { templateRenderRoute } from './template-render-route.ts';
import { templateRoutes } from './template-routes.ts';

/** All routes of the Edit API, the same at each of its addresses. */
export function editRoutes(scope: FastifyInstance, parts: ServerParts): void {
  renderRoutes(scope, parts);
  renderEventsRoute(scope, parts);
  callbackRoutes(scope, parts);
  frameRoute(scope, parts);
  probeRoute(scope, parts);
  templateRoutes(scope, parts);
  templateRenderRoute(scope, parts);
}
