import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createProblem, SHEET_LIMITS, type SheetSettings } from '../../../edit/index.ts';
import { callerOf } from '../access/authentication.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { createHeader, describeRoute } from '../openapi/operation.ts';
import { createFlag, dialectHeader, editBody, versionPath } from '../openapi/parameters.ts';
import { type JsonBody, requireBody } from '../request/json-body.ts';
import { readDialect } from '../request/read-dialect.ts';
import { type QueryValue, readCount, readFlag } from '../request/read-request.ts';
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

/** The response header with the seconds that a sheet shows. */
const MOMENTS_HEADER = 'x-kinora-moments';

const { width: WIDTH, moments: MOMENTS } = SHEET_LIMITS;

const Moments = createHeader(
  z.string(),
  MOMENTS_HEADER,
  'The seconds of the timeline that the sheet shows, row by row, separated by commas.',
);

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
      query: z.object({
        moments: z
          .int()
          .min(1)
          .max(MOMENTS.max)
          .optional()
          .meta({
            description: `The number of frames, 1 to ${MOMENTS.max}. The edit is divided into as many equal parts, and the frame in the middle of each is shown. Not together with at. Default ${MOMENTS.default}.`,
            default: MOMENTS.default,
          }),
        at: z
          .string()
          .optional()
          .describe(
            `The times to show in place of even ones, such as 0,2.5,7: 1 to ${MOMENTS.max} numbers of seconds, separated by commas, in the order of the sheet.`,
          ),
        columns: z
          .int()
          .min(1)
          .max(MOMENTS.max)
          .optional()
          .describe(
            'The number of columns. Default: the square root of the number of frames, rounded up to a whole number.',
          ),
        width: z
          .int()
          .min(WIDTH.min)
          .max(WIDTH.max)
          .optional()
          .meta({
            description: `The width of the whole picture in pixels, ${WIDTH.min} to ${WIDTH.max}. Default ${WIDTH.default}.`,
            default: WIDTH.default,
          }),
        times: createFlag('Set it to false to leave out the times below the frames. Default true.', true),
        output: outputQuery,
      }),
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

type Query = Partial<Record<'moments' | 'at' | 'columns' | 'width' | 'times' | 'output', QueryValue>>;

/** Adds `POST /sheet` of the Edit API, which returns several frames of an edit in one image. */
export function sheetRoute(scope: FastifyInstance, parts: ServerParts): void {
  scope.post<{ Body: JsonBody | undefined; Querystring: Query }>(
    '/sheet',
    POST_SHEET,
    async (request, reply) => {
      const type = readPictureType(request.headers.accept);
      const { owner, stage } = callerOf(request);
      const sheet = readSheet(request.query);
      const query = { sheet, format: PICTURE_FORMATS[type], watermark: stage === 'stage' } as const;
      const { moments } = sheet;
      const edit = await scope.check(
        owner,
        'readMoments',
        requireBody(request.body).text,
        readDialect(request, parts),
        JSON.stringify(typeof moments === 'number' ? null : moments),
        readOutput(request.query.output),
      );
      const drawn = await parts.inspection.sheet(edit, query, createRequester(request, reply));
      return sendPicture(reply.header(MOMENTS_HEADER, drawn.moments.join(',')), type, drawn);
    },
  );
}

function readSheet({ moments, at, columns, width, times }: Query): SheetSettings {
  const count = readCount('moments', moments, MOMENTS.max);
  if (count !== undefined && at !== undefined)
    throw new InvalidRequest([
      createProblem(['moments'], 'not_allowed', 'must be left out if "at" has the times to show'),
    ]);
  const given = readCount('columns', columns, MOMENTS.max);
  return {
    moments: at === undefined ? (count ?? MOMENTS.default) : readMoments(at),
    ...(given !== undefined && { columns: given }),
    width: readWidth(width),
    times: readFlag('times', times, true),
  };
}

function readMoments(value: QueryValue): number[] {
  const texts = typeof value === 'string' ? value.split(',', MOMENTS.max + 1) : [];
  const moments = texts.flatMap((text) => parseMoment(text.trim()) ?? []);
  if (moments.length === texts.length && moments.length > 0 && moments.length <= MOMENTS.max) return moments;
  const phrase = `must be 1 to ${MOMENTS.max} numbers of seconds, at least 0, separated by commas, for example 0,2.5,7`;
  throw new InvalidRequest([createProblem(['at'], 'wrong_form', phrase)]);
}

function readWidth(value: QueryValue | undefined): number {
  const width = readCount('width', value, WIDTH.max) ?? WIDTH.default;
  if (width >= WIDTH.min) return width;
  const phrase = `must be a whole number from ${WIDTH.min} to ${WIDTH.max}`;
  throw new InvalidRequest([createProblem(['width'], 'out_of_range', phrase)]);
}
