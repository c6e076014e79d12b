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
export interface StartWait {
  /**
   * Opens a part. Waits if the part is away or silent, with one line in the log.
   *
   * @param name the part in a sentence, such as `the database`.
   * @param open tried again and again, so it must close what it has opened if it fails.
   * @param isWorthWaiting False for errors that time does not cure, such as a wrong password.
   * @throws the last error of `open`. It says how long Kinora has waited.
   */
  open<Part>(
    name: string,
    open: (attempt: OpeningAttempt) => Promise<Part>,
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
  retryIfGone<Result>(begin: () => Promise<Result>, isGone: (error: unknown) => boolean): Promise<Result>;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;
/** Milliseconds without an answer after which the log says that the start waits. */
const SILENCE_MS = 3_000;
/** Milliseconds that the first attempt gets, however short the wait is: a healthy part may be slow. */
const LEAST_MS = 5_000;
/** Milliseconds between a start that failed because a part has gone away and the next one. */
const AGAIN_MS = 1_000;

/** Begins a start. @param limitMs milliseconds that it may wait for all parts together. */
export function createStartWait(limitMs: number, log: Logger): StartWait {
  let leftMs = limitMs;
  return {
    async open(name, open, isWorthWaiting) {
      const wait = new PartWait(name, leftMs, limitMs > 0 ? log : undefined);
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
        try {
          const part = await wait.attempt(open);
          leftMs -= wait.end();
          return part;
        } catch (error) {
          if (!wait.isSilent && (!isWorthWaiting(error) || limitMs === 0)) throw error;
          if (wait.isOver) throw describeWait(error, name, wait.seconds);
          await wait.pause(pause, error);
        }
      }
    },
    async retryIfGone(begin, isGone) {
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

/** The wait for one part. */
class PartWait {
  private readonly name: string;
  private readonly limitMs: number;
  private readonly log: Logger | undefined;
  private readonly begin = Date.now();
  private isLogged = false;
  private isFirst = true;
  /** True if the part has not answered before the end of the wait. */
  isSilent = false;

  /**
   * @param limitMs milliseconds that are left of the whole wait.
   * @param log undefined if the start does not wait.
   */
  constructor(name: string, limitMs: number, log: Logger | undefined) {
    this.name = name;
    this.limitMs = limitMs;
    this.log = log;
  }

  /** Whole seconds since the beginning. */
  get seconds(): number {
    return Math.round((Date.now() - this.begin) / 1000);
  }

  /** True if the time is over. */
  get isOver(): boolean {
    return this.isSilent || this.leftMs <= 0;
  }

  /** Tries to open the part once. Gives up at the end of the wait unless the part has answered. */
  async attempt<Part>(open: (attempt: OpeningAttempt) => Promise<Part>): Promise<Part> {
    const limit = new AbortController();
    const silence = new Error('It does not answer.');
    const timers = [
      setTimeout(() => this.say(silence), Math.max(0, this.begin + SILENCE_MS - Date.now())),
      setTimeout(
        () => {
          this.isSilent = true;
          limit.abort(silence);
        },
        Math.max(this.leftMs, this.isFirst ? LEAST_MS : 0),
      ),
    ];
    this.isFirst = false;
    const onAnswer = (): void => timers.forEach((timer) => clearTimeout(timer));
    try {
      return await open({ signal: limit.signal, onAnswer });
    } finally {
      onAnswer();
    }
  }

  /** Waits before the next attempt. */
  async pause(milliseconds: number, error: unknown): Promise<void> {
    this.say(error);
    await sleep(Math.max(0, Math.min(milliseconds, this.leftMs)));
  }

  /** Ends the wait, with a line if there was one. Returns the milliseconds that it took. */
  end(): number {
    if (!this.isLogged) return 0;
    this.log?.info({ seconds: this.seconds }, `The wait for ${this.name} is over.`);
    return Date.now() - this.begin;
  }

  private get leftMs(): number {
    return this.begin + this.limitMs - Date.now();
  }

  /** Says once that the start waits. */
  private say(error: unknown): void {
    if (this.isLogged || this.log === undefined) return;
    this.isLogged = true;
    const reason = error instanceof Error ? error.message : String(error);
    const seconds = Math.max(0, Math.round(this.limitMs / 1000));
    this.log.warn({ reason }, `Waiting up to ${seconds} s for ${this.name}.`);
  }
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
