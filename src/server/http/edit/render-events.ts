import type { FileAddresses } from '../../../hosting/file-addresses.ts';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import { findRender, type RenderRow } from '../../../store/renders.ts';
import { FINAL } from '../../../store/schema.ts';
import { callerOf } from '../auth.ts';
import type { ServerParts } from '../parts.ts';
import { readId } from '../request.ts';
import { unknownRender } from './render.ts';
import { RenderWatch } from './render-watch.ts';
import { shownChange } from './shown-render.ts';

const HEARTBEAT_MS = 15_000;
/** A client that wants more connects again; so nobody hears more than this of what a key no longer opens. */
const LONGEST_MS = 3_600_000;

/** Each holds a connection. */
const MOST_STREAMS = 1_000;
/** What part of them one owner may have, so that the others have some. */
const SHARE = 0.1;

/**
 * `GET /render/{id}/events` of the Edit API: server-sent events of one render until it is final or gone.
 *
 * @param most So many at once; a tenth of them for one owner.
 */
export function renderEventsRoute(scope: FastifyInstance, parts: ServerParts, most = MOST_STREAMS): void {
  const { tables } = parts.database;
  const watch = new RenderWatch(tables, parts.log);
  const streams = new Streams(most);
  const closing = new AbortController();
  scope.addHook('preClose', (done) => {
    closing.abort();
    done();
  });

  scope.get<{ Params: { id: string } }>('/render/:id/events', async (request, reply) => {
    const id = readId(request.params.id);
    const { owner } = callerOf(request);
    const render = await findRender(tables, owner, id);
    if (render === undefined) throw unknownRender(id);
    streams.check(owner);
    reply.headers({
      'cache-control': 'no-cache, no-transform',
      // A proxy that gathers the answer before it passes it on would keep the events until the end.
      'x-accel-buffering': 'no',
      // A connection that waits for a next request would hold up the end of the server.
      connection: 'close',
    });
    reply.type('text/event-stream; charset=utf-8');
    if (request.method === 'HEAD') return reply.send('');
    const stream = eventsOf(render, watch, parts.addresses, closing.signal);
    streams.add(owner, stream);
    return reply.send(stream);
  });
}

/** Counts streams that are open, by their owner. */
class Streams {
  readonly #most: number;
  readonly #open = new Map<string, number>();
  #all = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @throws {KinoraError} `queue_full` when there are too many for one more. */
  check(owner: string): void {
    const mine = this.#open.get(owner) ?? 0;
    if (this.#all < this.#most && mine < Math.ceil(this.#most * SHARE)) return;
    const sentence = 'Too many are listening to renders; try again later, or ask for the status.';
    throw new KinoraError('queue_full', sentence);
  }

  add(owner: string, stream: Readable): void {
    this.#count(owner, 1);
    stream.once('close', () => this.#count(owner, -1));
  }

  #count(owner: string, change: 1 | -1): void {
    this.#all += change;
    const mine = (this.#open.get(owner) ?? 0) + change;
    if (mine === 0) this.#open.delete(owner);
    else this.#open.set(owner, mine);
  }
}

function eventsOf(
  render: RenderRow,
  watch: RenderWatch,
  files: FileAddresses,
  closing: AbortSignal,
): Readable {
  // What is told is little and seldom, so that a slow reader needs no holding back.
  const stream = new Readable({ read: () => undefined });
  let last = '';
  const tell = (now: RenderRow | undefined): void => {
    const event = now === undefined ? last : eventText(now, files);
    if (event !== last) stream.push(event);
    last = event;
    if (now === undefined || FINAL.includes(now.status)) end();
  };
  const end = (): void => {
    stop();
    stream.push(null);
  };
  const stopListening = watch.listen(render.id, tell);
  const heartbeat = setInterval(() => stream.push(':\n\n'), HEARTBEAT_MS);
  const limit = setTimeout(end, LONGEST_MS);
  closing.addEventListener('abort', end);
  const stop = (): void => {
    stopListening();
    clearInterval(heartbeat);
    clearTimeout(limit);
    closing.removeEventListener('abort', end);
  };
  stream.once('close', stop);
  tell(render);
  return stream;
}

function eventText(render: RenderRow, files: FileAddresses): string {
  return `event: status\ndata: ${JSON.stringify(shownChange(render, files))}\n\n`;
}
