import type { Logger } from '../../../base/logger.ts';
import type { Database } from '../../../store/database.ts';
import { findRendersById, type RenderRow, findRender } from '../../../store/renders.ts';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { KinoraError } from '../../../base/errors.ts';
import type { FileAddresses } from '../../../hosting/addresses/file-addresses.ts';
import { QuotaExceeded } from '../../../store/quotas/quotas.ts';
import { FINAL_STATUSES } from '../../../store/schema.ts';
import { callerOf } from '../access/authentication.ts';
import { hideFromToken } from '../access/token-access.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { describeResponse, describeRoute } from '../openapi/operation.ts';
import { createIdPath } from '../openapi/parameters.ts';
import { fileAddressesFor } from '../request/public-url.ts';
import { readParameters } from '../request/read-request.ts';
import { requireFound, RETRY_AFTER_SECONDS } from '../response/errors.ts';
import type { ServerParts } from '../server-parts.ts';
import { RenderEvent, toShownChange } from './shown-render.ts';

/** Receives the current state of a render; `undefined` if the render was deleted. */
type RenderListener = (render: RenderRow | undefined) => void;

const POLL_INTERVAL_MS = 500;

/**
 * Creates a poller: it queries the database for all renders that have listeners, in one query, and stops when no
 * listener is left. It also sees renders that run in other processes.
 */
function createRenderPoller(tables: Database['tables'], log: Logger) {
  const listenersById = new Map<string, Set<RenderListener>>();
  let timer: NodeJS.Timeout | undefined;
  const scheduleQuery = (): NodeJS.Timeout => setTimeout(() => void queryRenders(), POLL_INTERVAL_MS);

  async function queryRenders(): Promise<void> {
    const ids = [...listenersById.keys()];
    try {
      if (ids.length > 0) notify(ids, await findRendersById(tables, ids));
    } catch (error) {
      log.warn({ err: error }, 'Could not query the followed renders. Retrying with the next poll.');
    }
    timer = listenersById.size > 0 ? scheduleQuery() : undefined;
  }

  function notify(ids: readonly string[], renders: readonly RenderRow[]): void {
    const found = new Map(renders.map((render) => [render.id, render]));
    for (const id of ids) for (const listener of listenersById.get(id) ?? []) listener(found.get(id));
  }

  return {
    /** Calls the listener with the state of a render after every query, until the returned function is called. */
    listen(id: string, listener: RenderListener): () => void {
      const listeners = listenersById.get(id) ?? new Set();
      listenersById.set(id, listeners.add(listener));
      timer ??= scheduleQuery();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) listenersById.delete(id);
      };
    },
  };
}

const HEARTBEAT_MS = 15_000;
/**
 * Maximum duration of a stream in milliseconds. Clients then reconnect, and the server checks their key
 * again. Therefore a revoked key receives events for at most this long.
 */
const MAX_STREAM_MS = 3_600_000;

/** Maximum number of open streams. Each of them keeps a connection open. */
const MAX_STREAMS = 1_000;
/** The fraction of all streams that one owner may open, so that no owner uses up the streams of others. */
const MAX_OWNER_SHARE = 0.1;

/** An example of the data of an event. */
const EXAMPLE_EVENT: z.input<typeof RenderEvent> = {
  id: EXAMPLE.render.id,
  status: 'rendering',
  progress: 0.42,
  eta: 3,
  error: null,
  url: null,
  poster: null,
  thumbnail: null,
};

const FOLLOW_RENDER = describeRoute(
  {
    operationId: 'followRender',
    tags: ['Renders'],
    summary: 'Follow a render',
    description:
      'Streams server-sent events: an event `status` for every change, with a JSON object in one line as its data. The stream ends when the render is done or has failed, and at the latest after one hour.',
    requestParams: { path: createIdPath('render') },
    responses: {
      200: describeResponse(
        'The stream of events. The schema describes the data of each event.',
        RenderEvent,
        EXAMPLE_EVENT,
        'text/event-stream',
      ),
      ...describeEditFailures(400),
    },
  },
  undefined,
  { scopes: ['form'] },
);

/**
 * Adds `GET /render/{id}/events` of the Edit API: server-sent events of one render until it is done, failed
 * or deleted.
 *
 * @param maxStreams Maximum number of open streams of this server, at all addresses of the route. One owner may have
 *   a tenth of them.
 */
