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
import { serviceUrlOf, callService, MAX_JSON_BYTES, type ServiceConnection } from '../sdk/provider-call.ts';
import { submitToQueue } from '../sdk/submit-to-queue.ts';
import { createUnsupportedTypeError } from '../sdk/unsupported-type.ts';
import { toReplicateImage, toReplicateVideo } from './replicate-input.ts';

const SERVICE = 'replicate';
const DEFAULT_URL = 'https://api.replicate.com/v1';
const DEFAULT_IMAGE_MODEL = 'black-forest-labs/flux-schnell';
const DEFAULT_VIDEO_MODEL = 'wan-video/wan-2.2-i2v-fast';

/**
 * Creates the provider of Replicate. Every request becomes a prediction. The API has no idempotency key.
 *
 * The SDK submits. It does not look: its video models accept only one output, but models for images return a
 * list.
 */
export function createReplicateProvider(limits: JobTimeLimits = JOB_TIME_LIMITS): GenerationProvider {
  return {
    name: SERVICE,
    types: ['text-to-image', 'image-to-video'],
    identify: (options, access) => identifyService(SERVICE, access, DEFAULT_URL, modelOf(options, access)),
    start: (request, context) => startPrediction(request, context, limits.startMs),
    look: (job, context) => lookAt(job, context, limits.lookMs),
    fetch: (job, context) => fetchQueueResult(SERVICE, job, context, limits.fetchMs),
  };
}

function modelOf({ type }: GenerationOptions, access: ServiceAccess): string {
  return chooseServiceModel(
    access,
    type,
    type === 'image-to-video' ? DEFAULT_VIDEO_MODEL : DEFAULT_IMAGE_MODEL,
  );
}

function startPrediction(
  request: ServiceRequest,
  context: ServiceContext,
  limitMs: number,
): Promise<StartResult> {
  const call = { service: SERVICE, step: 'start', limitMs, maxBytes: MAX_JSON_BYTES } as const;
  return callService(call, context, async (connection) => {
    const { options } = request;
    const baseUrl = serviceUrlOf(context.access, DEFAULT_URL);
    const model = modelOf(options, context.access);
    if (options.type === 'text-to-image')
      return submit(connection, baseUrl, model, {
        ...toReplicateImage(model, options),
        kind: 'image',
        warnings: [],
      });
    if (options.type === 'image-to-video')
      return submit(connection, baseUrl, model, {
        ...(await toReplicateVideo(connection, baseUrl, model, { options, request })),
        kind: 'video',
      });
    throw createUnsupportedTypeError(SERVICE, options.type);
  });
}

/** The field of a prediction that the SDK keeps. */
const Operation = z.object({ getUrl: z.url() });

async function submit(
  { key, fetch, signal }: ServiceConnection,
  baseUrl: string,
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
  const { createReplicate } = await import('@ai-sdk/replicate');
  const provider = createReplicate({ apiToken: key, baseURL: baseUrl, fetch });
  const { getUrl } = Operation.parse(await submitToQueue(provider.video(model), SERVICE, submission, signal));
  const id = new URL(getUrl).pathname.split('/').at(-1) ?? '';
  const warning = warnings.join(' ');
  return { job: toServiceJob({ id, url: getUrl, kind, ...(warning !== '' && { warning }) }) };
}

const Prediction = z.object({
  status: z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted']),
  output: z.union([z.string(), z.array(z.string()).min(1)]).nullish(),
  error: z.unknown().optional(),
});

function lookAt(stored: ServiceJob, context: ServiceContext, limitMs: number): Promise<LookResult> {
  const job = toQueueJob(SERVICE, stored);
  const call = { service: SERVICE, step: 'look', limitMs, maxBytes: MAX_JSON_BYTES } as const;
  return callService(call, context, async (connection) => {
    const { key } = connection;
    // Builds the address again. The key goes only to the server that the operator has set.
    const url = `${serviceUrlOf(context.access, DEFAULT_URL)}/predictions/${encodeURIComponent(job.id)}`;
    const { status, output, error } = await requestJson(
      connection,
      { url, authorization: `Bearer ${key}` },
      Prediction,
    );
    if (status === 'starting' || status === 'processing') return 'running';
    if (status === 'failed')
      throw createJobFailure(SERVICE, typeof error === 'string' ? error : 'it gives no reason', key);
    if (status !== 'succeeded') throw createJobFailure(SERVICE, 'it was cancelled', key);
    const result = [output ?? []].flat()[0];
    if (result === undefined) throw createJobFailure(SERVICE, 'it has no result', key);
    return { ready: toServiceJob({ ...job, result }) };
  });
}
