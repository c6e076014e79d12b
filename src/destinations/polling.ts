import { pause } from '../outbound/index.ts';

/** How long to wait for what a provider makes of a file that it has. */
export interface PollingPolicy {
  /** Maximum number of questions; at least 1. */
  readonly maxPolls: number;
  /** Milliseconds between two questions. */
  readonly intervalMs: number;
}

/** What real providers need: five minutes. Tests wait for less. */
export const DEFAULT_POLLING: PollingPolicy = { maxPolls: 60, intervalMs: 5000 };

/**
 * Asks until there is an answer.
 *
 * @returns `undefined` if there was none in that time. @throws the reason of the signal if that aborts.
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
