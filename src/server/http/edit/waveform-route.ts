import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { WAVEFORM_LIMITS } from '../../../edit/index.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { describeEditResponse, describeRoute } from '../openapi/operation.ts';
import { createCount, dialectHeader, editBody, versionPath } from '../openapi/parameters.ts';
import { readTexts } from '../request/read-request.ts';
import { createRequester } from '../request/requester.ts';
import { wrapResponse } from '../response/envelope.ts';
import { createEnvelope } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import { outputQuery, readOutput } from './read-output.ts';
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

const WAVEFORM_QUERY = z.object({
  points: createCount(POINTS.max)
    .prefault(POINTS.default)
    .describe(
      `The number of levels, 1 to ${POINTS.max}. The duration is divided into as many equal parts. Default ${POINTS.default}.`,
    ),
});

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
      query: WAVEFORM_QUERY.extend(outputQuery.shape),
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
  { scopes: ['preview', 'form', 'edit'] },
);

/** Adds `POST /waveform` of the Edit API, which returns the levels of the sound of an edit. */
export function waveformRoute(scope: FastifyInstance, parts: ServerParts): void {
  scope.post('/waveform', POST_WAVEFORM, async (request, reply) => {
    // Its sources are fetched whole.
    await parts.disk.check();
    const query = readTexts(WAVEFORM_QUERY, request.query);
    const edit = await readOutput(request, parts, 'sound');
    const { duration, peaks, warnings } = await parts.inspection.waveform(
      edit,
      query,
      createRequester(request, reply),
    );
    return wrapResponse('OK', { duration, peaks, warnings });
  });
}
