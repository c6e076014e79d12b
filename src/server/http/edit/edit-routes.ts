import type { FastifyInstance } from 'fastify';
import { accountRoute } from '../account/account-route.ts';
import { generateRoutes } from '../generate/generate-routes.ts';
import { brandRoutes } from '../brand/brand-routes.ts';
import { keptEditRoutes } from '../kept-edits/kept-edit-routes.ts';
import { keyRoutes } from '../keys/key-routes.ts';
import type { ServerParts } from '../server-parts.ts';
import { tokenRoutes } from '../tokens/token-routes.ts';
import { callbackRoutes } from './callback-routes.ts';
import { layerRoutes } from './layer-routes.ts';
import { frameRoute, sheetRoute } from './picture-routes.ts';
import { probeRoute } from './probe-route.ts';
import { renderEventsRoute } from './render-events-route.ts';
import { renderRoutes } from './render-routes.ts';
import { speechRoute } from './speech-route.ts';
import { templateRoutes } from './template-routes.ts';
import { voicesRoute } from './voices-route.ts';
import { waveformRoute } from './waveform-route.ts';

/** Adds all routes of the Edit API. Both of its addresses have the same routes. */
export function editRoutes(scope: FastifyInstance, parts: ServerParts): void {
  renderRoutes(scope, parts);
  renderEventsRoute(scope, parts);
  callbackRoutes(scope, parts);
  frameRoute(scope, parts);
  sheetRoute(scope, parts);
  layerRoutes(scope, parts);
  waveformRoute(scope, parts);
  probeRoute(scope, parts);
  voicesRoute(scope);
  speechRoute(scope, parts);
  templateRoutes(scope, parts);
  keptEditRoutes(scope, parts);
  brandRoutes(scope, parts);
  keyRoutes(scope, parts);
  tokenRoutes(scope, parts);
  accountRoute(scope, parts);
  generateRoutes(scope, parts);
}
