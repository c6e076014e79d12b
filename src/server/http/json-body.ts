import type { FastifyInstance } from 'fastify';
import { KinoraError } from '../../base/errors.ts';

/** A JSON body, both as it was sent and as what it means. */
export interface JsonBody {
  readonly text: string;
  readonly value: unknown;
}

/** Makes `request.body` a {@link JsonBody} and refuses every other type of content. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    void parse(request, text, (error: Error | null, value?: unknown) => {
      if (error === null) done(null, { text, value } satisfies JsonBody);
      else done(error);
    });
  });
}

/** The body of a request to a route that needs one. */
export function requireBody(body: JsonBody | undefined): JsonBody {
  if (body === undefined) throw new KinoraError('not_json', 'The body is missing; it must be JSON.');
  return body;
}
