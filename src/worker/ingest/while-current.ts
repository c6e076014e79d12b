/** Milliseconds between two checks that the work is still wanted. */
const CHECK_INTERVAL_MS = 1000;

/**
 * Does some work and aborts it as soon as its result is no longer wanted, for example because a client has
 * deleted the source.
 *
 * @param isCurrent returns true if the result is still wanted. A failure counts as true.
 * @param signal aborts the work as well.
 */
export async function whileCurrent<Result>(
  isCurrent: () => Promise<boolean>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  const check = async (): Promise<void> => {
    if (!(await isCurrent().catch(() => true))) lost.abort();
  };
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS);
  try {
    return await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    clearInterval(timer);
  }
}
