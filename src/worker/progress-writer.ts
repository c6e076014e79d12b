import { KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { type AttemptProgress, type Attempt, setProgress } from '../store/attempts.ts';
import type { Database } from '../store/database.ts';

/** What a render says of how far it is. */
export interface ProgressReport {
  readonly phase: 'fetching' | 'preprocessing' | 'rendering';
  /** Output frames finished, and in all; only while rendering. */
  readonly frame?: number;
  readonly frames?: number;
}

/** Why an attempt ends that has lost its right to write. Known by its identity: nothing else is to be recorded then. */
export const ATTEMPT_LOST = new KinoraError(
  'cancelled',
  'The render was cancelled, or another worker has taken it over.',
);

/** How far a render is whose file has only to be stored. */
export const SAVING_PROGRESS: AttemptProgress = { status: 'saving', progress: 0.99, eta: null };

const WRITE_INTERVAL_MS = 1_000;

/**
 * Writes how far one attempt is, without making the render wait for the database: each change of status at once, the rest
 * every second, also when nothing is new. Each write asks whether the attempt may still write, and {@link lost} fires when
 * not: a render that was cancelled anywhere, or begun by another worker, is in vain and ends so within two seconds.
 */
export class ProgressWriter implements AsyncDisposable {
  private readonly tables: Database['tables'];
  private readonly attempt: Attempt;
  private readonly log: Logger;
  private readonly lostController = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private advance: AttemptProgress = { status: 'fetching', progress: 0, eta: null };
  /** When the first frames were told, in milliseconds, and how many they were. */
  private start: { readonly at: number; readonly frame: number } | undefined;
  private waiting = 0;
  private writes: Promise<void> = Promise.resolve();

  /** @param tickMs How often it is written, in milliseconds. */
  constructor(tables: Database['tables'], attempt: Attempt, log: Logger, tickMs = WRITE_INTERVAL_MS) {
    this.tables = tables;
    this.attempt = attempt;
    this.log = log;
    this.timer = setInterval(() => this.tick(), tickMs);
  }

  get lost(): AbortSignal {
    return this.lostController.signal;
  }

  /** Notes what the render says. */
  report(report: ProgressReport): void {
    const before = this.advance.status;
    this.advance = { status: report.phase, ...this.pace(report) };
    if (report.phase !== before) this.write();
  }

  /** Writes nothing from now on. Resolves when nothing is being written any more. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.timer);
    await this.writes;
  }

  private pace({ frame, frames }: ProgressReport): Pick<AttemptProgress, 'progress' | 'eta'> {
    if (frame === undefined || frames === undefined || frames === 0) return { progress: 0, eta: null };
    this.start ??= { at: performance.now(), frame };
    const framesDone = frame - this.start.frame;
    const seconds = (performance.now() - this.start.at) / 1000;
    const eta = framesDone > 0 ? Math.ceil((seconds * (frames - frame)) / framesDone) : null;
    return { progress: Math.min(frame / frames, SAVING_PROGRESS.progress), eta };
  }

  private tick(): void {
    // On a slow database the writes must not queue up.
    if (this.waiting === 0) this.write();
  }

  private write(): void {
    this.waiting++;
    this.writes = this.writes.then(() => this.writeNow()).finally(() => this.waiting--);
  }

  private async writeNow(): Promise<void> {
    try {
      if (!(await setProgress(this.tables, this.attempt, this.advance)))
        this.lostController.abort(ATTEMPT_LOST);
    } catch (error) {
      // The next write tells the same; a database that is away for a moment costs no render.
      this.log.warn({ err: error, render: this.attempt.id }, 'The progress could not be written.');
    }
  }
}
