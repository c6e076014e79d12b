import { vi } from 'vitest';

/** A request as the client sent it. */
export interface SentRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Headers;
  /** Parsed JSON. */
  readonly body: unknown;
  /** The bytes of a body that is not JSON. */
  readonly content: Uint8Array;
}

/** A response, a network error, or a function that creates a response. */
export type Reply = Response | Error | ((sent: SentRequest, signal: AbortSignal) => Promise<Response>);

/**
 * Makes `fetch` return these replies in order and repeat the last one.
 *
 * @returns the requests that were sent.
 */
export function fakeFetch(...replies: Reply[]): SentRequest[] {
  const all: SentRequest[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = '', headers, body, signal }: RequestInit) => {
    const { pathname, search } = new URL(url);
    const sent = {
      method,
      path: pathname + search,
      headers: new Headers(headers),
      body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined,
      content: typeof body === 'string' ? new Uint8Array() : await new Response(body ?? null).bytes(),
    };
    all.push(sent);
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    if (reply instanceof Error || reply === undefined) throw reply ?? new TypeError('no reply');
    if (reply instanceof Response) return reply.clone();
    return await reply(sent, signal ?? new AbortController().signal);
  });
  return all;
}

/** Creates a response of the Edit API. */
export function envelope(response: unknown, status = 200): Response {
  return Response.json({ success: true, message: 'OK', response }, { status });
}

/** Creates a stream of server-sent events that arrives in these pieces and then ends. */
export function eventStream(...pieces: string[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

/** Formats an event of a render. */
export function event(change: object): string {
  return `event: status\ndata: ${JSON.stringify(change)}\n\n`;
}

/** Creates an error response of the Edit API. */
export function refusal(status: number, error: object, headers: Record<string, string> = {}): Response {
  return Response.json({ success: false, message: 'No', response: { error } }, { status, headers });
}
