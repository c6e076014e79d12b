import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { editJsonSchema } from '../../../edit/json-schema.ts';

/** Seconds for which clients may cache a document. After that they revalidate it by its ETag. */
const MAX_AGE_SECONDS = 300;

/**
 * Adds `/openapi.json`, the OpenAPI document of the server, and `/schemas/edit.json`, the JSON Schema of an
 * edit. Both are built at the first request, so that they do not delay the start. The OpenAPI document has
 * the routes that are added after this call.
 *
 * @param publicUrl Returns the public address without a trailing slash. The address is known only when the
 *   server listens.
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

/** Collects the operations of all routes that are added after this call. */
function collectOperations(app: FastifyInstance): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  app.addHook('onRoute', ({ method, url, config }) => {
    // Do not document HEAD, nor the old address of the Edit API without the prefix "/edit".
    if (config?.operation === undefined || method === 'HEAD' || url.startsWith('/:version')) return;
    // The only documented route with a wildcard is the probe. Its wildcard is the URL.
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

/**
 * True if `if-none-match` contains the ETag, so that the client has the document already (RFC 9110, 13.1.2).
 */
function matchesEntityTag(etag: string, ifNoneMatch = ''): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
