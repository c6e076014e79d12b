import type { FastifyInstance, FastifyRequest } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import { decodeText } from '../../../base/parse-json.ts';

/** The text of a body with the content type JSON. It is parsed elsewhere, because it may have megabytes. */
export interface JsonBody {
  readonly text: string;
}

/** Reads `request.body` as a {@link JsonBody}. Rejects other content types and compressed bodies. */
export function parseJsonBodies(app: FastifyInstance): void {
  rejectCompressed(app);
  app.removeAllContentTypeParsers();
  // Decode within a promise, so that an exception becomes a rejection.
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (_request: FastifyRequest, bytes: Buffer) => Promise.resolve(bytes).then(decodeBody),
  );
}

/** Decodes a body. Returns `undefined` for an empty one: some routes need no body. */
function decodeBody(bytes: Buffer): JsonBody | undefined {
  if (bytes.length === 0) return undefined;
  return { text: decodeText(bytes, 'The body') };
}

/**
 * Returns the body of a request to a route that needs one.
 *
 * @throws {KinoraError} `not_json` if it is missing.
 */
export function requireBody(body: JsonBody | undefined): JsonBody {
  if (body === undefined) throw new KinoraError('not_json', 'The body is missing. Send a JSON document.');
  return body;
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
