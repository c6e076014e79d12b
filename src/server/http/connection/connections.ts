import type { FastifyInstance } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import { closeSlowConnections, LEAST_PACE, type Pace, trackConnections } from './slow-clients.ts';

/** The limits of the server for slow clients. */
export interface ConnectionTimeouts {
  /** The time in which the headers of a request must arrive, in milliseconds. Also that of a new connection. */
  readonly headersMs: number;
  /** The time in which a body must arrive that is not a file, in milliseconds. */
  readonly bodyMs: number;
  /** The pace of files that arrive, and of responses. */
  readonly pace: Pace;
}

export const CONNECTION_TIMEOUTS: ConnectionTimeouts = {
  headersMs: 30_000,
  bodyMs: 60_000,
  pace: LEAST_PACE,
};

/**
 * Sends an error body of the API for requests that Node.js would reject without a body, such as those without
 * a host. Closes connections of slow clients, and at shutdown idle ones, so that they do not delay it.
 */
export function configureConnections(app: FastifyInstance, pace: Pace): void {
  // Ignore an unknown `Expect` header and handle the request as usual.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  continueExpectedBodies(app);
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const lacksHost = raw.httpVersion === '1.1' && raw.headers.host === undefined;
    done(lacksHost ? new KinoraError('validation_failed', 'The header host is missing.') : undefined);
  });
  closeSlowConnections(app, closeIdleConnections(app), pace);
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
 * Closes idle connections at shutdown, because Node.js waits for them: those without any request, which clients open in
 * advance, and those whose response has been sent. Returns all open connections.
 */
function closeIdleConnections(app: FastifyInstance): ReturnType<typeof trackConnections> {
  let isClosing = false;
  const connections = trackConnections(app, (socket) => {
    if (isClosing) socket.end();
  });
  // `close` calls this. The one of Node.js also closes connections whose response is complete, but still on its way.
  app.server.closeIdleConnections = () => {
    for (const [socket, { responses, received }] of connections)
      if (responses.size === 0 && socket.bytesRead === received) socket.destroy();
  };
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  return connections;
}
