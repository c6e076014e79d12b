import type { z } from 'zod';
import { KinoraError } from '../../base/errors.ts';
import { tryParseJson } from '../../base/try-parse-json.ts';
import type { OutsideProvider } from '../../create/model.ts';
import type { ProviderAccess, ProviderContext } from '../../generation/generation-provider.ts';
import { exchange, type ExchangeResponse, openOutbound, type Outbound } from '../../outbound/index.ts';
import { type ProviderStep, toProviderError } from '../provider-errors.ts';

/** An outside service with an HTTP API. */
export interface HttpProvider {
  readonly name: OutsideProvider;
  /** Base URL of the service itself. */
  readonly baseUrl: string;
  /** Returns the headers that carry the API key. Their names are in lower case. */
  readonly authorize: (key: string) => Readonly<Record<string, string>>;
}

/** One request to a service: a `POST` if it has a body, else a `GET`. */
export interface HttpRequest {
  readonly step: ProviderStep;
  /** Path and query, which follow the base URL and begin with a slash. Or a whole URL, which gets the key. */
  readonly path: string;
  /** A form, or a value that is sent as JSON. */
  readonly body?: unknown;
  /** Media type of the answer. Default: JSON. */
  readonly accept?: string;
  /** Time limit of the whole call in milliseconds. More than 0. */
  readonly limitMs: number;
  /** Maximum size of the answer in bytes. Default: 5 MB. */
  readonly maxBytes?: number;
  /** Throws the error of an unsuccessful answer that says more than its status. */
  readonly explain?: (answer: ExchangeResponse) => void;
}

/** The successful answer of a service. */
export interface HttpAnswer {
  readonly bytes: Buffer;
  /** The body as JSON. Undefined if it is none. */
  readonly json: unknown;
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined;
  /** Returns the documented fields of the JSON. @throws {KinoraError} if one is missing. */
  parse<Schema extends z.ZodType>(schema: Schema): z.infer<Schema>;
  /** Creates the error for an answer without the documented fields. */
  createUnreadableError(): KinoraError;
}

const CONNECT_MS = 10_000;
const MAX_JSON_BYTES = 5_000_000;

/**
 * Sends a request once.
 *
 * @throws {KinoraError} an error of `GenerationProvider`.
 */
export function sendRequest(
  { name, baseUrl, authorize }: HttpProvider,
  { step, path, body, accept = 'application/json', limitMs, maxBytes = MAX_JSON_BYTES, explain }: HttpRequest,
  context: ProviderContext,
): Promise<HttpAnswer> {
  const { access, signal } = context;
  const isJson = body !== undefined && !(body instanceof FormData);
  return callProvider(name, step, context, async (outbound) => {
    const answer = await exchange(
      outbound,
      {
        method: body === undefined ? 'GET' : 'POST',
        url: new URL(path.startsWith('/') ? providerUrlOf(access, baseUrl) + path : path),
        headers: {
          ...authorize(access.key),
          accept,
          // Answers are not decoded.
          'accept-encoding': 'identity',
          ...(isJson && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
        limitMs,
        maxBytes,
      },
      signal,
    );
    const { status, headers, bytes, text, retryAfterMs } = answer;
    const isSuccess = status >= 200 && status <= 299;
    if (!isSuccess) explain?.(answer);
    if (!isSuccess) throw toProviderError(name, step, { status, body: text, retryAfterMs }, access.key);
    const json = tryParseJson(text);
    const createUnreadableError = (): KinoraError => toProviderError(name, step, { status }, access.key);
    return {
      bytes,
      json,
      header: (header) => headers[header],
      parse: (schema) => {
        const { data, success } = schema.safeParse(json);
        if (!success) throw createUnreadableError();
        return data;
      },
      createUnreadableError,
    };
  });
}

/**
 * Makes one call to a service. Each call has connections of its own: a kept one may just be closed by the
 * service, and then it would be unknown whether the service has taken the request.
 *
 * @throws {KinoraError} as `GenerationProvider` says.
 */
export async function callProvider<Result>(
  service: OutsideProvider,
  step: ProviderStep,
  { access: { key, url }, signal }: ProviderContext,
  work: (outbound: Outbound) => Promise<Result>,
): Promise<Result> {
  checkKey(service, key);
  // The operator chose the base URL, so its host may be private.
  const allowHosts = url === undefined ? [] : [new URL(url).hostname];
  const outbound = openOutbound({ allowHosts, connectTimeoutMs: CONNECT_MS });
  try {
    signal.throwIfAborted();
    return await work(outbound);
  } catch (error) {
    throw toProviderError(service, step, { error, signal }, key);
  } finally {
    await outbound.close();
  }
}

/** Rejects a key that cannot be in a header, because the error of the header would repeat the key. */
function checkKey(service: OutsideProvider, key: string): void {
  if (/^[\x21-\x7e]+$/.test(key)) return;
  throw new KinoraError(
    'provider_rejects_key',
    `The API key of the service ${service} is not a word of ASCII characters. Set it again with \`kinora providers set\`.`,
  );
}

/**
 * Returns the base URL of a service without a slash at its end, without a query and without credentials.
 *
 * @param defaultUrl the base URL of the service itself. Its path is also that of a URL without a path.
 */
export function providerUrlOf({ url }: ProviderAccess, defaultUrl: string): string {
  const base = new URL(url ?? defaultUrl);
  const path = base.pathname.replace(/(?<!\/)\/+$/, '');
  return base.origin + (path === '' ? new URL(defaultUrl).pathname.replace(/(?<!\/)\/+$/, '') : path);
}
