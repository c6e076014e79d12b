import type { WorkCost } from '../store/queue/work-cost.ts';

/** The conditions under which a process takes jobs. */
export interface WorkLimits {
  /** Decides whether jobs may be taken now, for example whether there is room on the disk. Absent: always. */
  mayTake?(): boolean | Promise<boolean>;
}

/** The work that one process does at the same time for one queue. */
export interface Capacity extends WorkLimits {
  /** Number of jobs at the same time, at least 1. */
  readonly slots: number;
  /**
   * Decides whether a job may start beside those that run. A job waits for the end of another one if not. Asked
   * for the next job in the order of the queue only, so that no job is passed over again and again. Not asked if
   * nothing runs. Absent: every job may start.
   */
  mayStart?(cost: WorkCost, running: readonly WorkCost[]): boolean;
}
