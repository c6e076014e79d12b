import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import { LEAST_PACE, type Pace } from './slow-clients.ts';

/** The use of a connection. */
interface Use {
  /** The number of requests whose response has not been sent completely. Clients may send several in advance. */
  running: number;
  /** The number of bytes that it had received when its last request ended. More are the beginning of another. */
  received: number;
}

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
 * Closes idle connections at shutdown, because Node.js waits for them: those without any request, which clients open in
 * advance, and those whose response has been sent.
 */
function closeIdleConnections(app: FastifyInstance): void {
  const connections = new Map<Socket, Use>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, { running: 0, received: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const use = connections.get(socket);
    if (use === undefined) return;
    use.running += 1;
    response.once('close', () => {
      use.running -= 1;
      use.received = socket.bytesRead;
      if (isClosing && use.running === 0) socket.end();
    });
  });
  // `close` calls this. The one of Node.js also closes connections whose response is complete, but still on its way.
  app.server.closeIdleConnections = () => {
    for (const [socket, { running, received }] of connections)
      if (running === 0 && socket.bytesRead === received) socket.destroy();
  };
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
}
