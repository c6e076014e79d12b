import { PreviewFault } from '../preview/preview-source.ts';

/** Milliseconds before a server is asked again, unless it says when. */
const RETRY_MS = 2000;

/**
 * Asks a server until it answers. Waits while it is busy or not reachable.
 *
 * @param onFault called before each wait.
 * @throws {PreviewFault} with any other reason, and what `signal` is aborted with.
 */
export async function askPatiently<Result>(
  ask: () => Promise<Result>,
  signal: AbortSignal,
  onFault: (fault: PreviewFault) => void,
): Promise<Result> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof PreviewFault) || !['offline', 'busy'].includes(error.reason)) throw error;
      onFault(error);
      await new Promise((resolve) => setTimeout(resolve, error.retryMs ?? RETRY_MS));
      signal.throwIfAborted();
    }
  }
}
