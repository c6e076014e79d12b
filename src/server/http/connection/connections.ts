import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import { LEAST_PACE, type Pace } from './slow-clients.ts';

/** How long the server waits for clients. */
export interface ConnectionPatience {
  /** The time in which the headers of a request must arrive, in milliseconds. Also that of a new connection. */
  readonly headersMs: number;
  /** The time in which a body must arrive that is not a file, in milliseconds. */
  readonly bodyMs: number;
  /** The pace of files that arrive, and of responses. */
  readonly pace: Pace;
}

export const CONNECTION_PATIENCE: ConnectionPatience = {
  headersMs: 30_000,
  bodyMs: 60_000,
  pace: LEAST_PACE,
};

/**
 * Sends an error body of the API for requests that Node.js would reject without a body, such as those without
 * a host. Also closes idle connections at shutdown, so that they do not delay it.
 */
export function configureConnections(app: FastifyInstance): void {
  // Ignore an unknown `Expect` header and handle the request as usual.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  continueExpectedBodies(app);
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const lacksHost = raw.httpVersion === '1.1' && raw.headers.host === undefined;
    done(lacksHost ? new KinoraError('validation_failed', 'The header host is missing.') : undefined);
  });
  closeIdleConnections(app);
}

/**
 * Asks a client that waits for permission to send its body only after the checks of `onRequest`, so that a
 * refused file need not be sent.
 */
function continueExpectedBodies(app: FastifyInstance): void {
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response));
  app.addHook('preParsing', ({ headers }, { raw }, _payload, done) => {
    if (headers.expect?.toLowerCase() === '100-continue') raw.writeContinue();
    done();
  });
}

/**
 * Closes connections at shutdown, because Node.js waits for them: those without any request, which clients open in
 * advance, and those that a running request has used, as soon as its response is sent.
 */
function closeIdleConnections(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    response.once('close', () => {
      if (isClosing) socket.end();
    });
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    done();
  });
}
