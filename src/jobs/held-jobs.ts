import { KinoraError } from '../base/errors.ts';
import type { OpenAttempt, TakenJob } from '../store/queue/attempts.ts';

interface HeldJob {
  readonly lost: AbortController;
  /** Number of comparisons in a row in which the job had no open attempt. */
  missing: number;
}

/** One comparison may fall between the row of an attempt and the end of its transaction. */
const MISSING_LIMIT = 2;

/** The jobs that this process works on. */
export class HeldJobs {
  private readonly jobs = new Map<string, HeldJob>();

  /** Adds a job. Returns a signal that fires if the job is lost. */
  add({ job }: Pick<TakenJob, 'job'>): AbortSignal {
    const lost = new AbortController();
    this.jobs.set(job, { lost, missing: 0 });
    return lost.signal;
  }

  /** Removes a job. Its signal no longer fires. */
  remove(job: string): void {
    this.jobs.delete(job);
  }

  /**
   * Compares these jobs with the open attempts of this worker in the database. Fires the signals of the jobs that
   * are lost.
   *
   * @returns The open attempts at jobs that this process does not work on.
   */
  compare(open: readonly OpenAttempt[]): { readonly abandoned: readonly OpenAttempt[] } {
    const found = new Set(open.map(({ job }) => job));
    for (const [job, held] of this.jobs) {
      held.missing = found.has(job) ? 0 : held.missing + 1;
      if (held.missing >= MISSING_LIMIT)
        held.lost.abort(
          new KinoraError('worker_lost', 'The job was taken from this worker, because it was judged dead.'),
        );
    }
    return { abandoned: open.filter(({ job }) => !this.jobs.has(job)) };
  }
}
