import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { editJsonSchema } from '../../../edit/json-schema.ts';

/** Seconds for which a client need not ask again; after that it asks whether anything changed. */
const FRESH_SECONDS = 300;

/**
 * `/openapi.json`, the description of the whole server, and `/schemas/edit.json`, the JSON Schema of an edit. Both are made
 * at the first request, so that no start waits for them.
 *
 * @param publicUrl The public address without a slash at its end, known after listening.
 */
export function descriptionRoutes(app: FastifyInstance, publicUrl: () => string): void {
  addDocument(app, '/openapi.json', 'application/json', async () => {
    const { describeServer } = await import('./document.ts');
    return describeServer(publicUrl());
  });
  addDocument(app, '/schemas/edit.json', 'application/schema+json', () =>
    Promise.resolve(editJsonSchema(`${publicUrl()}/schemas/edit.json`)),
  );
}

interface Text {
  readonly body: string;
  readonly etag: string;
}

function addDocument(app: FastifyInstance, path: string, type: string, make: () => Promise<object>): void {
  let made: Promise<Text> | undefined;
  app.get(path, async (request, reply) => {
    made ??= make().then(asText);
    const { body, etag } = await made;
    reply.headers({ etag, 'cache-control': `public, max-age=${FRESH_SECONDS}` });
    if (isKnown(etag, request.headers['if-none-match'])) return reply.status(304).send();
    return reply.type(`${type}; charset=utf-8`).send(body);
  });
}

function asText(document: object): Text {
  const body = JSON.stringify(document, null, 2);
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
}

/** Whether the client has it already (RFC 9110, 13.1.2). */
function isKnown(etag: string, known = ''): boolean {
  const tags = known.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
