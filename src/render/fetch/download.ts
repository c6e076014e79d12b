import { rm } from 'node:fs/promises';
import { KinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { retry } from '../../outbound/index.ts';
import type { Outbound } from '../../outbound/index.ts';
import { redactUrl } from '../../base/redact-url.ts';
import { attemptDownload } from './download-attempt.ts';
import type { DownloadJob, DownloadResult, Validators } from './download-attempt.ts';

const MAX_ATTEMPTS = 4;
const MAX_PAUSE_MS = 10_000;

/** The time limits of a download in milliseconds, all above 0. */
export interface DownloadTimeouts {
  /** For the DNS lookup and the connection. */
  readonly connect: number;
  /** Maximum time without a byte from the server. */
  readonly stall: number;
  /** For the whole file, including all attempts and pauses. */
  readonly total: number;
  /** Pause before the first retry. Each later pause is twice as long, up to 10 s. */
  readonly retry: number;
}

/** The configuration of all downloads. */
export interface DownloadConfig {
  readonly outbound: Outbound;
  /** Maximum size of a file in bytes, inclusive. A file that is larger after decompression fails, too. */
  readonly maxBytes: number;
  readonly timeouts: DownloadTimeouts;
  readonly log: Logger;
}

/** One file to download. */
export interface DownloadRequest {
  readonly url: URL;
  /** Path of the local file. It exists afterwards only if a new version was downloaded. */
  readonly file: string;
  /** Downloads the file only if the server has another version than this one. */
  readonly known?: Validators | undefined;
  readonly signal: AbortSignal;
  /** Called with the number of bytes so far. The second argument is the size of the file, if known. */
  readonly onBytes?: DownloadJob['onBytes'];
}

/**
 * Downloads a URL to a file, within limits of size and time. Retries after temporary failures, and resumes
 * the download if the server supports it.
 *
 * @throws {KinoraError} `asset_refused`, `asset_not_found`, `asset_unreachable`, `asset_timed_out`,
 *   `asset_too_large`, `asset_not_media` if the body is empty, or `cancelled` if the signal aborts.
 */
export async function download(config: DownloadConfig, request: DownloadRequest): Promise<DownloadResult> {
  const total = AbortSignal.timeout(config.timeouts.total);
  const signal = AbortSignal.any([request.signal, total]);
  const job: DownloadJob = {
    ...request,
    signal,
    outbound: config.outbound,
    maxBytes: config.maxBytes,
    stallTimeoutMs: config.timeouts.stall,
  };
  try {
    const outcome = await downloadWithRetries(config, job);
    if (!outcome.changed) await rm(request.file, { force: true });
    else if (outcome.bytes === 0)
      throw new KinoraError('asset_not_media', `${redactUrl(request.url)} is empty.`);
    return outcome;
  } catch (error) {
    await rm(request.file, { force: true });
    if (request.signal.aborted) throw createCancelledError(request.url);
    if (total.aborted) throw createTimeoutError(request.url, config.timeouts.total);
    throw error;
  }
}

function downloadWithRetries({ timeouts, log }: DownloadConfig, job: DownloadJob): Promise<DownloadResult> {
  const policy = { attempts: MAX_ATTEMPTS, firstPauseMs: timeouts.retry, maxPauseMs: MAX_PAUSE_MS };
  const onRetry = (err: KinoraError, attempt: number): void =>
    log.info({ attempt, err }, 'Retrying a download.');
  return retry(policy, { signal: job.signal, onRetry }, () => attemptDownload(job));
}

/** Creates the error of a fetch that its caller aborted. */
export function createCancelledError(url: URL): KinoraError {
  return new KinoraError('cancelled', `Fetching ${redactUrl(url)} was cancelled.`);
}

function createTimeoutError(url: URL, milliseconds: number): KinoraError {
  const limit = `${milliseconds / 1000} s`;
  return new KinoraError(
    'asset_timed_out',
    `${redactUrl(url)} timed out: it was not complete after ${limit}.`,
  );
}
