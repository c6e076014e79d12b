import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { KinoraError } from '../../../base/errors.ts';
import { decodeText } from '../../../base/parse-json.ts';

/** Maximum size of a body with the content type JSON, in bytes. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** The text of a body with the content type JSON. It is parsed elsewhere, because it may have megabytes. */
export interface JsonBody {
  readonly text: string;
  /** The text in UTF-8. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Larger bodies, in bytes, are decoded one by one, each in a turn of its own of the event loop. To decode 10 MB takes
 * 5 to 10 ms, and many bodies may arrive at once.
 */
const MAX_BYTES_AT_ONCE = 100_000;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Reads `request.body` as a {@link JsonBody}. Rejects other content types and compressed bodies. */
export function parseJsonBodies(app: FastifyInstance): void {
  rejectCompressed(app);
  const oneByOne = pLimit(1);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    // Decode within a promise, so that an exception becomes a rejection.
    (_request: FastifyRequest, bytes: Buffer<ArrayBuffer>) =>
      bytes.length <= MAX_BYTES_AT_ONCE
        ? Promise.resolve(bytes).then(decodeBody)
        : oneByOne(() => nextTurn(bytes).then(decodeBody)),
  );
}

/** Decodes a body. Returns `undefined` for an empty one: some routes need no body. */
function decodeBody(received: Buffer<ArrayBuffer>): JsonBody | undefined {
  if (received.length === 0) return undefined;
  const bytes =
    received.indexOf(BYTE_ORDER_MARK) === 0 ? received.subarray(BYTE_ORDER_MARK.length) : received;
  return { text: decodeText(bytes, 'The body'), bytes };
}

/**
 * Returns the body of a request to a route that needs one.
 *
 * @throws {KinoraError} `not_json` if it is missing.
 */
export function requireBody({ body }: FastifyRequest): JsonBody {
  if (body === undefined) throw new KinoraError('not_json', 'The body is missing. Send a JSON document.');
  // The parser of the server has made it.
  return body as JsonBody;
}

/**
 * Rejects compressed bodies. They allow decompression bombs, and no client of this API compresses. An uploaded
 * file is stored as it arrives, whatever its encoding. Only `aws-chunked` is rejected: there, the body is more
 * than the file.
 */
function rejectCompressed(app: FastifyInstance): void {
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const coding = request.headers['content-encoding'] ?? 'identity';
    const isFile = request.routeOptions.config.takesFiles === true && !/\baws-chunked\b/i.test(coding);
    if (isFile || coding.toLowerCase() === 'identity') {
      done();
      return;
    }
    reply.header('accept-encoding', 'identity');
    const sentence = `The body must not be compressed (content-encoding: ${coding.slice(0, 100)}). Send it uncompressed.`;
    done(new KinoraError('unsupported_media_type', sentence));
  });
}
