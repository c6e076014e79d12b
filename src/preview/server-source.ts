import { type FaultReason, PreviewFault, type PreviewSource } from './preview-source.ts';

/** A Kinora server, and what opens it. */
export interface PreviewServer {
  /** Its address, such as `https://kinora.example.com`, without `/edit/v1`. */
  readonly url: string;
  /** A token with the scope `preview`, `form` or `edit`. It is sent in a header, as a key would be. */
  readonly token: string;
  /** `v1` or, for tests, `stage`. Default: `v1`. */
  readonly version?: string;
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** What a server is asked to show. */
export interface PreviewOrder {
  /** An edit, or what a token for a template takes. Without it, the kept edit of the token is shown as it is saved. */
  readonly edit?: unknown;
  /** The place of the output in `outputs` of the edit, from 0. Default: 0. */
  readonly output?: number;
  /** The height of the view in pixels. Videos and pictures are as large as it needs. Default: 540. */
  readonly height?: number;
}

/** The statuses that say more than that the request has failed. */
const REASONS: Readonly<Record<number, FaultReason>> = {
  401: 'expired',
  403: 'expired',
  404: 'missing',
  429: 'busy',
  503: 'busy',
};

/**
 * Asks a server for what a page needs to play an edit.
 *
 * @param signal aborts this request, but not those of the source that is returned.
 * @throws {PreviewFault} if the server is not reachable, or rejects the request. The message is then that of the server.
 */
export async function openServerSource(
  server: PreviewServer,
  { edit, output = 0, height = 540 }: PreviewOrder,
  signal?: AbortSignal,
): Promise<PreviewSource> {
  const body = edit === undefined ? undefined : JSON.stringify(edit);
  const post = { method: 'POST', ...(body !== undefined && { body }) };
  const layers = await requestServer(server, `/layers?${query({ output, height })}`, post, signal);
  // The cast is safe: the server answers with an envelope.
  const { response } = (await layers.json()) as {
    readonly response: { readonly timeline: { readonly timeline: { readonly background?: string } } };
  };
  const { background } = response.timeline.timeline;
  // A JPEG is made and sent in a fraction of the time, but lets nothing through.
  const frames = { ...post, headers: { accept: background === 'transparent' ? 'image/png' : 'image/jpeg' } };
  return {
    timeline: response.timeline,
    load: async (file, piece, stop) => {
      const part = piece === undefined ? '' : `/${piece}`;
      return await (await requestServer(server, `/layers/${file}${part}`, {}, stop)).arrayBuffer();
    },
    frame: async (at, stop) =>
      await (await requestServer(server, `/frame?${query({ at, output, height })}`, frames, stop)).blob(),
  };
}

function query(values: Readonly<Record<string, number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** Sends a request below `/edit/v1`. @throws {PreviewFault} unless it succeeds. */
export async function requestServer(
  { url, token, version = 'v1', fetch: request = fetch }: PreviewServer,
  path: string,
  options: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const address = `${url}${url.endsWith('/') ? '' : '/'}edit/${version}${path}`;
  const headers = new Headers(options.headers);
  headers.set('x-api-key', token);
  if (options.body) headers.set('content-type', 'application/json');
  const response = await request(address, { ...options, headers, ...(signal && { signal }) }).catch(
    (cause: unknown) => {
      signal?.throwIfAborted();
      throw new PreviewFault('offline', 'The server is not reachable.', { cause });
    },
  );
  if (response.ok) return response;
  const seconds = Number(response.headers.get('retry-after') ?? NaN);
  throw new PreviewFault(REASONS[response.status] ?? 'failed', await readMessage(response), {
    ...(seconds > 0 && { retryMs: 1000 * seconds }),
  });
}

/** Returns the sentence of a response that reports an error. A proxy may have sent it, without one. */
async function readMessage(response: Response): Promise<string> {
  const unknown = `The server answers with status ${response.status}.`;
  const body: unknown = await response.json().catch(() => undefined);
  const { response: { message = unknown } = {} } = (body ?? {}) as {
    readonly response?: { readonly message?: string };
  };
  return message;
}
