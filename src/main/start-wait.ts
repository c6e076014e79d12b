import { setTimeout as sleep } from 'node:timers/promises';
import { KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';

/** One attempt to open a part. */
export interface OpeningAttempt {
  /** Fires at the end of the wait, if the part has not answered by then. */
  readonly signal: AbortSignal;
  /** Call it when the part has answered. Further work, such as a migration, may take any time. */
  readonly onAnswer: () => void;
}

/** Opens the parts of other machines at a start, and waits for those that are away. */
export type StartWait = ReturnType<typeof createStartWait>;

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;
/** Milliseconds without an answer after which the log says that the start waits. */
const SILENCE_MS = 3_000;
/** Milliseconds that the first attempt gets, however short the wait is: a healthy part may be slow. */
const LEAST_MS = 5_000;
/** Milliseconds between a start that failed because a part has gone away and the next one. */
const AGAIN_MS = 1_000;

/** Begins a start. @param limitMs milliseconds that it may wait for all parts together. */
export function createStartWait(limitMs: number, log: Logger) {
  let leftMs = limitMs;
  return {
    /**
     * Opens a part. Waits if the part is away or silent, with one line in the log.
     *
     * @param name the part in a sentence, such as `the database`.
     * @param open tried again and again, so it must close what it has opened if it fails.
     * @param isWorthWaiting False for errors that time does not cure, such as a wrong password.
     * @throws the last error of `open`. It says how long Kinora has waited.
     */
    async open<Part>(
      name: string,
      open: (attempt: OpeningAttempt) => Promise<Part>,
      isWorthWaiting: (error: unknown) => boolean,
    ): Promise<Part> {
      const wait = beginWait(name, leftMs, limitMs > 0 ? log : undefined);
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
        try {
          const part = await wait.attempt(open);
          leftMs -= wait.end();
          return part;
        } catch (error) {
          if (!wait.isSilent() && (!isWorthWaiting(error) || limitMs === 0)) throw error;
          if (wait.isOver()) throw wait.describe(error);
          await wait.pause(pause, error);
        }
      }
    },
    /**
     * Begins work that uses the parts. Begins again if a part that was open has gone away meanwhile. `open` then waits
     * for it.
     *
     * @param begin must close what it has opened if it fails.
     * @param isGone True for errors that mean that an open part has gone away.
     * @throws the last error of `begin`.
     */
    async retryIfGone<Result>(
      begin: () => Promise<Result>,
      isGone: (error: unknown) => boolean,
    ): Promise<Result> {
      let since: number | undefined;
      for (;;) {
        try {
          return await begin();
        } catch (thrown) {
          const error = originOf(thrown);
          since ??= Date.now();
          if (!isGone(error) || Date.now() - since + AGAIN_MS > limitMs) throw error;
          log.debug({ err: error }, 'A part has gone away during the start. Beginning again.');
          await sleep(AGAIN_MS);
        }
      }
    },
  };
}

/**
 * Begins the wait for one part.
 *
 * @param limitMs milliseconds that are left of the whole wait.
 * @param log undefined if the start does not wait.
 */
function beginWait(name: string, limitMs: number, log: Logger | undefined) {
  const begin = Date.now();
  let isLogged = false;
  let isFirst = true;
  let isSilent = false;
  const leftMs = (): number => begin + limitMs - Date.now();
  /** Returns the whole seconds since the beginning. */
  const seconds = (): number => Math.round((Date.now() - begin) / 1000);
  /** Says once that the start waits. */
  const say = (error: unknown): void => {
    if (isLogged || log === undefined) return;
    isLogged = true;
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, `Waiting up to ${Math.max(0, Math.round(limitMs / 1000))} s for ${name}.`);
  };
  return {
    /** True if the part has not answered before the end of the wait. */
    isSilent: () => isSilent,
    /** True if the time is over. */
    isOver: () => isSilent || leftMs() <= 0,
    /** Tries to open the part once. Gives up at the end of the wait unless the part has answered. */
    async attempt<Part>(open: (attempt: OpeningAttempt) => Promise<Part>): Promise<Part> {
      const limit = new AbortController();
      const silence = new Error('It does not answer.');
      const giveUp = (): void => {
        isSilent = true;
        limit.abort(silence);
      };
      const timers = [
        setTimeout(say, Math.max(0, begin + SILENCE_MS - Date.now()), silence),
        setTimeout(giveUp, Math.max(leftMs(), isFirst ? LEAST_MS : 0)),
      ];
      isFirst = false;
      const onAnswer = (): void => timers.forEach((timer) => clearTimeout(timer));
      try {
        return await open({ signal: limit.signal, onAnswer });
      } finally {
        onAnswer();
      }
    },
    /** Waits before the next attempt. */
    async pause(milliseconds: number, error: unknown): Promise<void> {
      say(error);
      await sleep(Math.max(0, Math.min(milliseconds, leftMs())));
    },
    /** Ends the wait, with a line if there was one. Returns the milliseconds that it took. */
    end(): number {
      if (!isLogged) return 0;
      log?.info({ seconds: seconds() }, `The wait for ${name} is over.`);
      return Date.now() - begin;
    },
    /** Creates the error of a wait without success. */
    describe(error: unknown): KinoraError {
      const message = error instanceof KinoraError ? error.message : `Kinora cannot use ${name}.`;
      const sentence = `Kinora has waited ${seconds()} s for ${name}. ${message}`;
      return new KinoraError('invalid_setting', sentence, { cause: error });
    },
  };
}

/** Returns the first error, if parts that were closed because of it failed to close. */
function originOf(error: unknown): unknown {
  return error instanceof SuppressedError ? originOf(error.suppressed) : error;
}
