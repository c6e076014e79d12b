import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import serveFolder from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { type PublicUrlParts, publicUrlOf } from '../request/public-url.ts';
import type { ServerParts } from '../server-parts.ts';
import { readSite } from './site-files.ts';

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
 * Adds `/docs`, the API reference, and below it the pages of the documents. Swagger UI renders the reference
 * from `/openapi.json`. "Try it out" sends requests to the public address of the server. Adds `/llms.txt`, too,
 * the list of the documents for programs.
 */
export async function docsRoutes(app: FastifyInstance, parts: DocsParts): Promise<void> {
  const page = await readFile(join(PAGE_FOLDER, 'index.html'));
  const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const site = await readSite(parts.docsFolder);
  await app.register(serveFolder, {
    root: [PAGE_FOLDER, swagger, ...(site.llms === undefined ? [] : [parts.docsFolder])],
    prefix: '/docs/',
    index: false,
    extensions: ['html'],
    decorateReply: false,
    maxAge: '1h',
    allowedPath: (path) => FILES.includes(path) || site.has(path),
    setHeaders: (reply, path) => {
      reply.header('x-content-type-options', 'nosniff');
      if (path.startsWith(parts.docsFolder)) reply.headers(site.headersOf(path));
    },
  });
  llmsRoute(app, parts, site.llms);
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

/** What the routes need to know of the server. */
type DocsParts = PublicUrlParts & Pick<ServerParts, 'docsFolder'>;

/** Adds `/llms.txt`. Its links are complete addresses, because it is read alone. */
function llmsRoute(app: FastifyInstance, parts: DocsParts, text: string | undefined): void {
  if (text === undefined) return;
  app.get('/llms.txt', (request, reply) => {
    const url = publicUrlOf(request, parts);
    return reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(text.replaceAll(/\]\((?=[^()]+\.md\))/g, () => `](${url}/docs/`));
  });
}
