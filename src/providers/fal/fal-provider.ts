import { z } from 'zod';
import type { GenerationOptions } from '../../create/model.ts';
import type {
  GenerationProvider,
  LookResult,
  ServiceAccess,
  ServiceContext,
  ServiceJob,
  ServiceRequest,
  StartResult,
} from '../../generation/generation-provider.ts';
import { createJobFailure } from '../provider-errors.ts';
import { extractServiceReason } from '../refusal-reason.ts';
import { chooseServiceModel, identifyService } from '../sdk/model-choice.ts';
import {
  fetchQueueResult,
  JOB_TIME_LIMITS,
  type JobTimeLimits,
  type QueueJob,
  toQueueJob,
  toServiceJob,
} from '../sdk/queue-job.ts';
import { requestJson } from '../sdk/request-json.ts';
import { ServiceResponseError } from '../sdk/sdk-failure.ts';
import { serviceUrlOf, callService, MAX_JSON_BYTES, type ServiceConnection } from '../sdk/provider-call.ts';
import { submitToQueue } from '../sdk/submit-to-queue.ts';
import { createUnsupportedTypeError } from '../sdk/unsupported-type.ts';
import { toFalImage, toFalVideo } from './fal-input.ts';

const SERVICE = 'fal';
const DEFAULT_URL = 'https://queue.fal.run';
const DEFAULT_IMAGE_MODEL = 'fal-ai/flux/dev';
const DEFAULT_VIDEO_MODEL = 'fal-ai/wan/v2.2-a14b/image-to-video';

/**
 * Creates the provider of fal. Every request goes to its queue. The queue has no idempotency key.
 *
 * The SDK submits. It does not look: it takes each failed answer for a failed job, even a 502 that passes, and
 * the paid result would be lost.
 */
export function createFalProvider(limits: JobTimeLimits = JOB_TIME_LIMITS): GenerationProvider {
  return {
    name: SERVICE,
    types: ['text-to-image', 'image-to-video'],
    identify: (options, access) => identifyService(SERVICE, access, DEFAULT_URL, modelOf(options, access)),
    start: (request, context) => startJob(request, context, limits.startMs),
    look: (job, context) => lookAt(job, context, limits.lookMs),
    fetch: (job, context) => fetchQueueResult(SERVICE, job, context, limits.fetchMs),
  };
}

function modelOf({ type }: GenerationOptions, access: ServiceAccess): string {
  const model = chooseServiceModel(
    access,
    type,
    type === 'image-to-video' ? DEFAULT_VIDEO_MODEL : DEFAULT_IMAGE_MODEL,
  );
  return model.includes('/') ? model : `fal-ai/${model}`;
}

function startJob(request: ServiceRequest, context: ServiceContext, limitMs: number): Promise<StartResult> {
  const call = { service: SERVICE, step: 'start', limitMs, maxBytes: MAX_JSON_BYTES } as const;
  return callService(call, context, async (connection) => {
    const { options } = request;
    const model = modelOf(options, context.access);
    if (options.type === 'text-to-image')
      return submit(connection, context.access, model, {
        ...toFalImage(options),
        kind: 'image',
        warnings: [],
      });
    if (options.type === 'image-to-video')
      return submit(connection, context.access, model, {
        ...(await toFalVideo(model, options, request)),
        kind: 'video',
      });
    throw createUnsupportedTypeError(SERVICE, options.type);
  });
}

/** The field of a submitted job that the SDK keeps. */
const Operation = z.object({ responseUrl: z.url() });

async function submit(
  { key, fetch, signal }: ServiceConnection,
  access: ServiceAccess,
  model: string,
  {
    kind,
    warnings,
    ...submission
  }: Parameters<typeof submitToQueue>[2] & {
    readonly kind: QueueJob['kind'];
    readonly warnings: readonly string[];
  },
): Promise<StartResult> {
  const { createFal } = await import('@ai-sdk/fal');
  // The SDK knows neither another host nor models outside of `fal-ai/`, so the URL is replaced here.
  const url = `${serviceUrlOf(access, DEFAULT_URL)}/${model}`;
  const provider = createFal({ apiKey: key, fetch: (_, init) => fetch(url, init) });
  const { responseUrl } = Operation.parse(
    await submitToQueue(provider.video(model), SERVICE, submission, signal),
  );
  const id = new URL(responseUrl).pathname.split('/').at(-1) ?? '';
  const warning = warnings.join(' ');
  return { job: toServiceJob({ id, url: responseUrl, kind, ...(warning !== '' && { warning }) }) };
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

function lookAt(stored: ServiceJob, context: ServiceContext, limitMs: number): Promise<LookResult> {
  const job = toQueueJob(SERVICE, stored);
  const call = { service: SERVICE, step: 'look', limitMs, maxBytes: MAX_JSON_BYTES } as const;
  return callService(call, context, async (connection) => {
    const url = atBaseUrl(job.url, context.access);
    const authorization = `Key ${connection.key}`;
    const { status, error } = await requestJson(connection, { url: `${url}/status`, authorization }, Status);
    if (status === 'IN_QUEUE' || status === 'IN_PROGRESS') return 'running';
    if (status !== 'COMPLETED' || typeof error === 'string')
      throw createJobFailure(SERVICE, error ?? 'it was cancelled', connection.key);
    const result = await requestJson(connection, { url, authorization }, Result).catch(
      rejectFailedJob(connection),
    );
    const warning = result.isUnsafe
      ? 'The service fal marks the image as unsafe, so it may be black.'
      : job.warning;
    return { ready: toServiceJob({ ...job, result: result.url, warning }) };
  });
}

/**
 * Returns the address of a job on the server that the operator has set. The key goes to no other one, whatever
 * address the service gave.
 */
function atBaseUrl(url: string, access: ServiceAccess): string {
  const base = serviceUrlOf(access, DEFAULT_URL);
  const { origin, pathname } = new URL(url);
  return origin === new URL(base).origin ? origin + pathname : base + pathname;
}

/**
 * Returns a handler that distinguishes a failed job from a passing failure of the server. fal answers with the
 * error of the job, and that has a `detail`, even if its status is 5xx.
 */
function rejectFailedJob({ key }: ServiceConnection): (error: unknown) => never {
  return (error) => {
    const { status = 0, body = '' } = error instanceof ServiceResponseError ? error.failure : {};
    const reason = extractServiceReason(body, key, Number.POSITIVE_INFINITY);
    if (status >= 500 && reason !== '') throw createJobFailure(SERVICE, reason, key);
    throw error;
  };
}
