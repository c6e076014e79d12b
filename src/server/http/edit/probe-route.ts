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

/** The path prefix before the URL of the file. */
export const PROBE_PATH = '/probe/';

const Media = z
  .looseObject({
    streams: z
      .array(
        z.looseObject({
          index: z.int().min(0).describe('The index of the stream in the file, from 0.'),
          codec_type: z
            .string()
            .optional()
            .describe('The type of the stream: video, audio, subtitle or data.'),
          codec_name: z.string().optional().describe('The short name of the codec, such as h264.'),
          width: z.int().optional().describe('The width in pixels.'),
          height: z.int().optional().describe('The height in pixels.'),
          r_frame_rate: z
            .string()
            .optional()
            .describe('Frames per second as a fraction, such as 30000/1001.'),
          duration: z.string().optional().describe('The duration in seconds, a decimal number in a string.'),
        }),
      )
      .describe('The streams of the file, as returned by ffprobe -show_streams.'),
    chapters: z
      .array(z.looseObject({}))
      .describe('The chapters of the file, as returned by ffprobe -show_chapters.'),
    format: z
      .looseObject({
        filename: z.string().optional().describe('The URL of the request.'),
        format_name: z
          .string()
          .optional()
          .describe('The short names of the container format, separated by commas.'),
        duration: z.string().optional().describe('The duration in seconds, a decimal number in a string.'),
        size: z.string().optional().describe('The size in bytes, a number in a string.'),
        bit_rate: z.string().optional().describe('The bit rate in bits per second, a number in a string.'),
      })
      .describe('The container, as returned by ffprobe -show_format.'),
  })
  .meta({ id: 'MediaMetadata', description: 'The metadata of a media file, in the JSON format of ffprobe.' });

export const ProbeResponse = createEnvelope(
  'ProbeResponse',
  z.object({ metadata: Media }),
  'The metadata of a file.',
);

const PROBE = describeRoute(
  {
    operationId: 'probe',
    tags: ['Inspection'],
    summary: 'Inspect a file',
    description:
      'Returns the metadata of an image, video or audio file at a public URL: streams, sizes, durations and rotation.',
    requestParams: {
      path: versionPath.extend({
        url: z.url().describe('The http or https URL of the file, percent-encoded as one path segment.'),
      }),
    },
    responses: {
      200: describeResponse('The metadata of the file.', ProbeResponse, {
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
  },
  undefined,
  { scopes: ['edit'] },
);

/** Adds `GET /probe/{url}` of the Edit API, which returns the metadata of a file at a URL. */
export function probeRoute(scope: FastifyInstance, { inspection }: ServerParts): void {
  // Trailing slashes are ignored, so this route also matches `/probe/` without a URL.
  scope.get('/probe', () => {
    throw new InvalidRequest([
      createProblem(['url'], 'required', 'is required: append the URL of a file to the path'),
    ]);
  });
  // A wildcard, because a path parameter ends at a slash and many clients do not encode the slashes of the
  // URL.
  scope.get(`${PROBE_PATH}*`, PROBE, async (request, reply) => {
    const url = parseMediaUrl(request.raw.url ?? '');
    const metadata = await inspection.probe(url, createRequester(request, reply));
    // The message is in lower case, unlike in all other responses (contract 3.3).
    return { success: true, message: 'ok', response: { metadata } };
  });
}

/**
 * Returns the media URL in a probe request. The URL should be one percent-encoded path segment. A query after
 * such a segment belongs to the request. Many clients do not encode the URL: then the query belongs to the
 * URL, and one of the slashes after the protocol may be missing.
 *
 * @param address The path and query of the request, as sent.
 * @throws {InvalidRequest} if the media URL is not an http or https URL.
 */
export function parseMediaUrl(address: string): string {
  const rest = address.slice(address.indexOf(PROBE_PATH) + PROBE_PATH.length);
  const text = /^https?:\/[^?]/i.test(rest) ? rest : decodeSegment(rest.split('?', 1)[0] ?? '');
  const url = URL.parse(text.replace(/^(https?:)\/+/i, '$1//'));
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
  throw new InvalidRequest([
    createProblem(['url'], 'wrong_form', 'must be an http or https URL, percent-encoded as one path segment'),
  ]);
}

/**
 * Decodes a path segment, twice if the client encoded it twice. The framework has already rejected invalid
 * encodings.
 */
function decodeSegment(segment: string): string {
  const once = decodeURIComponent(segment);
  return /^https?%3A/i.test(once) ? decodeURIComponent(once) : once;
}
