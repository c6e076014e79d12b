import { z } from 'zod';
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
import { type HttpProvider, sendRequest } from '../http/send-request.ts';
import { createJobFailure } from '../provider-errors.ts';
import { toReplicateFilm, toReplicateImage, toReplicateVideo } from './replicate-input.ts';

const NAME = 'replicate';
const PROVIDER: HttpProvider = {
  name: NAME,
  baseUrl: 'https://api.replicate.com/v1',
  authorize: (key) => ({ authorization: `Bearer ${key}` }),
};
const DEFAULT_IMAGE_MODEL = 'black-forest-labs/flux-schnell';
const DEFAULT_VIDEO_MODELS: Readonly<Record<string, string>> = {
  'image-to-video': 'wan-video/wan-2.2-i2v-fast',
  'text-to-video': 'wan-video/wan-2.2-t2v-fast',
};

/** Creates the provider of Replicate. Every request becomes a prediction. The API has no idempotency key. */
export function createReplicateProvider(limits: JobLimits = QUEUE_LIMITS): GenerationProvider {
  return {
    name: NAME,
    identify: (options, access) => identifyProvider(NAME, access, PROVIDER.baseUrl, modelOf(options, access)),
    start: (request, context) => startPrediction(request, context, limits.startMs),
    look: (job, context) => lookAt(job, context, limits.lookMs),
    fetch: (job, context) => fetchQueueResult(NAME, job, context, limits.fetchMs),
  };
}

function modelOf({ type }: GenerationOptions, access: ProviderAccess): string {
  return chooseProviderModel(access, type, DEFAULT_VIDEO_MODELS[type] ?? DEFAULT_IMAGE_MODEL);
}

const Submitted = z.object({ urls: z.object({ get: z.url() }) });

async function startPrediction(
  request: ProviderRequest,
  context: ProviderContext,
  limitMs: number,
): Promise<StartResult> {
  const model = modelOf(request.options, context.access);
  const submission = await toSubmission(model, request, context, limitMs);
  const [name = '', version] = model.split(':');
  const path = version === undefined ? `/models/${name}/predictions` : '/predictions';
  const body = { input: submission.input, version };
  const answer = await sendRequest(PROVIDER, { step: 'start', path, body, limitMs }, context);
  return toStartedJob(answer.parse(Submitted).urls.get, submission);
}

async function toSubmission(
  model: string,
  request: ProviderRequest,
  context: ProviderContext,
  limitMs: number,
): Promise<QueueSubmission> {
  const { options } = request;
  if (options.type === 'text-to-image') return toReplicateImage(model, options);
  if (options.type === 'image-to-video')
    return await toReplicateVideo(PROVIDER, model, { options, request }, context, limitMs);
  if (options.type === 'text-to-video') return toReplicateFilm(model, options);
  throw createUnsupportedTypeError(NAME, options.type);
}

const Prediction = z.object({
  status: z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted']),
  output: z.union([z.string(), z.array(z.string()).min(1)]).nullish(),
  error: z.unknown().optional(),
});

async function lookAt(stored: ProviderJob, context: ProviderContext, limitMs: number): Promise<LookResult> {
  const { key } = context.access;
  // Builds the address again. The key goes only to the server that the operator has set.
  const path = `/predictions/${encodeURIComponent(toQueueJob(NAME, stored).id)}`;
  const answer = await sendRequest(PROVIDER, { step: 'look', path, limitMs }, context);
  const { status, output, error } = answer.parse(Prediction);
  if (status === 'starting' || status === 'processing') return 'running';
  if (status === 'failed')
    throw createJobFailure(NAME, typeof error === 'string' ? error : undefined, key, error);
  if (status !== 'succeeded') throw createJobFailure(NAME, 'it was cancelled', key);
  const [result] = [output ?? []].flat();
  if (result === undefined) throw createJobFailure(NAME, 'it has no result', key);
  return { ready: { ...stored, result } };
}
