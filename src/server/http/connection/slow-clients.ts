import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createRequestTimeout } from './request-timeout.ts';

/** The least pace of a client. */
export interface Pace {
  /** The time in which {@link leastBytes} must pass, in milliseconds. */
  readonly windowMs: number;
  readonly leastBytes: number;
}

/** About 1 kB per second. A slow mobile connection has ten times as much. */
export const LEAST_PACE: Pace = { windowMs: 60_000, leastBytes: 60_000 };

/** Factor by which windows are shorter while the server stops, at the same rate: no paused player delays it. */
const STOPPING_FACTOR = 12;

/** The state of a connection: the data that it waits for, and its progress. */
interface Wait {
  readonly for: 'body' | 'reader' | 'unwanted body';
  /** The request, the response or the connection that it is about. */
  readonly of: object;
  readonly bytes: number;
}

/** An open connection. */
interface Connection {
  /** The last request. Only its body can be incomplete. */
  request: IncomingMessage | undefined;
  /** The responses that have not been sent completely, oldest first. */
  readonly responses: Set<ServerResponse>;
  wait: Wait | undefined;
}

/**
 * Closes connections that keep the server waiting for the whole of a window: those whose client sends a body or
 * reads a response too slowly, and those that still send a body whose response they have. Waiting for the server,
 * for example while it stores the bytes, does not count. Headers have a limit of their own. While the server stops,
 * the window is 12 times shorter, except for responses that are complete.
 */
export function closeSlowConnections(app: FastifyInstance, { windowMs, leastBytes }: Pace): void {
  const connections = new Map<Socket, Connection>();
  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, { request: undefined, responses: new Set(), wait: undefined });
    socket.once('close', () => connections.delete(socket));
  });
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (connection === undefined) return;
    connection.request = request;
    connection.responses.add(response);
    response.once('close', () => connection.responses.delete(response));
  });
  let isStopping = false;
  const check = (least: number): void => {
    for (const [socket, connection] of connections) {
      // The sent part of a large buffer is unknown, and a short window may be too short for all of it.
      if (isStopping && isHandedOver(connection)) continue;
      const before = connection.wait;
      const now = findWait(socket, connection);
      connection.wait = now;
      const isSame = now !== undefined && before?.for === now.for && before.of === now.of;
      if (isSame && now.bytes - before.bytes < least) close(app, socket, connection);
    }
  };
  let timer = setInterval(check, windowMs, leastBytes).unref();
  app.addHook('preClose', (done) => {
    isStopping = true;
    clearInterval(timer);
    // The short window starts now.
    for (const connection of connections.values()) connection.wait = undefined;
    check(0);
    timer = setInterval(check, windowMs / STOPPING_FACTOR, leastBytes / STOPPING_FACTOR).unref();
    done();
  });
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}

/** Returns the wait of a connection. `undefined` if it is idle, or if the server has to act. */
function findWait(socket: Socket, { request, responses }: Connection): Wait | undefined {
  const [oldest] = responses;
  if (socket.writableLength > 0)
    return { for: 'reader', of: oldest ?? socket, bytes: socket.bytesWritten - socket.writableLength };
  if (request === undefined || request.complete) return undefined;
  if (oldest === undefined) return { for: 'unwanted body', of: request, bytes: 0 };
  if (request.readableLength >= request.readableHighWaterMark) return undefined;
  return { for: 'body', of: request, bytes: socket.bytesRead };
}

/** True if all data of the oldest response is on its way. */
function isHandedOver({ responses }: Connection): boolean {
  const [oldest] = responses;
  return oldest?.writableEnded === true;
}

function close(app: FastifyInstance, socket: Socket, { wait, responses }: Connection): void {
  const [response] = responses;
  if (wait?.for === 'body' && response?.headersSent === false)
    app.server.emit('clientError', createRequestTimeout(), socket);
  else socket.destroy();
}
