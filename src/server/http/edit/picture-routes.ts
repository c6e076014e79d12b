import type { FastifyReply, FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { KinoraError } from '../../../base/errors.ts';
import {
  type RenderedFrame,
  type FrameRequest,
  createProblem,
  LAYER_LIMITS,
  SHEET_LIMITS,
} from '../../../edit/index.ts';
import { createHeader, rateLimitedHeaders, describeRoute } from '../openapi/operation.ts';
import { formatWarningsHeader, WARNINGS_HEADER } from '../response/warnings-header.ts';
import { callerOf } from '../access/authentication.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { dialectHeader, editBody, versionPath, createCount, createFlag } from '../openapi/parameters.ts';
import { readTexts } from '../request/read-request.ts';
import { createRequester } from '../request/requester.ts';
import type { ServerParts } from '../server-parts.ts';
import { outputQuery, readOutput } from './read-output.ts';
import { InvalidRequest } from '../response/errors.ts';

/** The formats of pictures that are drawn on request, by media type. */
const PICTURE_FORMATS = { 'image/png': 'png', 'image/jpeg': 'jpeg' } as const;
/** The media type of a picture. */
type PictureType = keyof typeof PICTURE_FORMATS;
/** The supported types. A client that accepts all of them equally gets the first. */
const PICTURE_TYPES: PictureType[] = ['image/png', 'image/jpeg'];

const Warnings = createHeader(
  z.string().optional(),
  WARNINGS_HEADER,
  'Remarks on the edit, such as texts that do not fit: a JSON list of objects with `field` and `text`, in ASCII, at most 4000 bytes. Absent if there are none.',
);

/** Describes a response that is a picture. @param headers its own headers. */
function describePicture(
  description: string,
  headers: Readonly<Record<string, z.ZodType>> = {},
): ZodOpenApiResponseObject {
  return {
    description,
    headers: rateLimitedHeaders.extend({ [WARNINGS_HEADER]: Warnings, ...headers }),
    content: { 'image/png': {}, 'image/jpeg': {} },
  };
}

/**
 * Chooses the type of a picture by the header `accept`.
 *
 * @throws {KinoraError} `not_acceptable` if the client accepts neither type.
 */
function readPictureType(accept: string | undefined): PictureType {
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes(PICTURE_TYPES);
  const type = PICTURE_TYPES.find((each) => each === best);
  if (type !== undefined) return type;
  const sentence = `The header accept must allow ${PICTURE_TYPES.join(' or ')}.`;
  throw new KinoraError('not_acceptable', sentence);
}

/** Sends a picture with its warnings. */
function sendPicture(
  reply: FastifyReply,
  type: PictureType,
  { picture, warnings }: RenderedFrame,
): FastifyReply {
  if (warnings.length > 0) reply.header(WARNINGS_HEADER, formatWarningsHeader(warnings));
  return reply.type(type).header('vary', 'accept').send(picture);
}

/**
 * Parses a second of the timeline. Accepts any JSON number from 0: a computed time may have sixteen decimals or an
 * exponent. Returns NaN for other texts.
 */
function parseMoment(text: string): number {
  return /^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text)) ? Number(text) : NaN;
}

const { height: HEIGHT } = LAYER_LIMITS;

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
  height: createCount(HEIGHT.max, HEIGHT.min)
    .optional()
    .describe(
      `The height in pixels that a higher frame is reduced to, ${HEIGHT.min} to ${HEIGHT.max}. Default: the frame as it is.`,
    ),
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
  { scopes: ['preview', 'form', 'edit'] },
);

/** Adds `POST /frame?at=3.2` of the Edit API, which returns one frame of an edit as an image. */
export function frameRoute(scope: FastifyInstance, parts: ServerParts): void {
  scope.post('/frame', POST_FRAME, async (request, reply) => {
    const type = readPictureType(request.headers.accept);
    const { at, height } = request.query as Readonly<Record<'at' | 'height', string | string[] | undefined>>;
    const query: FrameRequest = {
      // The document and the text of the query differ in the type.
      ...readTexts(FRAME_QUERY, { at: at && parseMoment(String(at)), height }),
      format: PICTURE_FORMATS[type],
      watermark: callerOf(request).stage === 'stage',
    };
    const edit = await readOutput(request, parts, [query.at]);
    const frame = await parts.inspection.frame(edit, query, createRequester(request, reply));
    return sendPicture(reply, type, frame);
  });
}

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
  { scopes: ['preview', 'form', 'edit'] },
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
    const edit = await readOutput(request, parts, at ?? 'pictures');
    const drawn = await parts.inspection.sheet(edit, query, createRequester(request, reply));
    return sendPicture(reply.header(MOMENTS_HEADER, drawn.moments.join(',')), type, drawn);
  });
}
