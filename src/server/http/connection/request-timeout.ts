import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * True for a route that takes files: any bytes, for as long as they arrive at the least pace. Its handler
     * reads the body itself.
     */
    takesFiles?: boolean;
  }
}

/** Options of a route that takes files. */
export const TAKES_FILES = { takesFiles: true } as const;

/**
 * Limits the time in which the body of a request must arrive. The limit of Node.js would also apply to routes
 * that take files. After the limit, the server closes the connection with the response of Node.js's limit.
 */
export function limitRequestTime(app: FastifyInstance, limitMs: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request) && request.routeOptions.config.takesFiles !== true) {
      const timer = setTimeout(() => {
        if (!request.raw.complete) app.server.emit('clientError', createRequestTimeout(), request.socket);
      }, limitMs);
      reply.raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Creates the error of Node.js for a request that does not arrive in time, which is answered with 408. */
export function createRequestTimeout(): Error {
  return Object.assign(new Error('The body did not arrive in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}
