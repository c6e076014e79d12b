import { setTimeout as sleep } from 'node:timers/promises';
import { KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';

/** Opens the parts of other machines at a start, and waits for those that are away. */
export interface StartWait {
  /**
   * Opens a part. Waits if the part is away, with one line in the log.
   *
   * @param name the part in a sentence, such as `the database`.
   * @param open tried again and again, so it must close what it has opened if it fails.
   * @param isWorthWaiting False for errors that time does not cure, such as a wrong password.
   * @throws the last error of `open`. It says how long Kinora has waited.
   */
  open<Part>(
    name: string,
    open: () => Promise<Part>,
    isWorthWaiting: (error: unknown) => boolean,
  ): Promise<Part>;
  /**
   * Begins work that uses the parts. Begins again if a part that was open has gone away meanwhile. {@link open}
   * then waits for it.
   *
   * @param begin must close what it has opened if it fails.
   * @param isGone True for errors that mean that an open part has gone away.
   * @throws the last error of `begin`.
   */
  outlast<Result>(begin: () => Promise<Result>, isGone: (error: unknown) => boolean): Promise<Result>;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;
/** Milliseconds between a start that failed because a part has gone away and the next one. */
const AGAIN_MS = 1_000;

/** Begins a start. @param limitMs milliseconds that it may wait for all parts together. */
export function createStartWait(limitMs: number, log: Logger): StartWait {
  let leftMs = limitMs;
  return {
    async open(name, open, isWorthWaiting) {
      let begin: number | undefined;
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
        try {
          const part = await open();
          if (begin !== undefined) {
            leftMs -= Date.now() - begin;
            log.info({ seconds: secondsSince(begin) }, `The wait for ${name} is over.`);
          }
          return part;
        } catch (error) {
          if (!isWorthWaiting(error) || limitMs === 0) throw error;
          if (begin === undefined) logWait(log, name, leftMs, error);
          begin ??= Date.now();
          const left = begin + leftMs - Date.now();
          if (left <= 0) throw describeWait(error, name, secondsSince(begin));
          await sleep(Math.min(pause, left));
        }
      }
    },
    async outlast(begin, isGone) {
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

function logWait(log: Logger, name: string, leftMs: number, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  log.warn({ reason }, `Waiting up to ${Math.max(0, Math.round(leftMs / 1000))} s for ${name}.`);
}

function secondsSince(begin: number): number {
  return Math.round((Date.now() - begin) / 1000);
}

function describeWait(error: unknown, name: string, seconds: number): KinoraError {
  const message = error instanceof KinoraError ? error.message : `Kinora cannot use ${name}.`;
  return new KinoraError('invalid_setting', `Kinora has waited ${seconds} s for ${name}. ${message}`, {
    cause: error,
  });
}

/** Returns the first error, if parts that were closed because of it failed to close. */
function originOf(error: unknown): unknown {
  return error instanceof SuppressedError ? originOf(error.suppressed) : error;
}
