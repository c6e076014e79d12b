import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
function createRequestTimeout(): Error {
  return Object.assign(new Error('The body did not arrive in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}

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
export interface Connection {
  /** The last request. Only its body can be incomplete. */
  request: IncomingMessage | undefined;
  /** The responses that have not been sent completely, oldest first. Clients may send several requests in advance. */
  readonly responses: Set<ServerResponse>;
  /** The number of bytes that it had received when its last request ended. More are the beginning of another. */
  received: number;
  wait: Wait | undefined;
}

/**
 * Follows the open connections.
 *
 * @param onIdle called when a response has been sent, and no other one is on its way.
 */
export function trackConnections(
  app: FastifyInstance,
  onIdle: (socket: Socket) => void,
): ReadonlyMap<Socket, Connection> {
  const connections = new Map<Socket, Connection>();
  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, { request: undefined, responses: new Set(), received: 0, wait: undefined });
    socket.once('close', () => connections.delete(socket));
  });
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection === undefined) return;
    connection.request = request;
    connection.responses.add(response);
    response.once('close', () => {
      connection.responses.delete(response);
      connection.received = socket.bytesRead;
      if (connection.responses.size === 0) onIdle(socket);
    });
  });
  return connections;
}

/**
 * Closes connections that keep the server waiting for the whole of a window: those whose client sends a body or
 * reads a response too slowly, and those that still send a body whose response they have. Waiting for the server,
 * for example while it stores the bytes, does not count. Headers have a limit of their own. While the server stops,
 * the window is 12 times shorter, except for responses that are complete.
 */
export function closeSlowConnections(
  app: FastifyInstance,
  connections: ReadonlyMap<Socket, Connection>,
  { windowMs, leastBytes }: Pace,
): void {
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
