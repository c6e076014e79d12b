import { z } from 'zod';
import { KinoraError } from '../../base/errors.ts';
import type { GeneratedFile, OutsideProvider } from '../../create/model.ts';
import type { ProviderContext, ProviderJob, StartResult } from '../../generation/generation-provider.ts';
import { downloadResult } from './save-result.ts';

/** Limits of the calls of a service with jobs. */
export interface JobLimits {
  /** Time limit of sending a request in milliseconds. */
  readonly startMs: number;
  /** Time limit of a look in milliseconds. */
  readonly lookMs: number;
  /** Time limit of a download in milliseconds. */
  readonly fetchMs: number;
  /** Maximum size of a video in bytes. Default: that of all results. */
  readonly maxVideoBytes?: number;
}

/** The limits of fal and Replicate. */
export const QUEUE_LIMITS: JobLimits = { startMs: 300_000, lookMs: 30_000, fetchMs: 300_000 };

/** The limits of services that make avatars. */
export const AVATAR_LIMITS: JobLimits = {
  startMs: 60_000,
  lookMs: 30_000,
  fetchMs: 20 * 60_000,
  maxVideoBytes: 500_000_000,
};

const QueueJob = z.object({
  id: z.string(),
  /** Address of the job at the service. */
  url: z.string(),
  kind: z.enum(['image', 'video']),
  /** Remark for the client. */
  warning: z.string().optional(),
  /** Address of the result, once it is ready. */
  result: z.string().optional(),
});

/** A job of fal or Replicate. */
type QueueJob = z.infer<typeof QueueJob>;

/** The input of a model of fal or Replicate. Plain JSON, with the names of the model. */
export type ModelInput = Readonly<
  Record<string, string | number | boolean | Readonly<Record<string, number>>>
>;

/** A job to submit to fal or Replicate. */
export interface QueueSubmission {
  readonly kind: QueueJob['kind'];
  readonly input: ModelInput;
  /** Remarks for the client. */
  readonly warnings: readonly string[];
}

/** Returns the job at an address of a queue, as plain JSON. Its id is the last part of the address. */
export function toStartedJob(url: string, { kind, warnings }: QueueSubmission): StartResult {
  const id = new URL(url).pathname.split('/').at(-1) ?? '';
  return { job: { id, url, kind, ...(warnings.length > 0 && { warning: warnings.join(' ') }) } };
}

/** Reads a job that {@link toStartedJob} has returned. */
export function toQueueJob(service: OutsideProvider, job: ProviderJob): QueueJob {
  const { data } = QueueJob.safeParse(job);
  if (data) return data;
  throw new KinoraError(
    'provider_refused',
    `The record of the job at ${service} is damaged, so its result cannot be fetched. Send the request again.`,
  );
}

/** Downloads the result of a job that is ready. */
export async function fetchQueueResult(
  service: OutsideProvider,
  job: ProviderJob,
  context: ProviderContext,
  limitMs: number,
): Promise<GeneratedFile> {
  const { kind, result = '', warning } = toQueueJob(service, job);
  const file = await downloadResult(service, { url: result, kind, limitMs }, context);
  return { ...file, warnings: warning === undefined ? [] : [warning] };
}

/** Downloads the video of a job that is ready. Its address is in the job. */
export function fetchAvatar(
  service: OutsideProvider,
  job: ProviderJob,
  context: ProviderContext,
  { fetchMs, maxVideoBytes }: JobLimits,
): Promise<GeneratedFile> {
  const url = job['url'] ?? '';
  return downloadResult(service, { url, kind: 'video', limitMs: fetchMs, maxBytes: maxVideoBytes }, context);
}