export function renderEventsRoute(
  scope: FastifyInstance,
  parts: ServerParts,
  maxStreams = MAX_STREAMS,
): void {
  const { tables } = parts.database;
  const poller = createRenderPoller(tables, parts.log);
  const streams = counters.get(parts) ?? new StreamCounter(maxStreams);
  counters.set(parts, streams);
  const closing = new AbortController();
  scope.addHook('preClose', (done) => {
    closing.abort();
    done();
  });

  scope.get('/render/:id/events', { ...FOLLOW_RENDER, compress: false }, async (request, reply) => {
    const { id } = readParameters(FOLLOW_RENDER, request);
    const caller = callerOf(request);
    const { owner } = caller;
    const found = hideFromToken(caller, await findRender(tables, owner, id));
    const render = requireFound(found, `render ${id}`);
    streams.check(owner);
    reply.headers({
      'cache-control': 'no-cache, no-transform',
      // Without this header, a buffering proxy would hold the events back until the end.
      'x-accel-buffering': 'no',
      // A connection kept alive for further requests would delay the shutdown.
      connection: 'close',
    });
    reply.type('text/event-stream; charset=utf-8');
    if (request.method === 'HEAD') return reply.send('');
    const stream = openEventStream(render, poller, fileAddressesFor(request, parts), closing.signal);
    streams.add(owner, stream);
    return reply.send(stream);
  });
}

/** The counters of the servers. The route has two addresses, which share the counter of their server. */
const counters = new WeakMap<ServerParts, StreamCounter>();

/** Counts the open streams of each owner. */
class StreamCounter {
  private readonly maxStreams: number;
  private readonly openByOwner = new Map<string, number>();
  private total = 0;

  constructor(maxStreams: number) {
    this.maxStreams = maxStreams;
  }

  /**
   * Checks that the owner may open another stream.
   *
   * @throws {KinoraError} `too_many_requests` if too many streams of the owner are open, `queue_full` if too many of
   *   all owners are.
   */
  check(owner: string): void {
    const share = Math.ceil(this.maxStreams * MAX_OWNER_SHARE);
    if ((this.openByOwner.get(owner) ?? 0) >= share) {
      const sentence = `This account has ${share} event streams open, which is the limit. Close some of them, or poll the status of the render.`;
      throw new QuotaExceeded('too_many_requests', sentence, RETRY_AFTER_SECONDS);
    }
    if (this.total < this.maxStreams) return;
    const sentence = 'Too many event streams are open. Try again later, or poll the status of the render.';
    throw new KinoraError('queue_full', sentence);
  }

  add(owner: string, stream: Readable): void {
    this.change(owner, 1);
    stream.once('close', () => this.change(owner, -1));
  }

  private change(owner: string, difference: 1 | -1): void {
    this.total += difference;
    const owned = (this.openByOwner.get(owner) ?? 0) + difference;
    if (owned === 0) this.openByOwner.delete(owner);
    else this.openByOwner.set(owner, owned);
  }
}

function openEventStream(
  render: RenderRow,
  poller: ReturnType<typeof createRenderPoller>,
  files: FileAddresses,
  closing: AbortSignal,
): Readable {
  // Events are few and small, so the stream ignores backpressure.
  const stream = new Readable({ read: () => undefined });
  let last = '';
  const send = (now: RenderRow | undefined): void => {
    const event =
      now === undefined ? last : `event: status\ndata: ${JSON.stringify(toShownChange(now, files))}\n\n`;
    if (event !== last) stream.push(event);
    last = event;
    if (now === undefined || FINAL_STATUSES.includes(now.status)) end();
  };
  const end = (): void => {
    stop();
    stream.push(null);
  };
  const stopListening = poller.listen(render.id, send);
  const heartbeat = setInterval(() => stream.push(':\n\n'), HEARTBEAT_MS);
  const limit = setTimeout(end, MAX_STREAM_MS);
  closing.addEventListener('abort', end);
  const stop = (): void => {
    stopListening();
    clearInterval(heartbeat);
    clearTimeout(limit);
    closing.removeEventListener('abort', end);
  };
  stream.once('close', stop);
  send(render);
  return stream;
}
