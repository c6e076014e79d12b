import type { FastifyInstance } from 'fastify';
import type { ServerParts } from '../parts.ts';
import { callbackRoutes } from './callbacks.ts';
import { frameRoute } from './frame.ts';
import { probeRoute } from './probe.ts';
import { renderEventsRoute } from './render-events.ts';
import { renderListRoute } from './render-list.ts';
import { renderRoutes } from './render.ts';
import { templateRoutes } from './template.ts';

/** All routes of the Edit API, the same at each of its addresses. */
export function editRoutes(scope: FastifyInstance, parts: ServerParts): void {
  renderRoutes(scope, parts);
  renderListRoute(scope, parts);
  callbackRoutes(scope, parts);
  renderEventsRoute(scope, parts);
  templateRoutes(scope, parts);
  frameRoute(scope, parts);
  probeRoute(scope, parts);
}
