import type { FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import { z } from 'zod';
import { KinoraError } from '../../../base/errors.ts';
import { createProblem } from '../../../edit/index.ts';
import { callerOf } from '../access/authentication.ts';
import type { FrameQuery } from '../inspection.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { describeEmptyResponse, describeRoute } from '../openapi/operation.ts';
import { editBody, versionPath } from '../openapi/parameters.ts';
import { type JsonBody, requireBody } from '../request/json-body.ts';
import type { QueryValue } from '../request/read-request.ts';
import { createRequester } from '../request/requester.ts';
import { InvalidRequest } from '../response/errors.ts';
import type { ServerParts } from '../server-parts.ts';

const FORMATS = { 'image/png': 'png', 'image/jpeg': 'jpeg' } as const;
type FrameType = keyof typeof FORMATS;
/** The first is for clients that take both. */
const FRAME_TYPES: FrameType[] = ['image/png', 'image/jpeg'];

const POST_FRAME = describeRoute({
  operationId: 'postFrame',
  tags: ['Inspection'],
  summary: 'See one frame of an edit',
  description: 'Draws one moment of an edit with the engine of the renders. Nothing is stored.',
  requestParams: {
    path: versionPath,
    query: z.object({ at: z.number().min(0).describe('The moment in seconds, from 0.') }),
  },
  requestBody: editBody,
  responses: {
    200: {
      ...describeEmptyResponse('The picture: PNG, or JPEG where Accept prefers that.'),
      content: { 'image/png': {}, 'image/jpeg': {} },
    },
    ...describeEditFailures(400, 406, 413, 415, 424, 501),
  },
});

/** `POST /frame?at=3.2` of the Edit API: one moment of an edit as a picture. */
export function frameRoute(scope: FastifyInstance, { inspection }: ServerParts): void {
  scope.post<{ Body: JsonBody | undefined; Querystring: { at?: QueryValue } }>(
    '/frame',
    POST_FRAME,
    async (request, reply) => {
      const type = readType(request.headers.accept);
      const query: FrameQuery = {
        at: readAt(request.query.at),
        format: FORMATS[type],
        watermark: callerOf(request).stage === 'stage',
      };
      const { text } = requireBody(request.body);
      const edit = await scope.check('readMoment', text, String(query.at));
      const picture = await inspection.frame(edit, query, createRequester(request, reply));
      return reply.type(type).header('vary', 'accept').send(picture);
    },
  );
}

function readType(accept: string | undefined): FrameType {
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes(FRAME_TYPES);
  const type = FRAME_TYPES.find((each) => each === best);
  if (type !== undefined) return type;
  const sentence = `A frame is sent as ${FRAME_TYPES.join(' or ')}, and the header accept allows neither.`;
  throw new KinoraError('not_acceptable', sentence);
}

function readAt(value: QueryValue | undefined): number {
  // As a JSON number is written: a client that divides has sixteen decimals, or an exponent.
  const written = typeof value === 'string' && /^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value);
  if (written && Number.isFinite(Number(value))) return Number(value);
  const phrase =
    value === undefined
      ? 'is required: the moment in seconds, such as ?at=3.2'
      : 'must be one number of seconds from 0, such as 3.2';
  throw new InvalidRequest([createProblem(['at'], value === undefined ? 'required' : 'wrong_form', phrase)]);
}
