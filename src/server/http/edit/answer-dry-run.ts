import { z } from 'zod';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SUBJECT_KINDS } from '../../../base/vocabulary/subject-kinds.ts';
import { listGeneratedAssets, listNeeds, type MissingMedia, type Problem } from '../../../edit/index.ts';
import type { NewRender } from '../../../store/renders.ts';
import { callerOf } from '../access/authentication.ts';
import { findMissingNeeds, requireNeeds } from '../access/require-needs.ts';
import { requireStorageQuota } from '../access/require-storage-quota.ts';
import { describeEditResponse } from '../openapi/operation.ts';
import { createRequester } from '../request/requester.ts';
import { createEnvelope } from '../response/schemas.ts';
import type { ServerParts } from '../server-parts.ts';
import { RenderWarning } from './shown-render.ts';

const MaybeSeconds = z.number().min(0).nullable();

export const ShownCutSilence = z.object({
  kept: z
    .array(
      z.object({
        from: z.number().min(0).describe('The start of the part in seconds of the file.'),
        to: z.number().min(0).describe('The end of the part in seconds of the file.'),
      }),
    )
    .describe('The first 1000 parts of the file that the clip plays, in order.'),
  parts: z.int().min(0).describe('The number of all these parts.'),
  removed: z.number().min(0).describe('The seconds of the file that are cut out after the trim.'),
});

export const ShownFollow = z.object({
  subject: z
    .enum(SUBJECT_KINDS)
    .nullable()
    .describe(
      'What most of the file shows: a face, a person, a movement or a detail; null if nothing was found.',
    ),
  shots: z.int().min(1).describe('The number of shots of the file, between cuts.'),
});

const ShownWords = z.object({
  said: z
    .array(
      z.object({
        list: z.enum(['cut', 'keep', 'mute', 'bleep']).describe('What is done with it.'),
        phrase: z.string().describe('The word or phrase as the edit writes it.'),
        from: z.number().min(0).describe('Its start with its margin, in seconds of the file.'),
        to: z.number().min(0).describe('Its end with its margin, in seconds of the file.'),
      }),
    )
    .describe('The first 1000 words and phrases that are said, in order.'),
  missing: z.array(z.string()).describe('The words and phrases that are never said.'),
  cuts: ShownCutSilence.nullable().describe('What is left of the file; null if unknown.'),
});

const DryRunTrack = z
  .object({
    get clips(): z.ZodArray<typeof DryRunClip> {
      return z.array(DryRunClip).describe('The clips of the track, in the order of the edit.');
    },
  })
  .meta({ id: 'DryRunTrack', description: 'The times of the clips of a track.' });

const DryRunClip = z
  .object({
    start: MaybeSeconds.describe('The start of the clip on the timeline in seconds; null if unknown.'),
    length: MaybeSeconds.describe('The length of the clip in seconds; null if unknown.'),
    get tracks(): z.ZodOptional<z.ZodArray<typeof DryRunTrack>> {
      return z
        .array(DryRunTrack)
        .optional()
        .describe('The tracks of the group, in the order of the edit; absent for a clip without a group.');
    },
    cutSilence: ShownCutSilence.nullable()
      .optional()
      .describe('What cutSilence leaves of the file; null if unknown, absent without it.'),
    follow: ShownFollow.nullable()
      .optional()
      .describe('What the camera of the clip follows; null if unknown, absent without the fit follow.'),
    words: ShownWords.nullable()
      .optional()
      .describe('The words that are cut, kept, muted or bleeped; null if unknown, absent without them.'),
  })
  .meta({ id: 'DryRunClip', description: 'The times of a clip.' });

export const PredictedOutput = z.object({
  format: z.string().describe('The format of the file, such as mp4.'),
  width: z.int().min(1).optional().describe('The width in pixels; absent for audio.'),
  height: z.int().min(1).optional().describe('The height in pixels; absent for audio.'),
  fps: z.number().optional().describe('Frames per second; absent for audio and for still images.'),
  frames: z
    .int()
    .min(0)
    .nullable()
    .optional()
    .describe('The number of frames; null if unknown, absent for audio.'),
  duration: MaybeSeconds.optional().describe(
    'The duration of the file in seconds; null if unknown, absent for still images.',
  ),
});

