import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import serveFolder from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { type PublicUrlParts, publicUrlOf } from '../request/public-url.ts';

const PAGE_FOLDER = join(import.meta.dirname, 'page');
const FILES = ['/kinora.css', '/icon.svg', '/start.js', '/swagger-ui-bundle.js', '/swagger-ui.css'];

/** Creates a policy that allows the page to load from and connect to this server only. */
function createContentSecurityPolicy(publicUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // Swagger UI uses inline styles.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(publicUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Adds `/docs`, the API reference. Swagger UI renders it from `/openapi.json`.
 * "Try it out" sends requests to the public address of the server.
 */
export async function docsRoutes(app: FastifyInstance, parts: PublicUrlParts): Promise<void> {
  const page = await readFile(join(PAGE_FOLDER, 'index.html'));
  const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  await app.register(serveFolder, {
    root: [PAGE_FOLDER, swagger],
    prefix: '/docs/',
    index: false,
    decorateReply: false,
    maxAge: '1h',
    allowedPath: (path) => FILES.includes(path),
    setHeaders: (reply) => void reply.header('x-content-type-options', 'nosniff'),
  });
  app.get('/docs', (request, reply) => {
    // The page uses relative URLs, which work behind any prefix. They fail after a trailing slash, so
    // redirect to the address without it.
    if (request.url.split('?', 1)[0]?.endsWith('/')) return reply.redirect('../docs');
    return reply
      .headers({
        'content-security-policy': createContentSecurityPolicy(publicUrlOf(request, parts)),
        'cache-control': 'no-cache',
      })
      .type('text/html; charset=utf-8')
      .send(page);
  });
}
