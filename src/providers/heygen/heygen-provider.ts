import { z } from 'zod';
import { expandColour } from '../../base/colour.ts';
import type { AvatarOptions } from '../../create/model.ts';
import type {
  GenerationProvider,
  LookResult,
  ProviderContext,
  ProviderJob,
  ProviderRequest,
  StartResult,
} from '../../generation/generation-provider.ts';
import { createJobFailure, createProviderRefusal } from '../provider-errors.ts';
import { expectOptions } from '../http/at-once.ts';
import { identifyProvider } from '../http/model-choice.ts';
import { findNamed, type NamedItem } from '../http/find-named.ts';
import { readList } from '../http/read-list.ts';
import { type HttpProvider, sendRequest } from '../http/send-request.ts';
import { AVATAR_LIMITS, fetchAvatar, type JobLimits } from '../http/job.ts';

const NAME = 'heygen';
const TYPE = 'text-to-avatar';
const PROVIDER: HttpProvider = {
  name: NAME,
  baseUrl: 'https://api.heygen.com',
  authorize: (key) => ({ 'x-api-key': key }),
};
const DEFAULT_BACKGROUND = '#ffffff';
/** 720p, because the smaller plans of HeyGen refuse more. */
const DIMENSIONS = { '16:9': { width: 1280, height: 720 }, '9:16': { width: 720, height: 1280 } } as const;

/**
 * Creates the provider for avatars by HeyGen, with version 2 of its API: only this version has the style of an
 * avatar and free tests.
 *
 * This version documents no idempotency key. The id of a request is sent as `callback_id`, which HeyGen shows with
 * the video, so that a request of unknown fate can be found in the account.
 */
export function createHeyGenProvider(changed: Partial<JobLimits> = {}): GenerationProvider {
  const limits = { ...AVATAR_LIMITS, ...changed };
  return {
    name: NAME,
    identify: (_options, access) => identifyProvider(NAME, access, PROVIDER.baseUrl, 'v2'),
    start: (request, context) => start(request, limits.startMs, context),
    look: (job, context) => look(job, limits.lookMs, context),
    fetch: (job, context) => fetchAvatar(NAME, job, context, limits),
  };
}

const Started = z.object({ data: z.object({ video_id: z.string().min(1) }) });
const Refused = z.object({ error: z.object({ message: z.string() }).loose() });

async function start(
  { options, id }: ProviderRequest,
  limitMs: number,
  context: ProviderContext,
): Promise<StartResult> {
  const avatar = expectOptions(NAME, TYPE, options);
  const avatarId = await findId(avatar.avatar, 'avatar', context, '/v2/avatars', Avatars);
  const voiceId = await findId(avatar.voice ?? '', 'voice', context, '/v2/voices', Voices);
  const body = { ...toBody(avatar, avatarId, voiceId), callback_id: id };
  const request = { step: 'start', path: '/v2/video/generate', body, limitMs } as const;
  const reply = await sendRequest(PROVIDER, request, context);
  const { data: started } = Started.safeParse(reply.json);
  if (started) return { job: { id: started.data.video_id } };
  const { data: refused } = Refused.safeParse(reply.json);
  if (refused) throw createProviderRefusal(NAME, refused.error.message, context.access.key);
  throw reply.createUnreadableError();
}

function toBody(options: AvatarOptions, avatarId: string, voiceId: string): object {
  const { text, avatarStyle = 'normal', background = DEFAULT_BACKGROUND, ratio = '16:9', test } = options;
  return {
    video_inputs: [
      {
        character: { type: 'avatar', avatar_id: avatarId, avatar_style: avatarStyle },
        voice: { type: 'text', input_text: text, voice_id: voiceId },
        background: { type: 'color', value: expandColour(background) },
      },
    ],
    dimension: DIMENSIONS[ratio],
    ...(test === true && { test: true }),
  };
}

const Avatars = z
  .object({
    data: z.object({
      avatars: z.array(z.object({ avatar_id: z.string(), avatar_name: z.string().nullish() })),
    }),
  })
  .transform(({ data }) =>
    data.avatars.map(({ avatar_id: id, avatar_name: name }) => ({ id, name: name ?? '' })),
  );
const Voices = z
  .object({
    data: z.object({ voices: z.array(z.object({ voice_id: z.string(), name: z.string().nullish() })) }),
  })
  .transform(({ data }) => data.voices.map(({ voice_id: id, name }) => ({ id, name: name ?? '' })));

/** Returns the id of a voice or an avatar. An id passes as it is. */
async function findId(
  wanted: string,
  kind: string,
  context: ProviderContext,
  path: string,
  list: z.ZodType<NamedItem[]>,
): Promise<string> {
  if (isId(wanted)) return wanted;
  return findNamed((await readList(PROVIDER, path, context)).parse(list), wanted, NAME, kind);
}

/** True for texts such as `1bd001e7e50f421d891986aad5158bc8` and `Angela-inTshirt-20220820`. */
function isId(text: string): boolean {
  return /^[\w-]{12,}$/.test(text) && /\d/.test(text);
}

const Status = z.object({
  data: z.object({
    status: z.string(),
    video_url: z.string().nullish(),
    error: z.unknown().optional(),
  }),
});
const Reason = z.object({ message: z.string().nullish(), detail: z.string().nullish() });

async function look(job: ProviderJob, limitMs: number, context: ProviderContext): Promise<LookResult> {
  const path = `/v1/video_status.get?video_id=${encodeURIComponent(job.id)}`;
  const reply = await sendRequest(PROVIDER, { step: 'look', path, limitMs }, context);
  const { status, video_url: url, error } = reply.parse(Status).data;
  // A completed video may come with an error, such as that it has a watermark.
  if (status === 'completed' && typeof url === 'string') return { ready: { id: job.id, url } };
  if (status === 'completed') throw reply.createUnreadableError();
  if (status !== 'failed') return 'running';
  const { data: reason } = Reason.safeParse(error);
  throw createJobFailure(NAME, reason?.detail ?? reason?.message, context.access.key, error);
}
