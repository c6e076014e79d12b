import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createProblem } from '../../../edit/index.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { describeResponse, describeRoute } from '../openapi/operation.ts';
import { versionPath } from '../openapi/parameters.ts';
import { createRequester } from '../request/requester.ts';
import { InvalidRequest } from '../response/errors.ts';
import { createEnvelope } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';

/** Before the URL in the path. */
export const PROBE_PATH = '/probe/';

const Media = z
  .looseObject({
    streams: z
      .array(
        z.looseObject({
          index: z.int().min(0).describe('Its number in the file, from 0.'),
          codec_type: z.string().optional().describe('video, audio, subtitle or data.'),
          codec_name: z.string().optional().describe('Short name of the codec.'),
          width: z.int().optional().describe('Pixels.'),
          height: z.int().optional().describe('Pixels.'),
          r_frame_rate: z
            .string()
            .optional()
            .describe('Frames in a second, as a fraction such as 30000/1001.'),
          duration: z.string().optional().describe('Seconds, as a decimal number in a string.'),
        }),
      )
      .describe('The streams of the file, as ffprobe -show_streams shows them.'),
    chapters: z.array(z.looseObject({})).describe('As ffprobe -show_chapters shows them.'),
    format: z
      .looseObject({
        filename: z.string().optional().describe('The URL that was asked for.'),
        format_name: z.string().optional().describe('Short names of the container.'),
        duration: z.string().optional().describe('Seconds, as a decimal number in a string.'),
        size: z.string().optional().describe('Bytes, as a number in a string.'),
        bit_rate: z.string().optional().describe('Bits in a second, as a number in a string.'),
      })
      .describe('The file as a whole, as ffprobe -show_format shows it.'),
  })
  .meta({ id: 'MediaMetadata', description: 'What ffprobe says of a file, as its JSON has it.' });

export const ProbeResponse = createEnvelope(
  'ProbeResponse',
  z.object({ metadata: Media }),
  'What a file is.',
);

const PROBE = describeRoute({
  operationId: 'probe',
  tags: ['Inspection'],
  summary: 'Inspect a file',
  description: 'What an image, video or sound file on the internet is: streams, sizes, durations, rotation.',
  requestParams: {
    path: versionPath.extend({
      url: z.url().describe('The URL of the file, percent-encoded as one segment of the path.'),
    }),
  },
  responses: {
    200: describeResponse('What the file is.', ProbeResponse, {
      success: true,
      message: 'ok',
      response: {
        metadata: {
          streams: [
            {
              index: 0,
              codec_name: 'h264',
              codec_type: 'video',
              width: 1920,
              height: 1080,
              r_frame_rate: '30000/1001',
              duration: '10.010000',
            },
          ],
          chapters: [],
          format: {
            filename: 'https://example.com/beach.mp4',
            format_name: 'mov,mp4,m4a,3gp,3g2,mj2',
            duration: '10.010000',
            size: '5253880',
            bit_rate: '4198905',
          },
        },
      },
    }),
    ...describeEditFailures(400),
  },
});

/** `GET /probe/{url}` of the Edit API: what a file on the internet is. */
export function probeRoute(scope: FastifyInstance, { inspection }: ServerParts): void {
  // A slash at the end does not count, so this is also what comes without any URL.
  scope.get('/probe', () => {
    throw new InvalidRequest([createProblem(['url'], 'required', 'is required: the address of a file')]);
  });
  // Not a parameter, which ends at a slash: many clients forget to encode those of the URL.
  scope.get(`${PROBE_PATH}*`, PROBE, async (request, reply) => {
    const url = parseMediaUrl(request.raw.url ?? '');
    const metadata = await inspection.probe(url, createRequester(request, reply));
    // In lower case, unlike all others (contract 3.3).
    return { success: true, message: 'ok', response: { metadata } };
  });
}

/**
 * The URL that a request asks about. As it should be it is one percent-encoded segment, and a query after it is not its own;
 * as many clients send it, it stands there as it is with its query, perhaps with a slash missing.
 *
 * @param address path and query of the request, as they were sent.
 * @throws {InvalidRequest} when it is no http or https URL.
 */
export function parseMediaUrl(address: string): string {
  const rest = address.slice(address.indexOf(PROBE_PATH) + PROBE_PATH.length);
  const text = /^https?:\/[^?]/i.test(rest) ? rest : decodeSegment(rest.split('?', 1)[0] ?? '');
  const url = URL.parse(text.replace(/^(https?:)\/+/i, '$1//'));
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
  throw new InvalidRequest([
    createProblem(
      ['url'],
      'wrong_form',
      'must be an http or https URL, percent-encoded as one segment of the path',
    ),
  ]);
}

/** The framework has refused what cannot be decoded. Some clients encode twice. */
function decodeSegment(segment: string): string {
  const once = decodeURIComponent(segment);
  return /^https?%3A/i.test(once) ? decodeURIComponent(once) : once;
}
