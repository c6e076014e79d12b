import { setTimeout as wait } from 'node:timers/promises';
import type { KinoraError } from '../base/errors.ts';

/** Number of attempts of a request, and the pauses between them. */
export interface RetryPolicy {
  /** Number of attempts including the first, at least 1. */
  readonly attempts: number;
  /** Milliseconds before the second attempt. Each later pause is twice as long as the one before. */
  readonly firstPauseMs: number;
  /** Maximum pause in milliseconds, even if the server asks for a longer one. */
  readonly maxPauseMs: number;
}

/** A failure that another attempt may overcome. */
export class RetryableError extends Error {
  /** The error to report if there is no other attempt. */
  readonly failure: KinoraError;
  /** Milliseconds that the server asks to wait, from {@link parseRetryAfter}. */
  readonly retryAfterMs: number | undefined;

  constructor(failure: KinoraError, retryAfterMs?: number) {
    super(failure.message, { cause: failure });
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Options of {@link retry} besides its policy. */
export interface RetryOptions {
  /** Ends attempts and pauses. To limit the total time of all attempts, pass a signal with a time limit. */
  readonly signal: AbortSignal;
  /** Called before each pause. @param attempt number of the failed attempt, from 1. */
  readonly onRetry?: (failure: KinoraError, attempt: number) => void;
}

/**
 * Repeats work, with growing pauses, for as long as the work throws a {@link RetryableError}.
 *
 * @param work called with the number of the attempt, from 1.
 * @throws {KinoraError} the `failure` of the last attempt, or the reason of the signal if the signal aborts.
 *   Any other error of `work` passes through immediately.
 */
export async function retry<Value>(
  policy: RetryPolicy,
  { signal, onRetry }: RetryOptions,
  work: (attempt: number) => Promise<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RetryableError)) throw error;
      if (attempt >= policy.attempts) throw error.failure;
      onRetry?.(error.failure, attempt);
      const backOff = policy.firstPauseMs * 2 ** (attempt - 1);
      await pause(Math.min(error.retryAfterMs ?? backOff, policy.maxPauseMs), signal);
    }
  }
}

/** Waits for a number of milliseconds. @throws the reason of the signal if the signal aborts. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error;
  });
}

/** True if a server may answer the same request differently later: 408, 429 and 5xx. */
export function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** Parses the header `Retry-After` into milliseconds. Supports only seconds, because dates are rare. */
export function parseRetryAfter(header: string | undefined): number | undefined {
  return header !== undefined && /^\d+$/.test(header) ? Number(header) * 1000 : undefined;
}

/** Returns the error to report if there is no other attempt. */
export function toFinalError(error: unknown): Error {
  if (error instanceof RetryableError) return error.failure;
  return error instanceof Error ? error : new Error(String(error));
}
