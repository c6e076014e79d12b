import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';

/** Answers in our own words what Node.js would refuse before anybody sees it, and keeps no end waiting for empty connections. */
export function configureConnections(app: FastifyInstance): void {
  // An expectation that nobody knows is best passed over: the request itself is as good as any.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const lacksHost = raw.httpVersion === '1.1' && raw.headers.host === undefined;
    done(lacksHost ? new KinoraError('validation_failed', 'The request lacks the header host.') : undefined);
  });
  closeUnusedConnections(app);
}

/** Node.js waits for connections on which no request has come yet; clients open some for later. */
function closeUnusedConnections(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', (done) => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    done();
  });
}
