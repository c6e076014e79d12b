import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { WAVEFORM_LIMITS } from '../../../edit/index.ts';
import { callerOf } from '../access/authentication.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { describeEditResponse, describeRoute } from '../openapi/operation.ts';
import { dialectHeader, editBody, versionPath } from '../openapi/parameters.ts';
import { type JsonBody, requireBody } from '../request/json-body.ts';
import { readDialect } from '../request/read-dialect.ts';
import { type QueryValue, readCount } from '../request/read-request.ts';
import { createRequester } from '../request/requester.ts';
import { createEnvelope } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import { outputQuery, readOutput } from './picture-response.ts';
import { RenderWarning } from './shown-render.ts';

const { points: POINTS } = WAVEFORM_LIMITS;

const Waveform = z
  .object({
    duration: z.number().min(0).describe('The duration of the timeline in seconds.'),
    peaks: z
      .array(z.number().min(0).max(1))
      .describe(
        'The highest level of each part, from 0, silence, to 1, full scale. The parts divide the duration evenly. Both channels count.',
      ),
    warnings: z.array(RenderWarning).describe('Remarks on the sound of the edit. Empty if there are none.'),
  })
  .meta({ id: 'Waveform', description: 'The levels of the sound of an edit over time.' });

/** The response with the levels of a sound. */
export const WaveformResponse = createEnvelope('WaveformResponse', Waveform, 'The levels of a sound.');

const POST_WAVEFORM = describeRoute(
  {
    operationId: 'postWaveform',
    tags: ['Inspection'],
    summary: 'Measure the levels of the sound of an edit',
    description:
      'Mixes the sound of the whole timeline like a render, without drawing its pictures, and returns its levels: enough to draw a waveform. Only files that may be heard are fetched. An output without sound has levels of 0. Stores nothing.',
    requestParams: {
      path: versionPath,
      header: dialectHeader,
      query: z.object({
        points: z
          .int()
          .min(1)
          .max(POINTS.max)
          .optional()
          .meta({
            description: `The number of levels, 1 to ${POINTS.max}. The duration is divided into as many equal parts. Default ${POINTS.default}.`,
            default: POINTS.default,
          }),
        output: outputQuery,
      }),
    },
    requestBody: editBody,
    responses: {
      200: describeEditResponse('The levels of the sound.', WaveformResponse, {
        duration: 2,
        peaks: [0.41, 0.38, 0, 0.22],
        warnings: [],
      }),
      ...describeEditFailures(400, 413, 415, 424, 501),
    },
  },
  'render',
);

type Query = Partial<Record<'points' | 'output', QueryValue>>;

/** Adds `POST /waveform` of the Edit API, which returns the levels of the sound of an edit. */
export function waveformRoute(scope: FastifyInstance, parts: ServerParts): void {
  scope.post<{ Body: JsonBody | undefined; Querystring: Query }>(
    '/waveform',
    POST_WAVEFORM,
    async (request, reply) => {
      const { owner } = callerOf(request);
      // Its sources are fetched whole.
      await parts.disk.check();
      const points = readCount('points', request.query.points, POINTS.max) ?? POINTS.default;
      const edit = await scope.check(
        owner,
        'readSound',
        requireBody(request.body).text,
        readDialect(request, parts),
        readOutput(request.query.output),
      );
      const { duration, peaks, warnings } = await parts.inspection.waveform(
        edit,
        { points },
        createRequester(request, reply),
      );
      return { success: true, message: 'OK', response: { duration, peaks, warnings } };
    },
  );
}
