import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import serveFolder from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ignoreMissing } from '../../../base/ignore-missing.ts';
import { type PublicUrlParts, publicUrlOf } from '../request/public-url.ts';
import { createPagePolicy } from '../response/safe-headers.ts';
import type { ServerParts } from '../server-parts.ts';

/** Sends the page of the Studio. */
export type SendStudio = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Adds the files of the Studio at `/assets/`, and the page of the embedded editor.
 *
 * @param folder the built Studio.
 * @returns a function that sends its page. Undefined if this installation has none.
 */
export async function studioRoutes(
  app: FastifyInstance,
  folder: string,
  parts: StudioParts,
): Promise<SendStudio | undefined> {
  const read = (name: string) => ignoreMissing(readFile(join(folder, name), 'utf8'));
  const [page, editor = ''] = await Promise.all([read('index.html'), read('embed/editor.html')]);
  if (page === undefined) return undefined;
  await app.register(serveFolder, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    decorateReply: false,
    preCompressed: true,
    // Their names change with their contents.
    maxAge: '365d',
    immutable: true,
  });
  const fileOrigins = await findFileOrigins(parts);
  const send = (text: string, rules: readonly string[], ...[request, reply]: Parameters<SendStudio>) => {
    const nonce = randomBytes(16).toString('base64');
    const origins = [new URL(publicUrlOf(request, parts)).origin, ...fileOrigins];
    return reply
      .headers({
        'content-security-policy': createStudioPolicy(nonce, origins, rules),
        'cache-control': 'no-cache',
        vary: 'accept',
      })
      .type('text/html; charset=utf-8')
      .send(text.replace('</head>', `  <meta name="style-nonce" content="${nonce}" />\n  </head>`));
  };
  // This page has no key and keeps nothing. All it may do comes from the token of the page that frames it.
  app.get(EDITOR_PATH, (request, reply) => send(editor, ['frame-ancestors *'], request, reply));
  return (request, reply) => send(page, [], request, reply);
}

/** The page that any site may frame, to embed the editor. */
const EDITOR_PATH = '/embed/editor';

/** The parts of the server that the page needs. */
type StudioParts = PublicUrlParts & Pick<ServerParts, 'addresses' | 'storage'>;

/** The key of no file, to find out where files come from. */
const ANY_FILE = 'v1/any/file.mp4';

/**
 * Finds the other servers that send hosted files: that of `KINORA_CDN_URL`, and the storage that clients are
 * redirected to. A policy holds for redirects, too.
 */
async function findFileOrigins({ addresses, storage, publicUrl }: StudioParts): Promise<string[]> {
  const signed = await storage.remote?.signUrl?.(ANY_FILE, {
    method: 'GET',
    disposition: 'inline',
    caching: 'no-store',
  });
  const own = new URL(publicUrl()).origin;
  const origins = [addresses.urlOf(ANY_FILE), signed].flatMap((url) => (url ? [new URL(url).origin] : []));
  return [...new Set(origins)].filter((origin) => origin !== own);
}

/**
 * Creates a policy that allows the page to load from and connect to this server only, and files from where they
 * are stored. Scripts and styles come from this server only.
 *
 * @param nonce the word that allows the styles that the editor of the page makes.
 * @param origins the servers that send files, this one included.
 * @param rules further rules.
 */
function createStudioPolicy(nonce: string, origins: readonly string[], rules: readonly string[]): string {
  const files = [...new Set(origins)].join(' ');
  return createPagePolicy(
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    `img-src 'self' ${files} blob: data:`,
    `media-src 'self' ${files} blob:`,
    `connect-src 'self' ${files}`,
    ...rules,
  );
}
