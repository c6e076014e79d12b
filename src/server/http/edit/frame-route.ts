import type { FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import { z } from 'zod';
import { KinoraError } from '../../../base/errors.ts';
import { createProblem } from '../../../edit/index.ts';
import { callerOf } from '../access/authentication.ts';
import type { FrameQuery } from '../inspection.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { createHeader, describeRoute, rateLimitedHeaders } from '../openapi/operation.ts';
import { dialectHeader, editBody, versionPath } from '../openapi/parameters.ts';
import { type JsonBody, requireBody } from '../request/json-body.ts';
import { readDialect } from '../request/read-dialect.ts';
import type { QueryValue } from '../request/read-request.ts';
import { createRequester } from '../request/requester.ts';
import { InvalidRequest } from '../response/errors.ts';
import { formatWarningsHeader, WARNINGS_HEADER } from '../response/warnings-header.ts';
import type { ServerParts } from '../server-parts.ts';

const FORMATS = { 'image/png': 'png', 'image/jpeg': 'jpeg' } as const;
type FrameType = keyof typeof FORMATS;
/** The supported types. A client that accepts all of them equally gets the first. */
const FRAME_TYPES: FrameType[] = ['image/png', 'image/jpeg'];

const Warnings = createHeader(
  z.string().optional(),
  WARNINGS_HEADER,
  'Remarks on the edit, such as texts that do not fit: a JSON list of objects with `field` and `text`, in ASCII, at most 4000 bytes. Absent if there are none.',
);

const POST_FRAME = describeRoute({
  operationId: 'postFrame',
  tags: ['Inspection'],
  summary: 'Render one frame of an edit',
  description:
    'Returns the frame of an edit at one time as an image, drawn by the same engine as a render. Stores nothing. The header `x-kinora-warnings` has remarks on the edit.',
  requestParams: {
    path: versionPath,
    header: dialectHeader,
    query: z.object({
      at: z.number().min(0).describe('The position on the timeline in seconds, at least 0.'),
      output: z
        .int()
        .min(0)
        .optional()
        .describe('The place of the output in "outputs" of the edit, from 0. Default: the first output.'),
    }),
  },
  requestBody: editBody,
  responses: {
    200: {
      description: 'The frame as an image: PNG, or JPEG if the header Accept prefers it.',
      headers: rateLimitedHeaders.extend({ [WARNINGS_HEADER]: Warnings }),
      content: { 'image/png': {}, 'image/jpeg': {} },
    },
    ...describeEditFailures(400, 406, 413, 415, 424, 501),
  },
});

/** Adds `POST /frame?at=3.2` of the Edit API, which returns one frame of an edit as an image. */
export function frameRoute(scope: FastifyInstance, parts: ServerParts): void {
  scope.post<{ Body: JsonBody | undefined; Querystring: { at?: QueryValue; output?: QueryValue } }>(
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
      const edit = await scope.check(
        callerOf(request).owner,
        'readMoment',
        text,
        readDialect(request, parts),
        String(query.at),
        readOutput(request.query.output),
      );
      const frame = await parts.inspection.frame(edit, query, createRequester(request, reply));
      if (frame.warnings.length > 0) reply.header(WARNINGS_HEADER, formatWarningsHeader(frame.warnings));
      return reply.type(type).header('vary', 'accept').send(frame.picture);
    },
  );
}

function readType(accept: string | undefined): FrameType {
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes(FRAME_TYPES);
  const type = FRAME_TYPES.find((each) => each === best);
  if (type !== undefined) return type;
  const sentence = `The header accept must allow ${FRAME_TYPES.join(' or ')}.`;
  throw new KinoraError('not_acceptable', sentence);
}

function readOutput(value: QueryValue | undefined): string {
  if (value === undefined) return '0';
  if (typeof value === 'string' && /^\d{1,9}$/.test(value)) return value;
  const phrase = 'must be the place of an output in "outputs", from 0, for example 1';
  throw new InvalidRequest([createProblem(['output'], 'wrong_form', phrase)]);
}

function readAt(value: QueryValue | undefined): number {
  // Accept any non-negative JSON number: a computed time may have sixteen decimals or an exponent.
  const written = typeof value === 'string' && /^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value);
  if (written && Number.isFinite(Number(value))) return Number(value);
  const phrase =
    value === undefined
      ? 'is required: set it to the position in seconds, for example ?at=3.2'
      : 'must be a number of seconds, at least 0, for example 3.2';
  throw new InvalidRequest([createProblem(['at'], value === undefined ? 'required' : 'wrong_form', phrase)]);
}
