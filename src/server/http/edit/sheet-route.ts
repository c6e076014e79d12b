import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createProblem, SHEET_LIMITS } from '../../../edit/index.ts';
import { callerOf } from '../access/authentication.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { createHeader, describeRoute } from '../openapi/operation.ts';
import { createCount, createFlag, dialectHeader, editBody, versionPath } from '../openapi/parameters.ts';
import { readTexts } from '../request/read-request.ts';
import { createRequester } from '../request/requester.ts';
import { InvalidRequest } from '../response/errors.ts';
import type { ServerParts } from '../server-parts.ts';
import {
  describePicture,
  parseMoment,
  PICTURE_FORMATS,
  readPictureType,
  sendPicture,
} from './picture-response.ts';
import { outputQuery, readOutput } from './read-output.ts';

/** The response header with the seconds that a sheet shows. */
const MOMENTS_HEADER = 'x-kinora-moments';

const { width: WIDTH, moments: MOMENTS } = SHEET_LIMITS;

const Moments = createHeader(
  z.string(),
  MOMENTS_HEADER,
  'The seconds of the timeline that the sheet shows, row by row, separated by commas.',
);

const MANY = {
  error: `must be 1 to ${MOMENTS.max} numbers of seconds, at least 0, separated by commas, for example 0,2.5,7`,
};

const SHEET_QUERY = z.object({
  moments: createCount(MOMENTS.max)
    .prefault(MOMENTS.default)
    .describe(
      `The number of frames, 1 to ${MOMENTS.max}. The edit is divided into as many equal parts, and the frame in the middle of each is shown. Not together with at. Default ${MOMENTS.default}.`,
    ),
  at: z
    .string(MANY)
    .transform((text) => text.split(',', MOMENTS.max + 1).map((each) => parseMoment(each.trim())))
    .refine((seconds) => seconds.length <= MOMENTS.max && !seconds.includes(NaN), MANY)
    .optional()
    .describe(
      `The times to show in place of even ones, such as 0,2.5,7: 1 to ${MOMENTS.max} numbers of seconds, separated by commas, in the order of the sheet.`,
    ),
  columns: createCount(MOMENTS.max)
    .optional()
    .describe(
      'The number of columns. Default: the square root of the number of frames, rounded up to a whole number.',
    ),
  width: createCount(WIDTH.max, WIDTH.min)
    .prefault(WIDTH.default)
    .describe(
      `The width of the whole picture in pixels, ${WIDTH.min} to ${WIDTH.max}. Default ${WIDTH.default}.`,
    ),
  times: createFlag('Set it to false to leave out the times below the frames. Default true.', true),
});

const POST_SHEET = describeRoute(
  {
    operationId: 'postSheet',
    tags: ['Inspection'],
    summary: 'Render several frames of an edit into one picture',
    description:
      'Returns a contact sheet: the frames of an edit at several times in rows, each with its time below it, drawn by the same engine as a render. By default, the times are spread evenly over the edit. Stores nothing. The header `x-kinora-warnings` has remarks on the edit.',
    requestParams: {
      path: versionPath,
      header: dialectHeader,
      query: z.object({ ...SHEET_QUERY.shape, ...outputQuery.shape }),
    },
    requestBody: editBody,
    responses: {
      200: describePicture('The sheet as an image: PNG, or JPEG if the header Accept prefers it.', {
        [MOMENTS_HEADER]: Moments,
      }),
      ...describeEditFailures(400, 406, 413, 415, 424, 501),
    },
  },
  'render',
);

/** Adds `POST /sheet` of the Edit API, which returns several frames of an edit in one image. */
export function sheetRoute(scope: FastifyInstance, parts: ServerParts): void {
  scope.post('/sheet', POST_SHEET, async (request, reply) => {
    const type = readPictureType(request.headers.accept);
    const { at, moments, columns, width, times } = readTexts(SHEET_QUERY, request.query);
    if (at !== undefined && 'moments' in Object(request.query))
      throw new InvalidRequest([
        createProblem(['moments'], 'not_allowed', 'must be left out if "at" has the times to show'),
      ]);
    const sheet = { moments: at ?? moments, ...(columns !== undefined && { columns }), width, times };
    const query = {
      sheet,
      format: PICTURE_FORMATS[type],
      watermark: callerOf(request).stage === 'stage',
    };
    const edit = await readOutput(request, parts, at ?? null);
    const drawn = await parts.inspection.sheet(edit, query, createRequester(request, reply));
    return sendPicture(reply.header(MOMENTS_HEADER, drawn.moments.join(',')), type, drawn);
  });
}
