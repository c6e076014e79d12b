import { pipeline } from 'node:stream';
import { KinoraError } from '../../base/errors.ts';
import { shownUrl } from '../../base/shown-url.ts';
import { networkFailure, statusFailure, Transient } from './failure.ts';
import { discard, headerOf, type Outbound, type OutboundResponse } from '../../outbound/index.ts';
import { decoderOf, type Validators, validatorsOf } from './transfer.ts';

/** A piece of a file to ask a server for. */
export interface RangeRequest {
  readonly url: URL;
  readonly outbound: Outbound;
  /** First byte, and the byte after the last. */
  readonly from: number;
  readonly to: number;
  /** Ask only for a version other than this one. */
  readonly known: Validators | undefined;
  /** Milliseconds without a byte. */
  readonly stallTimeout: number;
  readonly signal: AbortSignal;
}

/** What a server answers with. */
export type RangeAnswer =
  /** It still has the version that is known. */
  | { readonly kind: 'same' }
  /** The file ends before the piece; `total` when it says where. */
  | { readonly kind: 'beyond'; readonly total: number | undefined }
  /** The piece, or all of the file where the server does not know of pieces. `total` is the size of the file. */
  | {
      readonly kind: 'piece' | 'all';
      readonly total: number | undefined;
      readonly version: Validators;
      readonly chunks: AsyncIterator<Buffer>;
      /** Gives the rest up. */
      readonly discard: () => void;
    };

/**
 * Sends one range request.
 *
 * @throws {Transient} if another attempt may succeed.
 * @throws {KinoraError} if it will not.
 */
export async function askForRange(request: RangeRequest): Promise<RangeAnswer> {
  const response = await ask(request);
  try {
    return answerOf(response, request);
  } catch (error) {
    discard(response);
    throw error;
  }
}

async function ask({
  url,
  outbound,
  from,
  to,
  known,
  stallTimeout,
  signal,
}: RangeRequest): Promise<OutboundResponse> {
  const headers = {
    'accept-encoding': 'identity',
    range: `bytes=${from}-${to - 1}`,
    ...(known?.etag !== undefined && { 'if-none-match': known.etag }),
    ...(known?.lastModified !== undefined && { 'if-modified-since': known.lastModified }),
  };
  try {
    return await outbound.request(url, { headers, stallTimeout, signal });
  } catch (error) {
    throw networkFailure(error, shownUrl(url));
  }
}

function answerOf(response: OutboundResponse, request: RangeRequest): RangeAnswer {
  const { statusCode } = response;
  const shown = shownUrl(request.url);
  if (statusCode === 304 && request.known) {
    discard(response);
    return { kind: 'same' };
  }
  if (statusCode === 416) {
    discard(response);
    return { kind: 'beyond', total: numberIn(/^bytes \*\/(\d+)$/, response) };
  }
  if (statusCode !== 206 && (statusCode < 200 || statusCode > 299))
    throw statusFailure(statusCode, headerOf(response, 'retry-after'), shown);
  const version = validatorsOf(response);
  const decoder = decoderOf(response, request);
  const stream = decoder ? pipeline(response.body, decoder, () => undefined) : response.body;
  // A byte stream without an encoding set gives buffers.
  const chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const rest = { version, chunks: failing(chunks, shown), discard: () => discard(response) };
  if (statusCode !== 206) return { kind: 'all', total: decoder ? undefined : lengthOf(response), ...rest };
  if (numberIn(/^bytes (\d+)-/, response) !== request.from) {
    const reason = `${shown} cannot be read: its server sent another piece of it than it was asked for.`;
    throw new KinoraError('asset_unreachable', reason);
  }
  return { kind: 'piece', total: numberIn(/\/(\d+)$/, response), ...rest };
}

function numberIn(pattern: RegExp, response: OutboundResponse): number | undefined {
  const digits = pattern.exec(headerOf(response, 'content-range') ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function lengthOf(response: OutboundResponse): number | undefined {
  const length = headerOf(response, 'content-length');
  return length === undefined ? undefined : Number(length);
}

/** The same chunks, their failures told as those of the server. */
function failing(chunks: AsyncIterator<Buffer>, shown: string): AsyncIterator<Buffer> {
  return {
    async next() {
      try {
        return await chunks.next();
      } catch (error) {
        throw networkFailure(error, shown);
      }
    },
  };
}

/** The failure itself, where there will be no other attempt. */
export function lasting(error: unknown): Error {
  if (error instanceof Transient) return error.failure;
  return error instanceof Error ? error : new Error(String(error));
}
