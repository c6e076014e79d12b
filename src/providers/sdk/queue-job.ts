import { z } from 'zod';
import { KinoraError } from '../../base/errors.ts';
import type { GeneratedFile, ServiceName } from '../../create/model.ts';
import type { ServiceContext, ServiceJob } from '../../generation/generation-provider.ts';
import { downloadResult } from './save-result.ts';
import { callService, MAX_JSON_BYTES } from './provider-call.ts';

/** Time limits of the calls of a service with jobs, in milliseconds. */
export interface JobTimeLimits {
  readonly startMs: number;
  readonly lookMs: number;
  readonly fetchMs: number;
}

/** The time limits in operation. */
export const JOB_TIME_LIMITS: JobTimeLimits = { startMs: 300_000, lookMs: 30_000, fetchMs: 300_000 };

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
export type QueueJob = z.infer<typeof QueueJob>;

/** Reads a job that {@link toServiceJob} has written. */
export function toQueueJob(service: ServiceName, job: ServiceJob): QueueJob {
  const { data } = QueueJob.safeParse(job);
  if (data) return data;
  throw new KinoraError(
    'provider_refused',
    `The record of the job at ${service} is damaged, so its result cannot be fetched. Send the request again.`,
  );
}

/** Returns a job as plain JSON without undefined fields. */
export function toServiceJob({ id, url, kind, warning, result }: QueueJob): ServiceJob {
  return { id, url, kind, ...(warning && { warning }), ...(result !== undefined && { result }) };
}

/** Downloads the result of a job that is ready. */
export function fetchQueueResult(
  service: ServiceName,
  job: ServiceJob,
  context: ServiceContext,
  limitMs: number,
): Promise<GeneratedFile> {
  const { kind, result = '', warning } = toQueueJob(service, job);
  const call = { service, step: 'fetch', limitMs, maxBytes: MAX_JSON_BYTES } as const;
  return callService(call, context, async (connection) => {
    const file = await downloadResult(connection, { url: result, kind, context });
    return { ...file, warnings: warning === undefined ? [] : [warning] };
  });
}
