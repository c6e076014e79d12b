import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { KinoraError } from '../base/errors.ts';
import { once, Passing, refusalOf, retried, unaskable } from './exchange.ts';
import type { Answer, Way } from './exchange.ts';
import { failed, refused } from './refusal.ts';

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

/** The SDK, speaking by our way out, with its limits, its patience and its messages instead of its own. */
export interface S3Connection {
  /**
   * Makes a call until it is answered.
   *
   * @throws {KinoraError} as destinations do.
   */
  call<T>(send: (client: S3Client) => Promise<T>): Promise<T>;
  /** Where the last request went, without its query. */
  address(): string | undefined;
}

/** Connects the SDK to one way out; nothing is sent yet, and nothing has to be closed. */
export function s3Connection(sdk: Sdk, way: Way, config: S3ClientConfig): S3Connection {
  let address: string | undefined;
  let isAsked = false;
  const requestHandler = {
    async handle(request: SignedRequest) {
      const url = urlOf(request);
      isAsked = true;
      address = `${url.origin}${url.pathname}`;
      const answer = await once(way, { url, ...sentBy(request) });
      if (answer.status >= 300) throw judged(way, answer);
      return { response: responseOf(answer) };
    },
  };
  // What is tried again is for us to say.
  const client = new sdk.S3Client({ ...config, requestHandler, maxAttempts: 1 });
  const call = async <T>(send: (client: S3Client) => Promise<T>): Promise<T> => {
    isAsked = false;
    return await judging(
      way,
      () => send(client),
      () => isAsked,
    );
  };
  return { call: (send) => retried(way, () => call(send)), address: () => address };
}

async function judging<T>(way: Way, call: () => Promise<T>, isAsked: () => boolean): Promise<T> {
  try {
    return await call();
  } catch (error) {
    way.signal.throwIfAborted();
    if (error instanceof KinoraError || error instanceof Passing) throw error;
    // The SDK makes no request of what it was given, and will not the next time.
    if (!isAsked()) throw refused(way.provider, unaskable(error, way.secrets), error);
    // A status of success with an error in its body, or with a body that is none of S3.
    throw new Passing('its answer was no success', undefined, error);
  }
}

function judged(way: Way, answer: Answer): Error {
  // S3 calls it a mistake of the client when bytes came too slowly.
  if (answer.text.includes('<Code>RequestTimeout</Code>'))
    return new Passing('the upload stalled', undefined);
  // The parts are gone, so that only another sending helps.
  if (answer.text.includes('<Code>NoSuchUpload</Code>')) return failed(way.provider, 'it dropped the parts');
  return refusalOf(way, answer);
}

function urlOf({ protocol, hostname, port, path, query = {} }: SignedRequest): URL {
  const url = new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`);
  url.search = Object.entries(query)
    .flatMap(([name, values]) => [values ?? ''].flat().map((value) => [name, value]))
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&');
  return url;
}

function sentBy({
  method,
  headers,
  body,
}: SignedRequest): Pick<Parameters<typeof once>[1], 'method' | 'headers' | 'body'> {
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
function responseOf({ status, headers, text }: Answer): object {
  return { statusCode: status, headers, body: Readable.from([Buffer.from(text)]) };
}
