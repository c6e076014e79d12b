import { rest } from './exchange.ts';
import type { Way } from './exchange.ts';

/** How long it is waited for what a provider makes of a file that it has. */
export interface Settling {
  /** How often it is asked at most; from 1. */
  readonly times: number;
  /** Milliseconds between two questions. */
  readonly every: number;
}

/** What real providers need: five minutes. Tests are less patient. */
export const UNHURRIED: Settling = { times: 60, every: 5000 };

/**
 * Asks until there is an answer.
 *
 * @returns `undefined` if there was none in that time. @throws the reason of the signal when that fires.
 */
export async function settled<T>(
  way: Way,
  { times, every }: Settling,
  ask: () => Promise<T | undefined>,
): Promise<T | undefined> {
  for (let asked = 1; ; asked++) {
    const answer = await ask();
    if (answer !== undefined || asked >= times) return answer;
    await rest(way, every);
  }
}
