import type { GeneratedFile } from '../../create/model.ts';
import type { LookResult, ServiceContext, ServiceJob } from '../../generation/generation-provider.ts';
import { downloadResult } from '../sdk/save-result.ts';
import { callService } from '../sdk/provider-call.ts';
import { type HttpAnswer, type HttpService, sendRequest } from './send-request.ts';

const START_MS = 60_000;
const LOOK_MS = 30_000;
const FETCH_MS = 20 * 60_000;
const MAX_ANSWER_BYTES = 5_000_000;
const MAX_VIDEO_BYTES = 500_000_000;

/** Time limits of a service that makes videos, and the maximum size of a video. Tests shorten them. */
export interface VideoServiceLimits {
  /** Time limit of sending a request in milliseconds. */
  readonly startMs?: number;
  /** Time limit of a look in milliseconds. */
  readonly lookMs?: number;
  /** Time limit of a download in milliseconds. */
  readonly fetchMs?: number;
  readonly maxVideoBytes?: number;
}

/** Sends a request for a video. Paid. */
export function sendVideoRequest(
  service: HttpService,
  path: string,
  body: object,
  { startMs: limitMs = START_MS }: VideoServiceLimits,
  context: ServiceContext,
): Promise<HttpAnswer> {
  const request = { step: 'start', method: 'POST', path, body, limitMs, maxBytes: MAX_ANSWER_BYTES } as const;
  return sendRequest(service, request, context);
}

/** Asks for the state of a job. */
export function readJob(
  service: HttpService,
  path: string,
  { lookMs: limitMs = LOOK_MS }: VideoServiceLimits,
  context: ServiceContext,
): Promise<HttpAnswer> {
  const maxBytes = MAX_ANSWER_BYTES;
  return sendRequest(
    service,
    { step: 'look', method: 'GET', path, asksForJob: true, limitMs, maxBytes },
    context,
  );
}

/** Returns the result of a look at a job whose video is at an address. */
export function toReadyJob({ id }: ServiceJob, url: string): LookResult {
  return { ready: { id, url } };
}

/** Downloads the video of a job that {@link toReadyJob} returned. Sends no key, because the host may be another one. */
export function fetchVideo(
  { name }: HttpService,
  job: ServiceJob,
  { fetchMs: limitMs = FETCH_MS, maxVideoBytes: maxBytes = MAX_VIDEO_BYTES }: VideoServiceLimits,
  context: ServiceContext,
): Promise<GeneratedFile> {
  return callService({ service: name, step: 'fetch', limitMs, maxBytes }, context, (connection) =>
    downloadResult(connection, { url: job['url'] ?? '', kind: 'video', context, maxBytes }),
  );
}
