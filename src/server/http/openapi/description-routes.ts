import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { editJsonSchema } from '../../../edit/json-schema.ts';
import { scopeOfRoute } from '../access/authentication.ts';
import { type PublicUrlParts, publicUrlOf } from '../request/public-url.ts';

/** Seconds for which clients may cache a document. After that they revalidate it by its ETag. */
const MAX_AGE_SECONDS = 300;

/** A placeholder for the public address in documents that are built once. No real address contains it. */
const ANY_URL = 'https://public-url.invalid';

/**
 * Adds `/openapi.json`, the OpenAPI document of the server, and `/schemas/edit.json`, the JSON Schema of an
 * edit. Both are built as soon as the server listens, so that they neither delay the start nor make a request compute
 * for long. The OpenAPI document has the routes that are added after this call.
 */
export function descriptionRoutes(app: FastifyInstance, parts: PublicUrlParts): void {
  const paths = collectOperations(app);
  addDocumentRoute(app, '/openapi.json', 'application/json', parts, async () => {
    const { createOpenApiDocument } = await import('./document.ts');
    return createOpenApiDocument(ANY_URL, paths);
  });
  addDocumentRoute(app, '/schemas/edit.json', 'application/schema+json', parts, () =>
    Promise.resolve(editJsonSchema(`${ANY_URL}/schemas/edit.json`)),
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
    // A key needs the scope, unless the route needs no key.
    const scope = { 'x-kinora-scope': scopeOfRoute(config, String(method)) };
    const operation = { ...config.operation, ...(config.operation.security === undefined && scope) };
    paths[path] = { ...paths[path], [String(method).toLowerCase()]: operation };
  });
  return paths;
}

/** Adds the route of a document, in which the public address for a request takes the place of {@link ANY_URL}. */
function addDocumentRoute(
  app: FastifyInstance,
  path: string,
  type: string,
  parts: PublicUrlParts,
  create: () => Promise<object>,
): void {
  // The address in a request may be wrong. A cache must not pass it on to other clients.
  const audience = parts.isPublicUrlSet ? 'public' : 'private';
  let created: Promise<string> | undefined;
  const write = (): Promise<string> =>
    (created ??= create().then((document) => JSON.stringify(document, null, 2)));
  app.addHook('onListen', async () => {
    await write();
  });
  app.get(path, async (request, reply) => {
    const body = (await write()).replaceAll(ANY_URL, () =>
      JSON.stringify(publicUrlOf(request, parts)).slice(1, -1),
    );
    // Weak, because the body may travel compressed.
    const etag = `W/"${createHash('sha256').update(body).digest('base64url')}"`;
    reply.headers({
      etag,
      vary: 'accept-encoding',
      'cache-control': `${audience}, max-age=${MAX_AGE_SECONDS}`,
    });
    if (matchesEntityTag(etag, request.headers['if-none-match'])) return reply.status(304).send();
    return reply.type(`${type}; charset=utf-8`).send(body);
  });
}

/**
 * True if `if-none-match` contains the ETag, so that the client has the document already (RFC 9110, 13.1.2).
 */
function matchesEntityTag(etag: string, ifNoneMatch = ''): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag.replace(/^W\//, '')) || tags.includes('*');
}
