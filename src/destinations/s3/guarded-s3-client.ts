import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { KinoraError } from '../../base/errors.ts';
import { type ExchangeResponse, retry, RetryableError } from '../../outbound/index.ts';
import {
  createFailure,
  createRefusal,
  createRetryableFailure,
  sendOnce,
  toRefusal,
} from '../destination-exchange.ts';
import type { DestinationContext, DestinationRequest } from '../destination-exchange.ts';

type Sdk = typeof import('@aws-sdk/client-s3');

/** A signed request of the SDK. */
export interface SignedRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A client of the SDK that sends its requests through the guard, with the retries and messages of Kinora. */
export interface GuardedS3Client {
  /**
   * Makes a call. Repeats it after failures that may be temporary.
   *
   * @throws {KinoraError} `destination_refused` or `destination_failed`.
   */
  call<T>(send: (client: S3Client) => Promise<T>): Promise<T>;
  /** Returns the URL of the last request, without its query. Undefined before the first one. */
  lastUrl(): string | undefined;
}

/** Creates the client. Sends nothing yet. The client need not be closed. */
export function createGuardedS3Client(
  sdk: Sdk,
  context: DestinationContext,
  config: S3ClientConfig,
): GuardedS3Client {
  let lastUrl: string | undefined;
  let hasSent = false;
  const requestHandler = {
    async handle(request: SignedRequest) {
      const url = toSignedUrl(request);
      hasSent = true;
      lastUrl = `${url.origin}${url.pathname}`;
      const response = await sendOnce(context, { url, ...toDestinationRequest(request) });
      if (response.status >= 300) throw toS3Error(context, response);
      return { response: toSdkResponse(response) };
    },
  };
  // The policy of the context decides about retries.
  const client = new sdk.S3Client({ ...config, requestHandler, maxAttempts: 1 });
  const call = async <T>(send: (client: S3Client) => Promise<T>): Promise<T> => {
    hasSent = false;
    return await translateErrors(
      context,
      () => send(client),
      () => hasSent,
    );
  };
  return { call: (send) => retry(context.policy, context, () => call(send)), lastUrl: () => lastUrl };
}

async function translateErrors<T>(
  context: DestinationContext,
  call: () => Promise<T>,
  hasSent: () => boolean,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof KinoraError || error instanceof RetryableError) throw error;
    // The SDK rejected its input before it sent anything. Another try would fail as well.
    if (!hasSent())
      throw createRefusal(context, `the request is invalid: ${(error as Error).message}`, error);
    // The status is a success, but the body holds an error or is not a response of S3.
    throw createRetryableFailure(context, 'its response was not a success', { cause: error });
  }
}

function toS3Error(context: DestinationContext, response: ExchangeResponse): Error {
  // S3 reports a stalled upload with status 400, but another try may succeed.
  if (response.text.includes('<Code>RequestTimeout</Code>'))
    return createRetryableFailure(context, 'the upload stalled');
  // The parts are gone, so only a new upload can succeed.
  if (response.text.includes('<Code>NoSuchUpload</Code>'))
    return createFailure(context, 'it dropped the upload');
  return toRefusal(context, response);
}

/** Returns the URL of a request. */
export function toSignedUrl({
  protocol,
  hostname,
  port,
  path,
  query = {},
}: Omit<SignedRequest, 'body'>): URL {
  const url = new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`);
  url.search = Object.entries(query)
    .flatMap(([name, values]) => [values ?? ''].flat().map((value) => [name, value]))
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&');
  return url;
}

function toDestinationRequest({ method, headers, body }: SignedRequest): Omit<DestinationRequest, 'url'> {
  return {
    // The S3 commands use only these methods.
    method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
    headers,
    ...(body === undefined
      ? {}
      : {
          body: typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength),
        }),
  };
}

/**
 * Converts a response for the SDK. The SDK checks the members of a response, not its class, so a plain object
 * suffices.
 */
function toSdkResponse({ status, headers, text }: ExchangeResponse): object {
  return { statusCode: status, headers, body: Readable.from([Buffer.from(text)]) };
}
