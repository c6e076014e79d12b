import { z } from 'zod';
import type { FastifyReply } from 'fastify';
import { describeEditResponse } from '../openapi/operation.ts';
import type { CreationRequest } from '../request/idempotency.ts';
import { createRequester } from '../request/requester.ts';
import { createEnvelope } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import { RenderWarning } from './shown-render.ts';

const MaybeSeconds = z.number().min(0).nullable();

const DryRun = z
  .object({
    message: z.string().describe('What was found, in one sentence.'),
    timeline: z
      .object({
        duration: MaybeSeconds.describe('Seconds; null when unknown.'),
        tracks: z
          .array(
            z.object({
              clips: z
                .array(
                  z.object({
                    start: MaybeSeconds.describe(
                      'Seconds from the start of the timeline; null when unknown.',
                    ),
                    length: MaybeSeconds.describe('Seconds; null when unknown.'),
                  }),
                )
                .describe('The clips in the order of the edit.'),
            }),
          )
          .describe('The tracks in the order of the edit.'),
      })
      .describe('When everything starts and how long it lasts.'),
    output: z
      .object({
        format: z.string().describe('The kind of file.'),
        width: z.int().min(1).optional().describe('Pixels; absent for sound.'),
        height: z.int().min(1).optional().describe('Pixels; absent for sound.'),
        fps: z.number().optional().describe('Frames in a second; absent for sound and for a still picture.'),
        frames: z
          .int()
          .min(0)
          .nullable()
          .optional()
          .describe('How many frames; null when unknown, absent for sound.'),
        duration: MaybeSeconds.optional().describe(
          'Seconds of the file; null when unknown, absent for a still picture.',
        ),
      })
      .describe('The file that would be made.'),
    warnings: z
      .array(RenderWarning)
      .describe('What is allowed and likely not meant, and what could not be known.'),
  })
  .meta({ id: 'DryRun', description: 'What a render would make.' });

export const DryRunResponse = createEnvelope('DryRunResponse', DryRun, 'What a render would make.');

/** Description of the response to a request with `dryRun=true`. */
export const dryRunResponse = describeEditResponse(
  'What a render would make; only with dryRun=true.',
  DryRunResponse,
  {
    message: 'Dry Run: Nothing Was Rendered',
    timeline: {
      duration: 4,
      tracks: [{ clips: [{ start: 0, length: 4 }] }, { clips: [{ start: 1, length: 3 }] }],
    },
    output: { format: 'mp4', width: 1280, height: 720, fps: 25, frames: 100, duration: 4 },
    warnings: [],
  },
);

/**
 * Answers a request with `dryRun=true`: what a render of the edit would make. Nothing is stored or queued.
 *
 * @param edit JSON, as it would be submitted.
 */
export async function answerDryRun(
  request: CreationRequest,
  reply: FastifyReply,
  { inspection }: ServerParts,
  edit: string,
): Promise<FastifyReply> {
  const read = await request.server.check('readEdit', edit);
  const found = await inspection.dryRun(read, createRequester(request, reply));
  // Put in as it is: to read and to write it again would hold up every other request.
  const response = `{"message":"Dry Run: Nothing Was Rendered",${found.slice(1)}`;
  return reply
    .type('application/json; charset=utf-8')
    .send(`{"success":true,"message":"OK","response":${response}}`);
}
