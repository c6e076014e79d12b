import { pause } from '../outbound/index.ts';

/** The number and the interval of status requests while a provider processes a file. */
export interface PollingPolicy {
  /** Maximum number of requests, at least 1. */
  readonly maxPolls: number;
  /** Milliseconds between two requests. */
  readonly intervalMs: number;
}

/** The policy for real providers: five minutes. Tests use shorter ones. */
export const DEFAULT_POLLING: PollingPolicy = { maxPolls: 60, intervalMs: 5000 };

/**
 * Calls a function until it returns a value.
 *
 * @returns undefined if there is no value after the last call.
 * @throws the reason of the signal if it aborts.
 */
export async function pollUntilDone<T>(
  { maxPolls, intervalMs }: PollingPolicy,
  signal: AbortSignal,
  ask: () => Promise<T | undefined>,
): Promise<T | undefined> {
  for (let polls = 1; ; polls++) {
    const answer = await ask();
    if (answer !== undefined || polls >= maxPolls) return answer;
    await pause(intervalMs, signal);
  }
}
