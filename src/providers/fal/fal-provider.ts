import { z } from 'zod';
import { tryParseJson } from '../../base/try-parse-json.ts';
import type { GenerationOptions } from '../../create/model.ts';
import type {
  GenerationProvider,
  LookResult,
  ProviderAccess,
  ProviderContext,
  ProviderJob,
  ProviderRequest,
  StartResult,
} from '../../generation/generation-provider.ts';
import { type ExchangeResponse, findJsonReason, listLevels } from '../../outbound/index.ts';
import { createUnsupportedTypeError } from '../http/at-once.ts';
import {
  fetchQueueResult,
  type JobLimits,
  QUEUE_LIMITS,
  type QueueSubmission,
  toQueueJob,
  toStartedJob,
} from '../http/job.ts';
import { chooseProviderModel, identifyProvider } from '../http/model-choice.ts';
import { type HttpProvider, sendRequest, providerUrlOf } from '../http/send-request.ts';
import { createJobFailure } from '../provider-errors.ts';
import { toFalFilm, toFalImage, toFalVideo } from './fal-input.ts';

const NAME = 'fal';
const PROVIDER: HttpProvider = {
  name: NAME,
  baseUrl: 'https://queue.fal.run',
  authorize: (key) => ({ authorization: `Key ${key}` }),
};
const DEFAULT_IMAGE_MODEL = 'fal-ai/flux/dev';
const DEFAULT_VIDEO_MODELS: Readonly<Record<string, string>> = {
  'image-to-video': 'fal-ai/wan/v2.2-a14b/image-to-video',
  'text-to-video': 'fal-ai/wan/v2.2-a14b/text-to-video',
};

/** Creates the provider of fal. Every request goes to its queue. The queue has no idempotency key. */
export function createFalProvider(limits: JobLimits = QUEUE_LIMITS): GenerationProvider {
  return {
    name: NAME,
    identify: (options, access) => identifyProvider(NAME, access, PROVIDER.baseUrl, modelOf(options, access)),
    start: (request, context) => startJob(request, context, limits.startMs),
    look: (job, context) => lookAt(job, context, limits.lookMs),
    fetch: (job, context) => fetchQueueResult(NAME, job, context, limits.fetchMs),
  };
}

function modelOf({ type }: GenerationOptions, access: ProviderAccess): string {
  const model = chooseProviderModel(access, type, DEFAULT_VIDEO_MODELS[type] ?? DEFAULT_IMAGE_MODEL);
  return model.includes('/') ? model : `fal-ai/${model}`;
}

const Submitted = z.object({ response_url: z.url() });

async function startJob(
  request: ProviderRequest,
  context: ProviderContext,
  limitMs: number,
): Promise<StartResult> {
  const model = modelOf(request.options, context.access);
  const submission = await toSubmission(model, request);
  const call = { step: 'start', path: `/${model}`, body: submission.input, limitMs } as const;
  const { response_url: url } = (await sendRequest(PROVIDER, call, context)).parse(Submitted);
  return toStartedJob(url, submission);
}

async function toSubmission(model: string, request: ProviderRequest): Promise<QueueSubmission> {
  const { options } = request;
  if (options.type === 'text-to-image') return toFalImage(options);
  if (options.type === 'image-to-video') return await toFalVideo(model, options, request);
  if (options.type === 'text-to-video') return toFalFilm(model, options);
  throw createUnsupportedTypeError(NAME, options.type);
}

const Status = z.object({
  status: z.enum(['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'CANCELED']),
  /** Present if the job has failed. */
  error: z.string().nullish(),
});
const File = z.object({ url: z.string() });
/** The results of the models for images and videos. */
const Result = z.union([
  z.object({ video: File }).transform(({ video }) => ({ url: video.url, isUnsafe: false })),
  z
    .object({ images: z.array(File).min(1), has_nsfw_concepts: z.array(z.boolean()).nullish() })
    .transform(({ images, has_nsfw_concepts: flags }) => ({
      url: images[0]?.url ?? '',
      isUnsafe: flags?.includes(true) ?? false,
    })),
  z.object({ image: File }).transform(({ image }) => ({ url: image.url, isUnsafe: false })),
]);

async function lookAt(stored: ProviderJob, context: ProviderContext, limitMs: number): Promise<LookResult> {
  const { key } = context.access;
  const path = atBaseUrl(toQueueJob(NAME, stored).url, context.access);
  const look = { step: 'look', limitMs } as const;
  const state = await sendRequest(PROVIDER, { ...look, path: `${path}/status` }, context);
  const { status, error } = state.parse(Status);
  if (status === 'IN_QUEUE' || status === 'IN_PROGRESS') return 'running';
  if (status !== 'COMPLETED' || typeof error === 'string')
    throw createJobFailure(NAME, error ?? 'it was cancelled', key);
  const answer = await sendRequest(
    PROVIDER,
    { ...look, path, explain: (refusal) => rejectFailedJob(refusal, key) },
    context,
  );
  const { url, isUnsafe } = answer.parse(Result);
  const warning = 'The service fal marks the image as unsafe, so it may be black.';
  return { ready: { ...stored, result: url, ...(isUnsafe && { warning }) } };
}

/**
 * Returns the address of a job on the server that the operator has set. The key goes to no other one, whatever
 * address the service gave.
 */
function atBaseUrl(url: string, access: ProviderAccess): string {
  const base = providerUrlOf(access, PROVIDER.baseUrl);
  const { origin, pathname } = new URL(url);
  return origin === new URL(base).origin ? origin + pathname : base + pathname;
}

/**
 * Distinguishes a failed job from a passing failure of the server. fal answers with the error of the job, and that
 * has a `detail`, even if its status is 5xx.
 */
function rejectFailedJob({ status, text }: ExchangeResponse, key: string): void {
  const [answer = {}] = listLevels(tryParseJson(text));
  if (status >= 500 && 'detail' in answer) throw createJobFailure(NAME, findJsonReason(text), key);
}
