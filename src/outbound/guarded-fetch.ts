import { discard, type Outbound, type OutboundRequest, type OutboundResponse } from './outbound.ts';
import { readBytes } from './read-text.ts';

/** Limits of the requests of a guarded `fetch`. */
export interface GuardedFetchLimits {
  /** Maximum size of the body of a response in bytes. */
  readonly maxBytes: number;
  /** A request fails if no byte is sent or received for this many milliseconds. */
  readonly stallTimeoutMs: number;
}

/** The statuses of responses that never have a body. */
const BODILESS_STATUSES: readonly number[] = [204, 205, 304];

/**
 * Creates a `fetch` for packages that expect one. Its requests go through the guard. It reads each response
 * completely before it returns it, so no connection stays open.
 *
 * Only a `GET` follows redirects, and every step of them goes through the guard. The option `redirect` has no
 * effect.
 */
export function createGuardedFetch(
  outbound: Outbound,
  { maxBytes, stallTimeoutMs }: GuardedFetchLimits,
): typeof fetch {
  return async (input, init) => {
    const { url, signal, ...request } = await encodeRequest(input, init);
    const response = await outbound.request(url, {
      ...request,
      stallTimeoutMs,
      ...(signal ? { signal } : {}),
    });
    const createTooLongError = (): Error => new Error(`The response has more than ${maxBytes} bytes.`);
    const { statusCode: status } = response;
    const headers = toHeaders(response);
    if (!BODILESS_STATUSES.includes(status))
      return new Response(await readBytes(response, maxBytes, createTooLongError), { status, headers });
    discard(response);
    return new Response(null, { status, headers });
  };
}

type EncodedRequest = Pick<OutboundRequest, 'method' | 'headers' | 'body' | 'signal'> & { readonly url: URL };

/** Encodes the body of a request with the `Request` of Node.js, which knows texts, bytes and forms. */
async function encodeRequest(input: string | URL | Request, init: RequestInit = {}): Promise<EncodedRequest> {
  const signal = init.signal ?? (input instanceof Request ? input.signal : undefined);
  const request = new Request(input, { ...init, signal: null });
  const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
  return {
    url: new URL(request.url),
    // The guard accepts all methods that packages use. Others fail in undici.
    method: request.method as NonNullable<OutboundRequest['method']>,
    // The guard does not decode responses.
    headers: { ...Object.fromEntries(request.headers), 'accept-encoding': 'identity' },
    ...(body && { body }),
    ...(signal && { signal }),
  };
}

function toHeaders(response: OutboundResponse): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) {
    for (const each of [value ?? []].flat()) headers.append(name, each);
  }
  return headers;
}
