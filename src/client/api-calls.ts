import type { ApiCall, Connection, DialectOptions } from './connection.ts';
import { KinoraApiError } from './errors.ts';

/** The parts of a call that most calls lack. */
export type ApiCallOptions = Partial<
  Pick<ApiCall<unknown>, 'query' | 'headers' | 'body' | 'signal' | 'sendOnce' | 'dialect'>
>;

/** Creates a call whose response is JSON. A deletion has an empty response, so its answer is undefined. */
export function createJsonCall<Answer>(
  method: ApiCall<Answer>['method'],
  api: ApiCall<Answer>['api'],
  path: string,
  more: ApiCallOptions,
): ApiCall<Answer> {
  const isEmpty = ({ status }: Response): boolean => method === 'DELETE' || status === 204;
  return {
    method,
    api,
    path,
    ...more,
    read: async (response) => (isEmpty(response) ? undefined : await response.json()) as Answer,
  };
}

/** Creates a call of the Edit API. The call removes the envelope of the response. */
export function createEditCall<Answer>(
  method: ApiCall<Answer>['method'],
  path: string,
  more: ApiCallOptions,
): ApiCall<Answer> {
  const call = createJsonCall<{ readonly response: Answer } | undefined>(method, 'edit', path, more);
  return { ...call, read: async (response) => (await call.read(response))?.response as Answer };
}

/** Number of items that one request of a list fetches by default. */
export const DEFAULT_PAGE_SIZE = 100;

/** Yields the items of all pages of a list. Requests each page only when the caller reaches that page. */
export async function* listPages<Page extends { readonly cursor?: string | null }, Item>(
  connection: Connection,
  callFor: (cursor: string | undefined) => ApiCall<Page>,
  itemsOf: (page: Page) => readonly Item[],
): AsyncGenerator<Item, void> {
  let cursor: string | undefined;
  do {
    const page: Page = await connection.send(callFor(cursor));
    yield* itemsOf(page);
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
}

/** Texts that a URL cannot have as a segment, in any encoding: dots lead to another address, and halves of pairs nowhere. */
const NO_SEGMENT = /^\.{0,2}$|\p{Surrogate}/u;

/**
 * Encodes an id or another text as a segment of a path.
 *
 * @param name the name of the text, for the error.
 * @throws {KinoraApiError} `not_found` if no URL can have the text as a segment, so that nothing has this id.
 * @throws {TypeError} if it is no text, because programs without types may pass anything.
 */
export function encodeSegment(value: unknown, name = 'id'): string {
  if (typeof value !== 'string')
    throw new TypeError(`The ${name} must be a text that names something, not ${String(value)}.`);
  if (!NO_SEGMENT.test(value)) return encodeURIComponent(value);
  const message = `There is nothing with the ${name} ${JSON.stringify(value)}.`;
  throw new KinoraApiError(message, { status: 404, code: 'not_found' });
}

/** Creates a call of the Edit API whose response is a picture. */
export function createPictureCall(
  path: string,
  query: NonNullable<ApiCall<unknown>['query']>,
  format: 'png' | 'jpeg',
): ApiCall<Uint8Array> {
  return { ...createBytesCall(path, `image/${format}`), query };
}

/** Creates a call of the Edit API whose response is a file. */
export function createBytesCall(path: string, mediaType: string): ApiCall<Uint8Array> {
  return {
    method: 'POST',
    api: 'edit',
    path,
    headers: { accept: mediaType },
    read: async (response) => new Uint8Array(await response.arrayBuffer()),
  };
}

/** Options of a call that creates something. */
export interface CreateOptions {
  /**
   * Idempotency key, 1 to 255 printable ASCII characters. Within 24 hours, calls with the same key create
   * only one thing. By default each call has a new key.
   */
  readonly idempotencyKey?: string | undefined;
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a call that submits a render. */
export interface RenderOptions extends CreateOptions, DialectOptions {}

/** Creates a call of the Edit API that takes effect only once, even if the client sends it again. */
export function createIdempotentCall<Answer>(
  path: string,
  body: unknown,
  { idempotencyKey = createIdempotencyKey(), ...options }: RenderOptions,
): ApiCall<Answer> {
  return createEditCall('POST', path, {
    ...options,
    body,
    headers: { 'idempotency-key': idempotencyKey },
  });
}

/**
 * Creates an idempotency key. Does not use `randomUUID`, because browsers provide that function only on HTTPS
 * pages.
 */
export function createIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
