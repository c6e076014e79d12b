import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { KinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import { Transient } from './failure.ts';
import type { Outbound } from '../../outbound/index.ts';
import { shownUrl } from '../../base/shown-url.ts';
import { transfer } from './transfer.ts';
import type { Transfer, Transferred, Validators } from './transfer.ts';

const RETRIES = 3;
const LONGEST_WAIT = 10_000;

/** How long a download may wait, in milliseconds, all above 0. */
export interface Timeouts {
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
  readonly timeouts: Timeouts;
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
  readonly onBytes?: Transfer['onBytes'];
}

/**
 * Downloads a URL into a file: streamed, bounded in size and time, tried again after passing failures and then resumed
 * where it stopped if the server can.
 *
 * @throws {KinoraError} `asset_refused`, `asset_not_found`, `asset_unreachable`, `asset_timed_out`, `asset_too_large`,
 *   `asset_not_media` if the body is empty, or `cancelled` if the signal aborts.
 */
export async function download(config: DownloadConfig, request: DownloadRequest): Promise<Transferred> {
  const total = AbortSignal.timeout(config.timeouts.total);
  const signal = AbortSignal.any([request.signal, total]);
  const job: Transfer = {
    ...request,
    signal,
    outbound: config.outbound,
    maxBytes: config.maxBytes,
    stallTimeout: config.timeouts.stall,
  };
  try {
    const outcome = await attempts(config, job);
    if (!outcome.changed) await rm(request.file, { force: true });
    else if (outcome.bytes === 0)
      throw new KinoraError('asset_not_media', `${shownUrl(request.url)} is empty.`);
    return outcome;
  } catch (error) {
    await rm(request.file, { force: true });
    if (request.signal.aborted) throw cancelled(request.url);
    if (total.aborted) throw tookTooLong(request.url, config.timeouts.total);
    throw error;
  }
}

async function attempts(config: DownloadConfig, job: Transfer): Promise<Transferred> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await transfer(job);
    } catch (error) {
      if (!(error instanceof Transient)) throw error;
      if (attempt === RETRIES) throw error.failure;
      config.log.info({ attempt: attempt + 1, err: error.failure }, 'A download is tried again.');
      const pause = error.retryAfter ?? config.timeouts.retry * 2 ** attempt;
      await wait(Math.min(pause, LONGEST_WAIT), undefined, { signal: job.signal });
    }
  }
}

/** What a fetch fails with when the caller gave it up. */
export function cancelled(url: URL): KinoraError {
  return new KinoraError('cancelled', `Fetching ${shownUrl(url)} was cancelled.`);
}

function tookTooLong(url: URL, milliseconds: number): KinoraError {
  const limit = `${milliseconds / 1000} s`;
  return new KinoraError(
    'asset_timed_out',
    `${shownUrl(url)} timed out: it was not complete after ${limit}.`,
  );
}
