import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import serveFolder from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** The end of the name of a part, which changes with its content. */
const HASHED = /-[\w-]{8}\.\w+(?:\.(?:br|gz))?$/;
/** Records of the build, which are not for pages. */
const RECORDS = /\/(?:made-from|files)\.json$/;

/**
 * Adds the scripts with which other pages play and edit, at `/embed/`.
 *
 * @param folder the built scripts. Nothing is added if this installation has none.
 */
export async function embedRoutes(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  await app.register(serveFolder, {
    root: folder,
    prefix: '/embed/',
    index: false,
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    allowedPath: (path) => !RECORDS.test(path),
    setHeaders: (reply, path) => {
      // An update changes the scripts that pages name, and browsers ask with the ETag.
      const caching = HASHED.test(basename(path)) ? 'public, max-age=31536000, immutable' : 'no-cache';
      void reply.header('cache-control', caching);
      // For pages that isolate themselves from everything that does not allow it.
      void reply.header('cross-origin-resource-policy', 'cross-origin');
    },
  });
}
