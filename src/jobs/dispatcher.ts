import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../base/logger.ts';
import { isDatabaseAway } from '../store/connection/away.ts';
import type { Database } from '../store/database.ts';
import type { WorkCost } from '../store/queue/work-cost.ts';
import { LaneOrder, type Lanes } from './lanes.ts';

/** A job that was taken. */
export interface DispatchedWork {
  /** The lane that it was taken from. */
  readonly lane: string;
  readonly cost: WorkCost;
}

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

/** The work that a {@link Dispatcher} starts. */
export interface DispatchedQueue<Work extends DispatchedWork> {
  readonly lanes: Lanes;
  /** Finds the lanes with jobs that are due. */
  findDue(): Promise<ReadonlySet<string>>;
  /**
   * Takes the next job of a lane. Returns undefined if it has none for this process.
   *
   * @param accepts returns false if a job must not start now. It then stays in the queue.
   */
  take(lane: string, accepts: (cost: WorkCost) => boolean): Promise<Work | undefined>;
  /** Does a job. Must not reject. */
  run(work: Work): Promise<void>;
}

/** Milliseconds between two looks for jobs, which find those that come due without a notification. */
const POLL_MS = 1000;
/** Milliseconds until the next try after an error. */
const PAUSE_MS = 500;

/**
 * Takes jobs and starts them as long as the process has room for them. All slots serve all lanes. If all of them
 * are busy with long work, one more job of the short lane may run, so that short work never waits behind long.
 */
export class Dispatcher<Work extends DispatchedWork> {
  private readonly queue: DispatchedQueue<Work>;
  private readonly capacity: Capacity;
  private readonly database: Pick<Database, 'retryUntilAvailable'>;
  private readonly log: Logger;
  private readonly order: LaneOrder;
  private readonly ending = new AbortController();
  private readonly running = new Map<Work, { readonly isExpress: boolean; readonly end: Promise<void> }>();
  private loop: Promise<void> = Promise.resolve();
  private woken = Promise.withResolvers<undefined>();
  /** True if the last try found a job. */
  private hasFound = false;

  constructor(
    queue: DispatchedQueue<Work>,
    capacity: Capacity,
    database: Pick<Database, 'retryUntilAvailable'>,
    log: Logger,
  ) {
    this.queue = queue;
    this.capacity = capacity;
    this.database = database;
    this.log = log;
    this.order = new LaneOrder(queue.lanes);
  }

  /** Starts taking jobs. */
  start(): void {
    this.loop = this.takeJobs();
  }

  /** Looks for jobs now. */
  wake(): void {
    this.woken.resolve(undefined);
  }

  /** Takes no more jobs. Resolves when the last one was taken; the running ones go on. */
  async stop(): Promise<void> {
    this.ending.abort();
    this.wake();
    await this.loop;
  }

  /** Resolves when all running jobs have ended. */
  async whenIdle(): Promise<void> {
    await Promise.all([...this.running.values()].map(({ end }) => end));
  }

  private async takeJobs(): Promise<void> {
    while (!this.isEnding()) {
      // A wake during the attempt must start another one.
      this.woken = Promise.withResolvers();
      try {
        if (await this.takeNext()) continue;
        await this.waitForWork(POLL_MS);
      } catch (error) {
        if (this.isEnding()) return;
        // The database itself reports that it is away, once for the process. The next look for jobs waits for it.
        if (!isDatabaseAway(error))
          this.log.error({ err: error, queue: this.queue.lanes.main }, 'Could not take a job. Trying again.');
        await this.waitForWork(PAUSE_MS);
      }
    }
  }

  private isEnding(): boolean {
    return this.ending.signal.aborted;
  }

  private async waitForWork(limitMs: number): Promise<void> {
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, this.ending.signal]);
    await Promise.race([this.woken.promise, wait(limitMs, undefined, { signal }).catch(() => undefined)]);
    over.abort();
  }

  /** Takes a job and starts it. Returns false if there is none, or no room. */
  private async takeNext(): Promise<boolean> {
    const { signal } = this.ending;
    const room = this.findRoom();
    if (room === 'none' || (await this.capacity.mayTake?.()) === false) return false;
    const due = await this.findDue();
    const { short } = this.queue.lanes;
    const lanes = this.order.next(due).filter((lane) => room === 'slot' || lane === short);
    for (const lane of lanes) {
      signal.throwIfAborted();
      const work = await this.queue.take(lane, (cost) => this.accepts(cost));
      if (work === undefined) continue;
      this.hasFound = true;
      if (room === 'slot') this.order.took(lane, due);
      this.begin(work, room === 'express');
      return true;
    }
    return false;
  }

  private async findDue(): Promise<ReadonlySet<string>> {
    const { main, short } = this.queue.lanes;
    const { signal } = this.ending;
    const isBusy = this.hasFound && short === undefined;
    this.hasFound = false;
    // Behind a job of the only lane there is often another one, so that looking for it first would cost more.
    return isBusy
      ? new Set([main])
      : await this.database.retryUntilAvailable(() => this.queue.findDue(), { signal });
  }

  /** Says whether there is a free slot, room for short work only, or none. */
  private findRoom(): 'slot' | 'express' | 'none' {
    const { short } = this.queue.lanes;
    const all = [...this.running];
    const inSlots = all.filter(([, { isExpress }]) => !isExpress);
    if (inSlots.length < this.capacity.slots) return 'slot';
    const allLong = short !== undefined && all.every(([{ lane }]) => lane !== short);
    return allLong ? 'express' : 'none';
  }

  private accepts(cost: WorkCost): boolean {
    if (this.running.size === 0 || this.capacity.mayStart === undefined) return true;
    return this.capacity.mayStart(
      cost,
      [...this.running.keys()].map((work) => work.cost),
    );
  }

  private begin(work: Work, isExpress: boolean): void {
    const end = this.queue.run(work).finally(() => {
      this.running.delete(work);
      this.wake();
    });
    this.running.set(work, { isExpress, end });
  }
}
