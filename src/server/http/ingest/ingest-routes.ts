import type { FastifyInstance } from 'fastify';
import type { ServerParts } from '../server-parts.ts';
import { renditionRoute } from './rendition-route.ts';
import { sourceRoutes } from './source-routes.ts';
import { uploadRoute } from './upload-route.ts';

/** Adds the routes of the Ingest API that need a key. */
export function ingestRoutes(scope: FastifyInstance, parts: ServerParts): void {
  sourceRoutes(scope, parts);
  renditionRoute(scope, parts);
  scope.register((upload, _options, done) => {
    uploadRoute(upload, parts);
    done();
  });
}
