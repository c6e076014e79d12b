import { setTimeout as sleep } from 'node:timers/promises';
import { KinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { raceWithAbort } from '../../base/race-with-abort.ts';
import type { Storage } from '../../hosting/storage.ts';
import { isStorageAway, isStorageRefusal } from './infrastructure-fault.ts';
import { beginOutage, endOutage, whenBack } from './storage-outages.ts';

/** The times for which finished files wait for a storage that is away. */
export interface StorageRetryLimits {
  /** Milliseconds after which the storing fails. */
  readonly limitMs: number;
  /** The same for a storage that answers and rejects the file. */
  readonly refusalLimitMs: number;
  /** Milliseconds before the second try. Later pauses are a tenth of the time so far. */
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
}

/**
 * The limits of a worker. A storage that rejects files may have got the wrong keys, which takes minutes to put
 * right. It may also never take this file, which must not occupy a slot for a day.
 */
const STORAGE_RETRY_LIMITS: StorageRetryLimits = {
  limitMs: 24 * 3_600_000,
  refusalLimitMs: 15 * 60_000,
  firstPauseMs: 1_000,
  maxPauseMs: 60_000,
};

/** The options of {@link retryUntilStored}. */
export interface RetryUntilStoredOptions {
  readonly storage: Storage;
  readonly log: Logger;
  /** Ends the waiting with its reason. */
  readonly signal: AbortSignal;
  /** Overridden only in tests. */
  readonly limits?: StorageRetryLimits | undefined;
  /** Called once, when the first try has failed. Must not reject. */
  readonly onAway?: (() => Promise<void>) | undefined;
}

/** Number of waiting calls for each storage. */
const waiting = new WeakMap<Storage, number>();

/** True if work in this process waits for the storage. */
export function isAwaited(storage: Storage): boolean {
  return (waiting.get(storage) ?? 0) > 0;
}

/** The errors that {@link retryUntilStored} threw after its limit. */
const givenUp = new WeakSet<KinoraError>();

/** True if {@link retryUntilStored} has waited long enough. Trying again would wait as long again. */
export function isGivenUp(error: KinoraError): boolean {
  return givenUp.has(error);
}

/**
 * Stores something, again and again while the storage is away. One line in the log says when the outage begins,
 * and one when it ends, however many wait.
 *
 * @param store stores under the same key each time.
 * @throws The error of `store` if it does not blame the storage, or after the limit: see {@link isGivenUp}.
 */
export async function retryUntilStored(
  store: () => Promise<void>,
  options: RetryUntilStoredOptions,
): Promise<void> {
  try {
    await store();
    endOutage(options, 'store');
  } catch (error) {
    options.signal.throwIfAborted();
    if (!isStorageAway(error)) throw error;
    const { storage } = options;
    waiting.set(storage, (waiting.get(storage) ?? 0) + 1);
    try {
      await storeAgain(store, options, error);
    } finally {
      waiting.set(storage, (waiting.get(storage) ?? 0) - 1);
    }
  }
}

/** Stores again until it succeeds or a limit is reached. */
async function storeAgain(
  store: () => Promise<void>,
  options: RetryUntilStoredOptions,
  firstError: unknown,
): Promise<void> {
  const { storage, signal, limits = STORAGE_RETRY_LIMITS } = options;
  const startedAt = performance.now();
  await options.onAway?.();
  if (isStorageRefusal(firstError))
    options.log.warn({ err: firstError }, 'The storage rejects a file. Trying again.');
  let error = firstError;
  for (;;) {
    const isRefusal = isStorageRefusal(error);
    const elapsed = performance.now() - startedAt;
    if (elapsed >= (isRefusal ? limits.refusalLimitMs : limits.limitMs)) throw giveUp(error);
    if (!isRefusal) beginOutage(options, 'store', error);
    const back = isRefusal ? undefined : whenBack(storage);
    await pause(Math.min(Math.max(elapsed / 10, limits.firstPauseMs), limits.maxPauseMs), signal, back);
    try {
      await store();
      endOutage(options, 'store');
      return;
    } catch (thrown) {
      signal.throwIfAborted();
      if (!isStorageAway(thrown)) throw thrown;
      error = thrown;
    }
  }
}

function giveUp(error: unknown): KinoraError {
  const failure =
    error instanceof KinoraError
      ? error
      : new KinoraError('storage_failed', 'The storage of Kinora could not store the file.', {
          cause: error,
        });
  givenUp.add(failure);
  return failure;
}

/** Waits for some milliseconds, or until `back` resolves. @throws the reason of the signal. */
async function pause(milliseconds: number, signal: AbortSignal, back?: Promise<void>): Promise<void> {
  const over = new AbortController();
  const timer = sleep(milliseconds, undefined, { signal: over.signal }).catch(() => undefined);
  try {
    await raceWithAbort(Promise.race([timer, back ?? timer]), signal);
  } finally {
    over.abort();
  }
}
