/** The longest that a timer can wait, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A signal that fires when the time is over or another signal fires. To be ended when what it limits is over. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Begins the time anew. */
  restart(): void;
  end(): void;
}

/**
 * Limits something that waits. (`AbortSignal.any` would do the same, but some versions of Node.js lose its signals.)
 *
 * @param milliseconds how long it may take.
 * @param reason what the signal fires with when it took longer.
 * @param outer a signal that ends it earlier.
 */
export function createTimeLimit(milliseconds: number, reason: () => Error, outer?: AbortSignal): TimeLimit {
  const controller = new AbortController();
  const forward = (): void => controller.abort(outer?.reason);
  const begin = () => setTimeout(() => controller.abort(reason()), Math.min(milliseconds, MAX_TIMER_MS));
  let timer = begin();
  if (outer?.aborted === true) forward();
  outer?.addEventListener('abort', forward, { once: true });
  return {
    signal: controller.signal,
    restart: () => {
      clearTimeout(timer);
      timer = begin();
    },
    end: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', forward);
    },
  };
}

/** Waits. @throws the reason of the signal when that fires. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiting = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  try {
    await raceAbort(waiting, signal);
  } finally {
    clearTimeout(timer);
  }
}

/** What comes first: the outcome of some work, or the end of it by a signal, with its reason. */
export function raceAbort<Outcome>(work: Promise<Outcome>, signal?: AbortSignal): Promise<Outcome> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    // Whoever aborts says why, and that is passed on as it is.
    const stop = (): void => reject(signal.reason as Error);
    const settled = (): void => signal.removeEventListener('abort', stop);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    void work.then(resolve, reject).finally(settled);
  });
}
