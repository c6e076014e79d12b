import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ignoreMissing } from '../../../base/ignore-missing.ts';
import { createPagePolicy } from '../response/safe-headers.ts';
import serveFolder from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { type PublicUrlParts, publicUrlOf } from '../request/public-url.ts';
import type { ServerParts } from '../server-parts.ts';

/** A page loads its own files only, and is in no frame. */
const PAGE_POLICY = createPagePolicy(
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
);

const TEXT = 'text/plain; charset=utf-8';

/** Types that differ from those of a list of extensions, or that browsers would store and not show. */
const TYPES: readonly (readonly [RegExp, string])[] = [
  [/\.md$/, 'text/markdown; charset=utf-8'],
  [/\.html$/, 'text/html; charset=utf-8'],
  [/\.json$/, 'application/json; charset=utf-8'],
  [/\.(ya?ml|service|env|txt)$|\/\w+file$/i, TEXT],
];

/** The page that `/docs` itself shows, whose policy depends on the request. */
const REFERENCE = 'index.html';

/** Files that have no address of their own: records of the build, and the compressed form of another file. */
const HIDDEN = /^(?:made-from|files)\.json$|\.(?:br|gz)$/;

/** Lists the files of the built site. Undefined if this installation has none. */
async function readSite(folder: string) {
  const reference = await ignoreMissing(readFile(join(folder, REFERENCE), 'utf8'));
  if (reference === undefined) return undefined;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
      .filter((path) => path !== REFERENCE && !HIDDEN.test(path)),
  );
  return {
    /** Returns the file of a path below `/docs/`, such as `first-steps` or `first-steps.md`. Undefined if it has none. */
    fileOf: (path: string) => [path, `${path}.html`].find((file) => files.has(file)),
    headersOf,
    /** The page of the API reference. */
    reference,
    /** The list of the documents for programs. */
    llms: await readFile(join(folder, 'llms.txt'), 'utf8'),
  };
}

/** Returns the headers of a file, which may be the compressed one beside it. */
function headersOf(sent: string): Record<string, string> {
  const file = sent.replace(/\.(?:br|gz)$/, '');
  const [, type] = TYPES.find(([pattern]) => pattern.test(file)) ?? [];
  return {
    // An update changes the pages, and browsers ask with the ETag.
    'cache-control': 'no-cache',
    ...(type && { 'content-type': type }),
    ...(file.endsWith('.html') && { 'content-security-policy': PAGE_POLICY }),
  };
}

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