export const ShownMissingMedia = z
  .object({
    field: z.string().describe('The field that asks for it, such as timeline.tracks[0].clips[0].asset.text.'),
    text: z.string().describe('Who makes it, or what has to be done first.'),
    reason: z
      .enum(['service', 'failed', 'unavailable'])
      .describe(
        'service: an outside service makes it when the edit is rendered, and may charge for it. failed: Kinora could not make it. unavailable: it cannot be made here, and a render is rejected.',
      ),
  })
  .meta({ id: 'MissingMedia', description: 'Something that is generated for an edit and is not there yet.' });

const DryRun = z
  .object({
    message: z.string().describe('A short summary. Always "Dry Run: Nothing Was Rendered".'),
    timeline: z
      .object({
        duration: MaybeSeconds.describe('The duration of the timeline in seconds; null if unknown.'),
        tracks: z.array(DryRunTrack).describe('The tracks in the order of the edit.'),
      })
      .describe('The timeline with all times resolved.'),
    output: PredictedOutput.describe('The file that a render would produce, or the first one.'),
    outputs: z
      .array(PredictedOutput)
      .optional()
      .describe('All files of an edit with a list of outputs, in its order. An addition of Kinora.'),
    warnings: z
      .array(RenderWarning)
      .describe(
        'Remarks on valid settings that are probably a mistake, and on values that could not be determined.',
      ),
    missing: z
      .array(ShownMissingMedia)
      .optional()
      .describe(
        'The generated media and transcripts that are not there yet. Present only with generate=free. An addition of Kinora.',
      ),
  })
  .meta({ id: 'DryRun', description: 'The result that a render would have.' });

export const DryRunResponse = createEnvelope('DryRunResponse', DryRun, 'The response to a dry run.');

/** Description of the response to a request with `dryRun=true`. */
export const dryRunResponse = describeEditResponse(
  'The result that a render would have. Returned only with dryRun=true.',
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
 * Answers a request with `dryRun=true`: sends the result that a render of the edit would have. Queues nothing,
 * and stores nothing but what `makesFree` makes.
 *
 * @param edit The edit as JSON text, as a client would submit it, and its dialect. `makesFree` if media are made that
 *   cost nothing. Then an edit may need services that are not set up: they are in the list of what is missing.
 */
export async function answerDryRun(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServerParts,
  {
    edit,
    dialect,
    makesFree = false,
  }: Pick<NewRender, 'edit' | 'dialect'> & { readonly makesFree?: boolean },
): Promise<FastifyReply> {
  const { owner } = callerOf(request);
  const read = await request.server.check(owner, 'readEdit', edit, dialect);
  const needs = listNeeds(read.outline);
  const { callback } = read.outline;
  const missing = makesFree ? await findMissingNeeds(parts, owner, needs) : [];
  await requireNeeds(parts, owner, { needs: makesFree ? [] : needs, callback });
  if (makesFree && listGeneratedAssets(read.outline).length > 0) {
    // What is made is kept.
    await parts.disk.check();
    await requireStorageQuota(parts, callerOf(request));
  }
  const free = makesFree ? { unavailable: missing.map(describeMissing) } : undefined;
  const found = await parts.inspection.dryRun(read, createRequester(request, reply), free);
  // Insert the text as it is: parsing and serializing megabytes of JSON would block other requests.
  const response = `{"message":"Dry Run: Nothing Was Rendered",${found.slice(1)}`;
  return reply
    .type('application/json; charset=utf-8')
    .send(`{"success":true,"message":"OK","response":${response}}`);
}

function describeMissing({ field, message }: Problem): MissingMedia {
  return { field, text: message, reason: 'unavailable' };
}
