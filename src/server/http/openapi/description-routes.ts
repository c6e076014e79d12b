import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { editJsonSchema } from '../../../edit/json-schema.ts';

/** Seconds for which a client need not ask again; after that it asks whether anything changed. */
const MAX_AGE_SECONDS = 300;

/**
 * Adds `/openapi.json`, the description of the server, and `/schemas/edit.json`, the JSON Schema of an edit. Both are made
 * at the first request, so that they do not delay the start. The description holds the routes that are added after this call.
 *
 * @param publicUrl The public address without a slash at its end, known after listening.
 */
export function descriptionRoutes(app: FastifyInstance, publicUrl: () => string): void {
  const paths = collectOperations(app);
  addDocumentRoute(app, '/openapi.json', 'application/json', async () => {
    const { createOpenApiDocument } = await import('./document.ts');
    return createOpenApiDocument(publicUrl(), paths);
  });
  addDocumentRoute(app, '/schemas/edit.json', 'application/schema+json', () =>
    Promise.resolve(editJsonSchema(`${publicUrl()}/schemas/edit.json`)),
  );
}

/** Collects the operation of every route that is added from now on. */
function collectOperations(app: FastifyInstance): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  app.addHook('onRoute', ({ method, url, config }) => {
    // Every GET has a HEAD, and the Edit API has an old address without its name; neither is described.
    if (config?.operation === undefined || method === 'HEAD' || url.startsWith('/:version')) return;
    // The only wildcard of a described route is the URL of a probe.
    const path = url.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{url}');
    paths[path] = { ...paths[path], [String(method).toLowerCase()]: config.operation };
  });
  return paths;
}

interface ServedDocument {
  readonly body: string;
  readonly etag: string;
}

function addDocumentRoute(
  app: FastifyInstance,
  path: string,
  type: string,
  create: () => Promise<object>,
): void {
  let created: Promise<ServedDocument> | undefined;
  app.get(path, async (request, reply) => {
    created ??= create().then(toServedDocument);
    const { body, etag } = await created;
    reply.headers({ etag, 'cache-control': `public, max-age=${MAX_AGE_SECONDS}` });
    if (matchesEntityTag(etag, request.headers['if-none-match'])) return reply.status(304).send();
    return reply.type(`${type}; charset=utf-8`).send(body);
  });
}

function toServedDocument(document: object): ServedDocument {
  const body = JSON.stringify(document, null, 2);
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
}

/** Whether the client has it already (RFC 9110, 13.1.2). */
function matchesEntityTag(etag: string, ifNoneMatch = ''): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
