import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { KinoraError } from '../../base/errors.ts';
import { retry, RetryableError } from '../../outbound/index.ts';
import { createFailure, createRefusal, createRetryableFailure } from '../provider-errors.ts';
import { describeInvalidRequest, sendOnce, toRefusal } from '../provider-exchange.ts';
import type { ProviderContext, ProviderRequest, ProviderResponse } from '../provider-exchange.ts';

type Sdk = typeof import('@aws-sdk/client-s3');

/** A request as the SDK hands it over, signed. */
interface SignedRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A client of the SDK that sends its requests through the outbound guard, with our retries and messages. */
export interface GuardedS3Client {
  /**
   * Makes a call, again after failures that may pass.
   *
   * @throws {KinoraError} as destinations do.
   */
  call<T>(send: (client: S3Client) => Promise<T>): Promise<T>;
  /** Where the last request went, without its query. */
  lastUrl(): string | undefined;
}

/** Creates the client. It sends nothing yet, and need not be closed. */
export function createGuardedS3Client(
  sdk: Sdk,
  context: ProviderContext,
  config: S3ClientConfig,
): GuardedS3Client {
  let lastUrl: string | undefined;
  let hasSent = false;
  const requestHandler = {
    async handle(request: SignedRequest) {
      const url = toUrl(request);
      hasSent = true;
      lastUrl = `${url.origin}${url.pathname}`;
      const response = await sendOnce(context, { url, ...toProviderRequest(request) });
      if (response.status >= 300) throw toS3Error(context, response);
      return { response: toSdkResponse(response) };
    },
  };
  // Our own policy decides what is retried.
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
  context: ProviderContext,
  call: () => Promise<T>,
  hasSent: () => boolean,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof KinoraError || error instanceof RetryableError) throw error;
    // The SDK makes no request of what it was given, and will not the next time.
    if (!hasSent())
      throw createRefusal(context.provider, describeInvalidRequest(error, context.secrets), error);
    // A status of success with an error in its body, or with a body that is none of S3.
    throw createRetryableFailure(context.provider, 'its answer was no success', { cause: error });
  }
}

function toS3Error(context: ProviderContext, response: ProviderResponse): Error {
  // S3 calls it a mistake of the client when bytes came too slowly.
  if (response.text.includes('<Code>RequestTimeout</Code>'))
    return createRetryableFailure(context.provider, 'the upload stalled');
  // The parts are gone, so that only another sending helps.
  if (response.text.includes('<Code>NoSuchUpload</Code>'))
    return createFailure(context.provider, 'it dropped the parts');
  return toRefusal(context, response);
}

function toUrl({ protocol, hostname, port, path, query = {} }: SignedRequest): URL {
  const url = new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`);
  url.search = Object.entries(query)
    .flatMap(([name, values]) => [values ?? ''].flat().map((value) => [name, value]))
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&');
  return url;
}

function toProviderRequest({ method, headers, body }: SignedRequest): Omit<ProviderRequest, 'url'> {
  return {
    // S3 is spoken with these alone.
    method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
    headers,
    ...(body === undefined
      ? {}
      : {
          body: typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength),
        }),
  };
}

/** As the SDK reads it; it asks for the members, not for its class. */
function toSdkResponse({ status, headers, text }: ProviderResponse): object {
  return { statusCode: status, headers, body: Readable.from([Buffer.from(text)]) };
}
