import { pipeline } from 'node:stream';
import { KinoraError } from '../../base/errors.ts';
import { redactUrl } from '../../base/redact-url.ts';
import { toNetworkFailure, toStatusFailure } from './fetch-errors.ts';
import { discard, headerOf, type Outbound, type OutboundResponse } from '../../outbound/index.ts';
import { createDecoder, type Validators, validatorsOf } from './download-attempt.ts';

/** A request for a range of a file. */
export interface RangeRequest {
  readonly url: URL;
  readonly outbound: Outbound;
  /** Offset of the first byte, and the offset after the last byte. */
  readonly from: number;
  readonly to: number;
  /** Requests the range only if the server has another version than this one. */
  readonly known: Validators | undefined;
  /** Maximum milliseconds without a byte from the server. */
  readonly stallTimeoutMs: number;
  readonly signal: AbortSignal;
}

/** The response to a {@link RangeRequest}. */
export type RangeResponse =
  /** The server still has the known version. */
  | { readonly kind: 'unchanged' }
  /** The file ends before the range. `total` is its size, if the server reports it. */
  | { readonly kind: 'beyondEnd'; readonly total: number | undefined }
  /** The range, or the whole file if the server does not support ranges. `total` is the size of the file. */
  | {
      readonly kind: 'range' | 'wholeFile';
      readonly total: number | undefined;
      readonly version: Validators;
      readonly chunks: AsyncIterator<Buffer>;
      /** Discards the rest of the response. */
      readonly discard: () => void;
    };

/**
 * Sends one range request.
 *
 * @throws {RetryableError} if another attempt may succeed.
 * @throws {KinoraError} if further attempts would fail, too.
 */
export async function requestRange(request: RangeRequest): Promise<RangeResponse> {
  const response = await sendRangeRequest(request);
  try {
    return parseRangeResponse(response, request);
  } catch (error) {
    discard(response);
    throw error;
  }
}

async function sendRangeRequest({
  url,
  outbound,
  from,
  to,
  known,
  stallTimeoutMs,
  signal,
}: RangeRequest): Promise<OutboundResponse> {
  const headers = {
    'accept-encoding': 'identity',
    range: `bytes=${from}-${to - 1}`,
    ...(known?.etag !== undefined && { 'if-none-match': known.etag }),
    ...(known?.lastModified !== undefined && { 'if-modified-since': known.lastModified }),
  };
  try {
    return await outbound.request(url, { headers, stallTimeoutMs, signal });
  } catch (error) {
    throw toNetworkFailure(error, redactUrl(url));
  }
}

function parseRangeResponse(response: OutboundResponse, request: RangeRequest): RangeResponse {
  const { statusCode } = response;
  const displayUrl = redactUrl(request.url);
  if (statusCode === 304 && request.known) {
    discard(response);
    return { kind: 'unchanged' };
  }
  if (statusCode === 416) {
    discard(response);
    return { kind: 'beyondEnd', total: matchContentRange(/^bytes \*\/(\d+)$/, response) };
  }
  if (statusCode !== 206 && (statusCode < 200 || statusCode > 299))
    throw toStatusFailure(statusCode, headerOf(response, 'retry-after'), displayUrl);
  const version = validatorsOf(response);
  const decoder = createDecoder(response, request);
  const stream = decoder ? pipeline(response.body, decoder, () => undefined) : response.body;
  // The cast is safe: a stream without an encoding yields buffers.
  const chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const rest = { version, chunks: convertErrors(chunks, displayUrl), discard: () => discard(response) };
  if (statusCode !== 206)
    return { kind: 'wholeFile', total: decoder ? undefined : lengthOf(response), ...rest };
  if (matchContentRange(/^bytes (\d+)-/, response) !== request.from) {
    const reason = `${displayUrl} cannot be read: its server sent a different range than requested.`;
    throw new KinoraError('asset_unreachable', reason);
  }
  return { kind: 'range', total: matchContentRange(/\/(\d+)$/, response), ...rest };
}

function matchContentRange(pattern: RegExp, response: OutboundResponse): number | undefined {
  const digits = pattern.exec(headerOf(response, 'content-range') ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function lengthOf(response: OutboundResponse): number | undefined {
  const length = headerOf(response, 'content-length');
  return length === undefined ? undefined : Number(length);
}

/** Converts errors while reading a body to network errors. */
function convertErrors(chunks: AsyncIterator<Buffer>, displayUrl: string): AsyncIterator<Buffer> {
  return {
    async next() {
      try {
        return await chunks.next();
      } catch (error) {
        throw toNetworkFailure(error, displayUrl);
      }
    },
  };
}
