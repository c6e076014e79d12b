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

/** How long a download may wait, in milliseconds, all above 0. */
export interface DownloadTimeouts {
  /** For looking a host up and connecting to it. */
  readonly connect: number;
  /** Without a byte from the server. */
  readonly stall: number;
  /** For the whole file, attempts and pauses included. */
  readonly total: number;
  /** Before the first new attempt; each later one waits twice as long as the one before, at most 10 s. */
  readonly retry: number;
}

/** What all downloads have in common. */
export interface DownloadConfig {
  readonly outbound: Outbound;
  /** Largest size of a file in bytes, inclusive; also of what a compressed answer unpacks to. */
  readonly maxBytes: number;
  readonly timeouts: DownloadTimeouts;
  readonly log: Logger;
}

/** One file to download. */
export interface DownloadRequest {
  readonly url: URL;
  /** Where the bytes go. Nothing is there afterwards unless a changed file was downloaded. */
  readonly file: string;
  /** Ask only for a version other than this one. */
  readonly known?: Validators | undefined;
  readonly signal: AbortSignal;
  /** Is told how much is here: bytes, of how many in all where the server says so. */
  readonly onBytes?: DownloadJob['onBytes'];
}

/**
 * Downloads a URL into a file: streamed, bounded in size and time, tried again after passing failures and then resumed
 * where it stopped if the server can.
 *
 * @throws {KinoraError} `asset_refused`, `asset_not_found`, `asset_unreachable`, `asset_timed_out`, `asset_too_large`,
 *   `asset_not_media` if the body is empty, or `cancelled` if the signal aborts.
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
    log.info({ attempt, err }, 'A download is tried again.');
  return retry(policy, { signal: job.signal, onRetry }, () => attemptDownload(job));
}

/** What a fetch fails with when the caller gave it up. */
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
