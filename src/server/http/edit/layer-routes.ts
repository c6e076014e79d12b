import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { KinoraError } from '../../../base/errors.ts';
import { LAYER_LIMITS } from '../../../edit/index.ts';
import { parseEntityTags } from '../files/conditional-request.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import {
  describeEditResponse,
  describeEmptyResponse,
  describeResponse,
  describeRoute,
} from '../openapi/operation.ts';
import { createCount, dialectHeader, editBody, versionPath } from '../openapi/parameters.ts';
import { readTexts } from '../request/read-request.ts';
import { createRequester } from '../request/requester.ts';
import { wrapResponse } from '../response/envelope.ts';
import { createEnvelope } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import { outputQuery, readOutput } from './read-output.ts';
import { RenderWarning } from './shown-render.ts';

const { height: HEIGHT } = LAYER_LIMITS;

const Layers = z
  .object({
    timeline: z
      .looseObject({})
      .describe(
        'The timeline for the preview engine of the same version of Kinora. Its form may change with each version.',
      ),
    warnings: z.array(RenderWarning).describe('Remarks on the edit. Empty if there are none.'),
  })
  .meta({ id: 'Layers', description: 'What a page needs to play an edit.' });

/** The response with the layers of an edit. */
export const LayersResponse = createEnvelope('LayersResponse', Layers, 'The layers of an edit.');

const LAYERS_QUERY = z.object({
  height: createCount(HEIGHT.max, HEIGHT.min)
    .prefault(HEIGHT.default)
    .describe(
      `The height of the view in pixels, ${HEIGHT.min} to ${HEIGHT.max}. Pictures are not made larger than it needs. Default ${HEIGHT.default}.`,
    ),
});

const TOKENS = { scopes: ['preview', 'form', 'edit'] } as const;

const POST_LAYERS = describeRoute(
  {
    operationId: 'postLayers',
    tags: ['Inspection'],
    summary: 'Get what a page needs to play an edit',
    description:
      'Returns the timeline of an edit with exact times, and the ids of its layers: pictures of texts, captions and drawings, images, and videos and sounds in pieces. The preview engine draws and mixes them in the page. The layers are kept for a while, like the segments of renders.',
    requestParams: {
      path: versionPath,
      header: dialectHeader,
      query: LAYERS_QUERY.extend(outputQuery.shape),
    },
    requestBody: editBody,
    responses: {
      200: describeEditResponse('The layers of the edit.', LayersResponse, { timeline: {}, warnings: [] }),
      ...describeEditFailures(400, 413, 415, 424, 501),
    },
  },
  'render',
  TOKENS,
);

const ID = /^[0-9a-f]{64}$/;
const LAYER_PATH = versionPath.extend({
  id: z
    .string()
    .regex(ID, { error: 'must be an id of 64 hexadecimal digits from the layers of an edit' })
    .describe('An id from the layers of an edit.'),
});
const PIECE_PATH = LAYER_PATH.extend({
  piece: createCount(1_000_000, 0).describe(
    'The place of the piece in the source, from 0. A piece has half a second of a video or one second of a sound.',
  ),
});

const File = z.string().meta({ format: 'binary' });
const FILE_TYPE = 'application/octet-stream';
const UNCHANGED = describeEmptyResponse(
  'The client has this file already, as its header If-None-Match says.',
);

const GET_LAYER = describeRoute(
  {
    operationId: 'getLayer',
    tags: ['Inspection'],
    summary: 'Get a picture of the layers of an edit',
    description:
      'Returns a PNG or JPEG file. It never changes, so clients may cache it. The answer is 404 if it is not kept any more: ask for the layers of the edit again.',
    requestParams: { path: LAYER_PATH },
    responses: {
      200: describeResponse('The picture.', File, undefined, FILE_TYPE),
      304: UNCHANGED,
      ...describeEditFailures(400, 404, 501),
    },
  },
  undefined,
  TOKENS,
);

const GET_PIECE = describeRoute(
  {
    operationId: 'getLayerPiece',
    tags: ['Inspection'],
    summary: 'Get a piece of a video or a sound of the layers of an edit',
    description:
      'Returns a part of a source: half a second as a fragmented MP4 file with H.264, whose times are seconds of the source, or a second of sound as a FLAC file. It is made when it is first asked for, and those after it are made ahead. The answer is 404 if the source ends before the piece, has changed, or is not kept any more.',
    requestParams: { path: PIECE_PATH },
    responses: {
      200: describeResponse('The piece.', File, undefined, FILE_TYPE),
      304: UNCHANGED,
      ...describeEditFailures(400, 404, 501),
    },
  },
  undefined,
  TOKENS,
);

/** Adds the routes of the Edit API with which a page plays an edit: its layers, and their files. */
export function layerRoutes(scope: FastifyInstance, parts: ServerParts): void {
  const { inspection } = parts;

  scope.post('/layers', POST_LAYERS, async (request, reply) => {
    // The layers are kept.
    await parts.disk.check();
    const { height } = readTexts(LAYERS_QUERY, request.query);
    const edit = await readOutput(request, parts, 'all');
    const { timeline, warnings } = await inspection.layers(edit, height, createRequester(request, reply));
    return wrapResponse('OK', { timeline, warnings });
  });

  scope.get('/layers/:id', GET_LAYER, async (request, reply) => {
    const { id } = readTexts(LAYER_PATH, request.params);
    return await sendFile(request, reply, id, () =>
      inspection.layerPicture(id, createRequester(request, reply)),
    );
  });

  scope.get('/layers/:id/:piece', GET_PIECE, async (request, reply) => {
    const { id, piece } = readTexts(PIECE_PATH, request.params);
    return await sendFile(request, reply, `${id}-${piece}`, () =>
      inspection.layerPiece(id, piece, createRequester(request, reply)),
    );
  });
}

/** Sends a file that never changes. @param name its name, which its entity tag has, too. */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  load: () => Promise<Buffer | undefined>,
): Promise<FastifyReply> {
  const etag = `"${name}"`;
  const isKnown = parseEntityTags(request.headers['if-none-match'] ?? '').includes(etag);
  const file = isKnown ? undefined : await load();
  if (!isKnown && !file) throw new KinoraError('not_found', MISSING);
  void reply.headers({ etag, 'cache-control': 'private, max-age=31536000, immutable' });
  return file ? reply.type(FILE_TYPE).send(file) : reply.code(304).send();
}

const MISSING =
  'There is no such layer: its source ends before it or has changed, or it is not kept any more. Ask for the layers of the edit again.';
