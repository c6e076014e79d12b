import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import serveFolder from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ignoreMissing } from '../../../base/ignore-missing.ts';
import { type PublicUrlParts, publicUrlOf } from '../request/public-url.ts';

/** Sends the page of the Studio. */
export type SendStudio = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Adds the files of the Studio at `/assets/`.
 *
 * @param folder the built Studio.
 * @returns a function that sends its page. Undefined if this installation has none.
 */
export async function studioRoutes(
  app: FastifyInstance,
  folder: string,
  parts: PublicUrlParts,
): Promise<SendStudio | undefined> {
  const page = await ignoreMissing(readFile(join(folder, 'index.html'), 'utf8'));
  if (page === undefined) return undefined;
  await app.register(serveFolder, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    decorateReply: false,
    // Their names change with their contents.
    maxAge: '365d',
    immutable: true,
  });
  return (request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers({
        'content-security-policy': createStudioPolicy(nonce, publicUrlOf(request, parts)),
        'cache-control': 'no-cache',
        vary: 'accept',
      })
      .type('text/html; charset=utf-8')
      .send(page.replace('</head>', `  <meta name="style-nonce" content="${nonce}" />\n  </head>`));
  };
}

/**
 * Creates a policy that allows the page to load from and connect to this server only.
 *
 * @param nonce the word that allows the styles that the editor of the page makes.
 */
function createStudioPolicy(nonce: string, publicUrl: string): string {
  const { origin } = new URL(publicUrl);
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    `img-src 'self' ${origin} blob: data:`,
    `media-src 'self' ${origin} blob:`,
    `connect-src 'self' ${origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
