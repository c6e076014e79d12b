import type { ApiCall } from './connection.ts';

type ApiCallOptions = Partial<Pick<ApiCall<unknown>, 'query' | 'headers' | 'body' | 'signal' | 'sendOnce'>>;

/** A call of the Edit API, whose answers come in an envelope, or are empty when something was deleted. */
export function createEditCall<Answer>(
  method: ApiCall<Answer>['method'],
  path: string,
  more: ApiCallOptions,
): ApiCall<Answer> {
  return {
    method,
    api: 'edit',
    path,
    ...more,
    read: async (response) => {
      if (response.status === 204) return undefined as Answer;
      return ((await response.json()) as { readonly response: Answer }).response;
    },
  };
}

/** How a call that creates something may be made. */
export interface CreateOptions {
  /**
   * 1 to 255 printable ASCII characters: within 24 hours the same key creates the same thing only once. A new one for each
   * call when absent.
   */
  readonly idempotencyKey?: string | undefined;
  /** Ends the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A call of the Edit API that creates something, once, however often it is sent. */
export function createIdempotentCall<Answer>(
  path: string,
  body: unknown,
  { idempotencyKey = createIdempotencyKey(), signal }: CreateOptions,
): ApiCall<Answer> {
  return createEditCall('POST', path, { body, signal, headers: { 'idempotency-key': idempotencyKey } });
}

/** An idempotency key. (Browsers have `randomUUID` only on pages that came over HTTPS.) */
export function createIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
