import type { FastifyInstance, FastifyRequest } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import { decodeText } from '../../../base/parse-json.ts';

/** A body that is said to be JSON. Whether it is, and what it means, is found out elsewhere: it may be megabytes. */
export interface JsonBody {
  readonly text: string;
}

/** Makes `request.body` a {@link JsonBody} and refuses every other type of content, and compressed content. */
export function parseJsonBodies(app: FastifyInstance): void {
  rejectCompressed(app);
  app.removeAllContentTypeParsers();
  // What is thrown is an answer as well, hence the promise.
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (_request: FastifyRequest, bytes: Buffer) => Promise.resolve(bytes).then(decodeBody),
  );
}

/** A body without anything in it is none; whether one is needed the route knows. */
function decodeBody(bytes: Buffer): JsonBody | undefined {
  if (bytes.length === 0) return undefined;
  return { text: decodeText(bytes, 'The body') };
}

/** The body of a request to a route that needs one. */
export function requireBody(body: JsonBody | undefined): JsonBody {
  if (body === undefined) throw new KinoraError('not_json', 'The body is missing; it must be JSON.');
  return body;
}

/** A small body that unpacks to a huge one is a known attack, and no client of this interface compresses. */
function rejectCompressed(app: FastifyInstance): void {
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const coding = request.headers['content-encoding'] ?? 'identity';
    if (coding.toLowerCase() === 'identity') {
      done();
      return;
    }
    reply.header('accept-encoding', 'identity');
    const sentence = `The body is compressed (content-encoding: ${coding.slice(0, 100)}); it may not be compressed.`;
    done(new KinoraError('unsupported_media_type', sentence));
  });
}
