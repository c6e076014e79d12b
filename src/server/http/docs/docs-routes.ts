import serveFolder from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { type PublicUrlParts, publicUrlOf } from '../request/public-url.ts';
import { createPagePolicy } from '../response/safe-headers.ts';
import type { ServerParts } from '../server-parts.ts';
import { readSite } from './site-files.ts';

/** Creates a policy that allows the page to load from and connect to this server only. */
function createReferencePolicy(publicUrl: string): string {
  return createPagePolicy(
    "script-src 'self'",
    // Swagger UI uses inline styles.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(publicUrl).origin}`,
  );
}

/**
 * Adds `/docs`, the API reference, and below it the pages of the documents. Swagger UI renders the reference
 * from `/openapi.json`. "Try it out" sends requests to the public address of the server. Adds `/llms.txt`, too,
 * the list of the documents for programs. An installation without the built site has none of them.
 */
export async function docsRoutes(app: FastifyInstance, parts: DocsParts): Promise<void> {
  const site = await readSite(parts.docsFolder);
  if (site === undefined) return;
  await app.register(serveFolder, {
    root: parts.docsFolder,
    serve: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.headers(site.headersOf(path));
    },
  });
  app.get<{ Params: { '*': string } }>('/docs/*', { compress: false }, (request, reply) => {
    // The links of a page are relative to its address without a slash at the end.
    const file = hasSlash(request.url) ? undefined : site.fileOf(request.params['*']);
    if (file !== undefined) return reply.sendFile(file);
    reply.callNotFound();
    return reply;
  });
  llmsRoute(app, parts, site.llms);
  app.get('/docs', (request, reply) => {
    // The page uses relative URLs, which work behind any prefix. They fail after a trailing slash, so
    // redirect to the address without it.
    if (hasSlash(request.url)) return reply.redirect('../docs');
    return reply
      .headers({
        'content-security-policy': createReferencePolicy(publicUrlOf(request, parts)),
        'cache-control': 'no-cache',
      })
      .type('text/html; charset=utf-8')
      .send(site.reference);
  });
}

/** True if the path of an address ends with a slash. */
function hasSlash(url: string): boolean {
  return /^[^?]*\/(?:\?|$)/.test(url);
}

/** The parts of the server that the routes need. */
type DocsParts = PublicUrlParts & Pick<ServerParts, 'docsFolder'>;

/** Adds `/llms.txt`. Its links are complete addresses, because it is read alone. */
function llmsRoute(app: FastifyInstance, parts: DocsParts, text: string): void {
  app.get('/llms.txt', (request, reply) => {
    const url = publicUrlOf(request, parts);
    return reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(text.replaceAll(/\]\((?=[^()]+\.md\))/g, () => `](${url}/docs/`));
  });
}
