import serveFolder from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { isKey, type Storage } from '../../hosting/storage.ts';

/** `/files/...`: the stored files of a local folder, with ranges, ETags and content types; nothing else that lies there. */
export async function fileRoutes(app: FastifyInstance, { folder }: Storage): Promise<void> {
  if (folder === undefined) return;
  await app.register(serveFolder, {
    root: folder,
    prefix: '/files/',
    index: false,
    dotfiles: 'ignore',
    allowedPath: (path) => isKey(path.replace(/^\//, '')),
    decorateReply: false,
    maxAge: '1h',
    setHeaders: (reply) => void reply.header('x-content-type-options', 'nosniff'),
  });
}
