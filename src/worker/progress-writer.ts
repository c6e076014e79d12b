import { KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import type { RenderProgress } from '../render/renderer.ts';
import {
  type ActiveStatus,
  type AttemptProgress,
  type Attempt,
  setProgress,
  type StartedRender,
} from '../store/attempts.ts';
import { isDatabaseAway } from '../store/connection/away.ts';
import type { Database } from '../store/database.ts';
import type { StageTimes } from '../store/queue/attempts.ts';
import { StageClock } from './finish/stage-clock.ts';

/**
 * The error of an attempt that no longer owns its render. Compared by identity: such an attempt must not
 * record anything else.
 */
export const ATTEMPT_LOST = new KinoraError(
  'cancelled',
  'The render was cancelled, or another worker has taken it over.',
);

/** The progress of a render whose files are finished but not yet stored. */
export const SAVING_PROGRESS: AttemptProgress = { status: 'saving', progress: 0.99, eta: null };

/** The name of the end of each stage in the log. */
const STAGE_STEPS: Readonly<Record<ActiveStatus, string>> = {
  generating: 'generated',
  fetching: 'fetched',
  preprocessing: 'prepared',
  rendering: 'rendered',
  saving: 'stored',
};

const WRITE_INTERVAL_MS = 1_000;

/**
 * Writes the progress of one attempt, with the times of its stages, to the database without making the render wait for it. A change of
 * status is written immediately, everything else once per second, even without news. Each write checks that
 * the attempt still owns the render, and {@link lost} fires if it does not. A render that was cancelled, or
 * taken over by another worker, therefore ends within two seconds.
 */
export class ProgressWriter implements AsyncDisposable {
  private readonly tables: Database['tables'];
  private readonly attempt: Attempt;
  private readonly log: Logger;
  private readonly clock: StageClock;
  private readonly lostController = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private current: AttemptProgress;
  /** The first report with frames: its time in milliseconds and its number of finished frames. */
  private start: { readonly at: number; readonly frame: number } | undefined;
  private pendingWrites = 0;
  private writes: Promise<void> = Promise.resolve();

  /**
   * @param attempt the attempt, with the status that it began with. Default: `fetching`.
   * @param tickMs Milliseconds between two writes.
   */
  constructor(
    tables: Database['tables'],
    attempt: Attempt & Partial<Pick<StartedRender, 'status'>>,
    log: Logger,
    tickMs = WRITE_INTERVAL_MS,
  ) {
    const status = attempt.status === 'generating' ? attempt.status : 'fetching';
    this.current = { status, progress: 0, eta: null };
    this.clock = new StageClock(status);
    this.tables = tables;
    this.attempt = attempt;
    this.log = log;
    this.timer = setInterval(() => this.tick(), tickMs);
  }

  get lost(): AbortSignal {
    return this.lostController.signal;
  }

  /** The milliseconds of each status so far. */
  get stages(): StageTimes {
    return this.clock.times;
  }

  /** Accepts a report. Writes it immediately if the status has changed. */
  report(report: RenderProgress): void {
    // The files are finished, so a late report of the renderer says nothing new.
    if (this.current.status === 'saving') return;
    this.update({ status: report.phase, ...this.pace(report) });
  }

  /** Reports that the files are finished and are being stored now. */
  beginSaving(): void {
    this.update(SAVING_PROGRESS);
  }

  /** Reports that the files are stored. */
  endSaving(): void {
    this.tellStage('saving');
  }

  /** Stops writing. Resolves when the last write has ended. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.timer);
    this.clock[Symbol.dispose]();
    await this.writes;
  }

  private update(current: AttemptProgress): void {
    const previous = this.current.status;
    const isChange = current.status !== previous;
    this.current = current;
    if (!isChange) return;
    this.tellStage(previous);
    this.clock.enter(current.status);
    this.write();
  }

  /** Writes one line for a stage that has ended. The last one ends with the attempt. */
  private tellStage(stage: ActiveStatus): void {
    const { id: render, attempt } = this.attempt;
    const seconds = (this.stages[stage] ?? 0) / 1000;
    this.log.info({ render, attempt, step: STAGE_STEPS[stage], seconds }, 'A stage of the render has ended.');
  }

  private pace({ frame, frames }: RenderProgress): Pick<AttemptProgress, 'progress' | 'eta'> {
    if (frame === undefined || frames === undefined || frames === 0) return { progress: 0, eta: null };
    this.start ??= { at: performance.now(), frame };
    const framesDone = frame - this.start.frame;
    const seconds = (performance.now() - this.start.at) / 1000;
    const eta = framesDone > 0 ? Math.ceil((seconds * (frames - frame)) / framesDone) : null;
    return { progress: Math.min(frame / frames, SAVING_PROGRESS.progress), eta };
  }

  private tick(): void {
    // On a slow database, writes must not queue up.
    if (this.pendingWrites === 0) this.write();
  }

  private write(): void {
    this.pendingWrites++;
    this.writes = this.writes.then(() => this.writeNow()).finally(() => this.pendingWrites--);
  }

  private async writeNow(): Promise<void> {
    try {
      const progress = { ...this.current, stages: this.stages };
      if (!(await setProgress(this.tables, this.attempt, progress))) this.lostController.abort(ATTEMPT_LOST);
    } catch (error) {
      // The next write makes up for the failed one. A database that is away must not fail the render. Its
      // connections report the outage, once for all renders.
      if (!isDatabaseAway(error))
        this.log.warn({ err: error, render: this.attempt.id }, 'Could not write the progress of the render.');
    }
  }
}
