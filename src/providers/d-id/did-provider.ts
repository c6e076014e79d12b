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
import { expectOptions } from '../http/at-once.ts';
import { identifyProvider } from '../http/model-choice.ts';
import { type HttpProvider, sendRequest } from '../http/send-request.ts';
import { createJobFailure } from '../provider-errors.ts';
import { AVATAR_LIMITS, fetchAvatar, type JobLimits } from '../http/job.ts';
import { findPresenter } from './find-presenter.ts';

const NAME = 'd-id';
const TYPE = 'text-to-avatar';
const PROVIDER: HttpProvider = {
  name: NAME,
  baseUrl: 'https://api.d-id.com',
  // D-ID documents that the key follows `Basic` as it is, although it contains a colon.
  authorize: (key) => ({ authorization: `Basic ${key}` }),
};

/**
 * Creates the provider for avatars by D-ID. The documented avatars are presenters of its clips.
 *
 * D-ID documents no idempotency key. The id of a request is sent as `user_data`, which D-ID shows with the clip, so
 * that a request of unknown fate can be found in the account.
 */
export function createDidProvider(changed: Partial<JobLimits> = {}): GenerationProvider {
  const limits = { ...AVATAR_LIMITS, ...changed };
  return {
    name: NAME,
    identify: (_options, access) => identifyProvider(NAME, access, PROVIDER.baseUrl, 'clips'),
    start: (request, context) => start(request, limits.startMs, context),
    look: (job, context) => look(job, limits.lookMs, context),
    fetch: (job, context) => fetchAvatar(NAME, job, context, limits),
  };
}

const Started = z.object({ id: z.string().min(1) });

async function start(
  { options, id }: ProviderRequest,
  limitMs: number,
  context: ProviderContext,
): Promise<StartResult> {
  const avatar = expectOptions(NAME, TYPE, options);
  const presenter = await findPresenter(PROVIDER, avatar.avatar, context);
  const body = { ...toBody(avatar, presenter), user_data: id };
  const reply = await sendRequest(PROVIDER, { step: 'start', path: '/clips', body, limitMs }, context);
  return { job: { id: reply.parse(Started).id } };
}

/** Names no voice, so that the presenter speaks with its own. */
function toBody({ text, background }: AvatarOptions, presenter: string): object {
  return {
    presenter_id: presenter,
    script: { type: 'text', input: text },
    config: { result_format: 'mp4' },
    ...(background !== undefined && { background: toBackground(background) }),
  };
}

function toBackground(background: string): object {
  return /^https?:/i.test(background) ? { source_url: background } : { color: expandColour(background) };
}

const Clip = z.object({
  status: z.string(),
  result_url: z.string().nullish(),
  error: z.unknown().optional(),
});
const Reason = z.object({ description: z.string().nullish(), message: z.string().nullish() });

async function look(job: ProviderJob, limitMs: number, context: ProviderContext): Promise<LookResult> {
  const path = `/clips/${encodeURIComponent(job.id)}`;
  const reply = await sendRequest(PROVIDER, { step: 'look', path, limitMs }, context);
  const { status, result_url: url, error } = reply.parse(Clip);
  if (status === 'done' && typeof url === 'string') return { ready: { id: job.id, url } };
  if (status === 'done') throw reply.createUnreadableError();
  if (status !== 'error' && status !== 'rejected') return 'running';
  const { data: reason } = Reason.safeParse(error);
  const moderated = status === 'rejected' ? 'its moderation has rejected the text' : undefined;
  const why = reason?.description ?? reason?.message ?? moderated;
  throw createJobFailure(NAME, why, context.access.key, error);
}
