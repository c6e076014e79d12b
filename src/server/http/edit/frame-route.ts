import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createProblem, type FrameRequest } from '../../../edit/index.ts';
import { callerOf } from '../access/authentication.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { describeRoute } from '../openapi/operation.ts';
import { dialectHeader, editBody, versionPath } from '../openapi/parameters.ts';
import { type JsonBody, requireBody } from '../request/json-body.ts';
import { readDialect } from '../request/read-dialect.ts';
import type { QueryValue } from '../request/read-request.ts';
import { createRequester } from '../request/requester.ts';
import { InvalidRequest } from '../response/errors.ts';
import type { ServerParts } from '../server-parts.ts';
import {
  describePicture,
  outputQuery,
  parseMoment,
  PICTURE_FORMATS,
  readOutput,
  readPictureType,
  sendPicture,
} from './picture-response.ts';

const POST_FRAME = describeRoute(
  {
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
        output: outputQuery,
      }),
    },
    requestBody: editBody,
    responses: {
      200: describePicture('The frame as an image: PNG, or JPEG if the header Accept prefers it.'),
      ...describeEditFailures(400, 406, 413, 415, 424, 501),
    },
  },
  'render',
);

/** Adds `POST /frame?at=3.2` of the Edit API, which returns one frame of an edit as an image. */
export function frameRoute(scope: FastifyInstance, parts: ServerParts): void {
  scope.post<{ Body: JsonBody | undefined; Querystring: { at?: QueryValue; output?: QueryValue } }>(
    '/frame',
    POST_FRAME,
    async (request, reply) => {
      const type = readPictureType(request.headers.accept);
      const query: FrameRequest = {
        at: readAt(request.query.at),
        format: PICTURE_FORMATS[type],
        watermark: callerOf(request).stage === 'stage',
      };
      const { text } = requireBody(request.body);
      const edit = await scope.check(
        callerOf(request).owner,
        'readMoments',
        text,
        readDialect(request, parts),
        JSON.stringify([query.at]),
        readOutput(request.query.output),
      );
      const frame = await parts.inspection.frame(edit, query, createRequester(request, reply));
      return sendPicture(reply, type, frame);
    },
  );
}

function readAt(value: QueryValue | undefined): number {
  const seconds = typeof value === 'string' ? parseMoment(value) : undefined;
  if (seconds !== undefined) return seconds;
  const phrase =
    value === undefined
      ? 'is required: set it to the position in seconds, for example ?at=3.2'
      : 'must be a number of seconds, at least 0, for example 3.2';
  throw new InvalidRequest([createProblem(['at'], value === undefined ? 'required' : 'wrong_form', phrase)]);
}
