import { z } from 'zod';
import { expandColour } from '../../base/colour.ts';
import type { AvatarOptions } from '../../create/model.ts';
import type {
  GenerationProvider,
  LookResult,
  ServiceContext,
  ServiceJob,
  ServiceRequest,
  StartResult,
} from '../../generation/generation-provider.ts';
import { createFailedJobError } from '../http/failed-job-error.ts';
import { expectOptions } from '../http/at-once.ts';
import { identifyService } from '../sdk/model-choice.ts';
import { type HttpService } from '../http/send-request.ts';
import {
  fetchVideo,
  readJob,
  sendVideoRequest,
  toReadyJob,
  type VideoServiceLimits,
} from '../http/video-job.ts';
import { findPresenter } from './find-presenter.ts';

const NAME = 'd-id';
const TYPE = 'text-to-avatar';
const SERVICE: HttpService = {
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
export function createDidProvider(limits: VideoServiceLimits = {}): GenerationProvider {
  return {
    name: NAME,
    types: [TYPE],
    identify: (_options, access) => identifyService(NAME, access, SERVICE.baseUrl, 'clips'),
    start: (request, context) => start(request, limits, context),
    look: (job, context) => look(job, limits, context),
    fetch: (job, context) => fetchVideo(SERVICE, job, limits, context),
  };
}

const Started = z.object({ id: z.string().min(1) });

async function start(
  { options, id }: ServiceRequest,
  limits: VideoServiceLimits,
  context: ServiceContext,
): Promise<StartResult> {
  const avatar = expectOptions(NAME, TYPE, options);
  const presenter = await findPresenter(SERVICE, avatar.avatar, context);
  const body = { ...toBody(avatar, presenter), user_data: id };
  const reply = await sendVideoRequest(SERVICE, '/clips', body, limits, context);
  const { data: clip } = Started.safeParse(reply.json);
  if (!clip) throw reply.createUnreadableError();
  return { job: { id: clip.id } };
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

async function look(
  job: ServiceJob,
  limits: VideoServiceLimits,
  context: ServiceContext,
): Promise<LookResult> {
  const reply = await readJob(SERVICE, `/clips/${encodeURIComponent(job.id)}`, limits, context);
  const { data: clip } = Clip.safeParse(reply.json);
  if (!clip) throw reply.createUnreadableError();
  const { status, result_url: url, error } = clip;
  if (status === 'done' && typeof url === 'string') return toReadyJob(job, url);
  if (status === 'done') throw reply.createUnreadableError();
  if (status !== 'error' && status !== 'rejected') return 'running';
  const { data: reason } = Reason.safeParse(error);
  const moderated = status === 'rejected' ? 'its moderation has rejected the text' : undefined;
  throw createFailedJobError(
    NAME,
    error,
    reason?.description ?? reason?.message ?? moderated,
    context.access.key,
  );
}
