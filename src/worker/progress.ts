import { KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import { type Advance, type Attempt, setAdvance } from '../store/attempts.ts';
import type { Database } from '../store/database.ts';

/** What a render says of how far it is. */
export interface Report {
  readonly stage: 'fetching' | 'preprocessing' | 'rendering';
  /** Output frames finished, and in all; only while rendering. */
  readonly frame?: number;
  readonly frames?: number;
}

/** Why an attempt ends that has lost its right to write. Known by its identity: nothing else is to be recorded then. */
export const LOST = new KinoraError(
  'cancelled',
  'The render was cancelled, or another worker has taken it over.',
);

/** How far a render is whose file has only to be stored. */
export const SAVING: Advance = { status: 'saving', progress: 0.99, eta: null };

const TICK_MS = 1_000;

/**
 * Writes how far one attempt is, without making the render wait for the database: each change of status at once, the rest
 * every second, also when nothing is new. Each write asks whether the attempt may still write, and {@link lost} fires when
 * not: a render that was cancelled anywhere, or begun by another worker, is in vain and ends so within two seconds.
 */
export class Progress implements AsyncDisposable {
  readonly #tables: Database['tables'];
  readonly #attempt: Attempt;
  readonly #log: Logger;
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #advance: Advance = { status: 'fetching', progress: 0, eta: null };
  /** When the first frames were told, in milliseconds, and how many they were. */
  #start: { readonly at: number; readonly frame: number } | undefined;
  #waiting = 0;
  #writes: Promise<void> = Promise.resolve();

  /** @param tickMs How often it is written, in milliseconds. */
  constructor(tables: Database['tables'], attempt: Attempt, log: Logger, tickMs = TICK_MS) {
    this.#tables = tables;
    this.#attempt = attempt;
    this.#log = log;
    this.#timer = setInterval(() => this.#tick(), tickMs);
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Notes what the render says. */
  note(report: Report): void {
    const before = this.#advance.status;
    this.#advance = { status: report.stage, ...this.#pace(report) };
    if (report.stage !== before) this.#write();
  }

  /** Writes nothing from now on. Resolves when nothing is being written any more. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#writes;
  }

  #pace({ frame, frames }: Report): Pick<Advance, 'progress' | 'eta'> {
    if (frame === undefined || frames === undefined || frames === 0) return { progress: 0, eta: null };
    this.#start ??= { at: performance.now(), frame };
    const made = frame - this.#start.frame;
    const seconds = (performance.now() - this.#start.at) / 1000;
    const eta = made > 0 ? Math.ceil((seconds * (frames - frame)) / made) : null;
    return { progress: Math.min(frame / frames, SAVING.progress), eta };
  }

  #tick(): void {
    // On a slow database the writes must not queue up.
    if (this.#waiting === 0) this.#write();
  }

  #write(): void {
    this.#waiting++;
    this.#writes = this.#writes.then(() => this.#writeNow()).finally(() => this.#waiting--);
  }

  async #writeNow(): Promise<void> {
    try {
      if (!(await setAdvance(this.#tables, this.#attempt, this.#advance))) this.#lost.abort(LOST);
    } catch (error) {
      // The next write tells the same; a database that is away for a moment costs no render.
      this.#log.warn({ err: error, render: this.#attempt.id }, 'The progress could not be written.');
    }
  }
}
