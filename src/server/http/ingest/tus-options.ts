import type { FastifyInstance } from 'fastify';

/** The extensions of the tus protocol that the server supports. */
const EXTENSIONS = 'creation,creation-with-upload,expiration,termination';

/** Lists the features of the tus server in the responses to OPTIONS. Must be called before `enableCors`. */
export function announceTus(app: FastifyInstance, maxBytes: number): void {
  app.addHook('onRequest', ({ method, url }, reply, done) => {
    if (method === 'OPTIONS' && /^\/ingest\/(v1|stage)\/tus([/?]|$)/.test(url)) {
      reply.headers({
        'tus-resumable': '1.0.0',
        'tus-version': '1.0.0',
        'tus-extension': EXTENSIONS,
        'tus-max-size': maxBytes,
      });
    }
    done();
  });
}
