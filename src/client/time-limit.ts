import { KinoraTimeoutError } from './errors.ts';

/** Default time limit of a wait in milliseconds. */
export const DEFAULT_WAIT_MS = 3_600_000;
/** Milliseconds between two requests for the state of something. */
export const POLL_INTERVAL_MS = 1000;
/** Maximum delay of a timer in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A signal that aborts when the time is over or another signal aborts. Call `end` after the limited work. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Restarts the timer. */
  restart(): void;
  end(): void;
}

/** A controller that also aborts when another signal does. Call `unlink` after the work. */
interface LinkedController {
  readonly controller: AbortController;
  readonly unlink: () => void;
}

/**
 * Creates a controller that also aborts when another signal does, with its reason.
 *
 * @throws {TypeError} if the other one is no signal, because programs without types may pass anything.
 */
export function createLinkedController(outer?: AbortSignal): LinkedController {
  if (outer !== undefined && !(outer instanceof AbortSignal))
    throw new TypeError('The "signal" must be an AbortSignal.');
  const controller = new AbortController();
  const forward = (): void => controller.abort(outer?.reason);
  if (outer?.aborted === true) forward();
  outer?.addEventListener('abort', forward, { once: true });
  return { controller, unlink: () => outer?.removeEventListener('abort', forward) };
}

/**
 * Starts a time limit. Does not use `AbortSignal.any`, because some versions of Node.js lose the combined
 * signal, which then never aborts.
 *
 * @param milliseconds time limit.
 * @param reason creates the reason of the signal when the time is over.
 * @param outer signal that aborts the work earlier.
 * @throws {TypeError} if the time limit is no number from 0, or `outer` is no signal.
 */
export function createTimeLimit(milliseconds: number, reason: () => Error, outer?: AbortSignal): TimeLimit {
  if (!(milliseconds >= 0)) throw new TypeError('The "timeout" must be a number of milliseconds, 0 or more.');
  const { controller, unlink } = createLinkedController(outer);
  const begin = () => setTimeout(() => controller.abort(reason()), Math.min(milliseconds, MAX_TIMER_MS));
  let timer = begin();
  return {
    signal: controller.signal,
    restart: () => {
      clearTimeout(timer);
      timer = begin();
    },
    end: () => {
      clearTimeout(timer);
      unlink();
    },
  };
}

/** Waits for a number of milliseconds. @throws the reason of the signal if the signal aborts. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiting = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  try {
    await raceAbort(waiting, signal);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Asks for a state until it is final.
 *
 * @param late the beginning of the message if the time limit is over: "The source was not finished".
 * @throws {KinoraTimeoutError} if the time limit is over.
 * @throws the errors of `ask`, and the reason of the signal if the signal aborts.
 */
export async function poll<State>(
  ask: (signal: AbortSignal) => Promise<State>,
  isFinal: (state: State) => boolean,
  late: string,
  { timeout = DEFAULT_WAIT_MS, signal }: PollOptions,
): Promise<State> {
  const tooLong = () => new KinoraTimeoutError(`${late} within ${timeout} ms.`);
  const limit = createTimeLimit(timeout, tooLong, signal);
  try {
    for (;;) {
      const state = await ask(limit.signal);
      if (isFinal(state)) return state;
      await sleep(POLL_INTERVAL_MS, limit.signal);
    }
  } finally {
    limit.end();
  }
}

interface PollOptions {
  /** Time limit in milliseconds. Default: {@link DEFAULT_WAIT_MS}. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Returns the outcome of some work, or rejects with the reason of the signal if the signal aborts first. */
export function raceAbort<Outcome>(work: Promise<Outcome>, signal?: AbortSignal): Promise<Outcome> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    // A reason may have any type. The cast passes it on unchanged.
    const stop = (): void => reject(signal.reason as Error);
    const settled = (): void => signal.removeEventListener('abort', stop);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    void work.then(resolve, reject).finally(settled);
  });
}
