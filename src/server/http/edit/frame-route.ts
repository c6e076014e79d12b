import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { FrameRequest } from '../../../edit/index.ts';
import { callerOf } from '../access/authentication.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { describeRoute } from '../openapi/operation.ts';
import { dialectHeader, editBody, versionPath } from '../openapi/parameters.ts';
import { readTexts } from '../request/read-request.ts';
import { createRequester } from '../request/requester.ts';
import type { ServerParts } from '../server-parts.ts';
import {
  describePicture,
  parseMoment,
  PICTURE_FORMATS,
  readPictureType,
  sendPicture,
} from './picture-response.ts';
import { outputQuery, readOutput } from './read-output.ts';

const FRAME_QUERY = z.object({
  at: z
    .number({
      error: ({ input }) =>
        input === undefined
          ? 'is required: set it to the position in seconds, for example ?at=3.2'
          : 'must be a number of seconds, at least 0, for example 3.2',
    })
    .min(0)
    .describe('The position on the timeline in seconds, at least 0.'),
});

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
      query: FRAME_QUERY.extend(outputQuery.shape),
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
  scope.post('/frame', POST_FRAME, async (request, reply) => {
    const type = readPictureType(request.headers.accept);
    const { at } = request.query as { readonly at?: string | string[] };
    const query: FrameRequest = {
      // The document and the text of the query differ in the type.
      ...readTexts(FRAME_QUERY, { at: at && parseMoment(String(at)) }),
      format: PICTURE_FORMATS[type],
      watermark: callerOf(request).stage === 'stage',
    };
    const edit = await readOutput(request, parts, [query.at]);
    const frame = await parts.inspection.frame(edit, query, createRequester(request, reply));
    return sendPicture(reply, type, frame);
  });
}
