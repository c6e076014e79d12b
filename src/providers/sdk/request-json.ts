import type { z } from 'zod';
import { tryParseJson } from '../../base/try-parse-json.ts';
import type { ServiceConnection } from './provider-call.ts';
import { ServiceResponseError } from './sdk-failure.ts';

/** A request to a service whose answer is JSON. */
export interface ServiceJsonRequest {
  readonly url: string;
  /** Value of the header `authorization`. */
  readonly authorization: string;
  /** A form to send. Absent: the request is a `GET`. */
  readonly form?: FormData;
}

/**
 * Sends a request and parses the JSON of its response.
 *
 * @throws {ServiceResponseError} if the status is not 2xx, or the response does not fit the schema.
 */
export async function requestJson<Schema extends z.ZodType>(
  { fetch, signal }: ServiceConnection,
  { url, authorization, form }: ServiceJsonRequest,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const headers = { accept: 'application/json', authorization };
  const init = form ? { method: 'POST', body: form } : {};
  const response = await fetch(url, { ...init, headers, signal });
  const { status } = response;
  const body = await response.text();
  if (!response.ok)
    throw new ServiceResponseError({
      status,
      body,
      retryAfter: response.headers.get('retry-after') ?? undefined,
    });
  const { data, error } = schema.safeParse(tryParseJson(body));
  if (error) throw new ServiceResponseError({ status, body, error });
  return data;
}
