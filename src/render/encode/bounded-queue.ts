/**
 * Runs tasks one after another. Only a limited number of tasks may wait. If a task fails, later tasks do not
 * run.
 */
export class BoundedQueue {
  private readonly limit: number;
  private readonly waiting: Promise<void>[] = [];
  private last: Promise<void> = Promise.resolve();

  /** @param limit number of tasks that may wait while another task runs. */
  constructor(limit: number) {
    this.limit = limit;
  }

  /**
   * Adds a task. The promise resolves as soon as the next task may be added.
   *
   * @param after called in any case: after the task has run, or when an earlier task has failed.
   * @throws the error of an earlier task.
   */
  async add(work: () => Promise<void>, after?: () => void): Promise<void> {
    const done = this.last.then(work).finally(after);
    // A later `add` or `drain` throws the error. Until then, Node.js must not treat it as an unhandled
    // rejection.
    done.catch(() => undefined);
    this.last = done;
    this.waiting.push(done);
    if (this.waiting.length > this.limit) await this.waiting.shift();
  }

  /**
   * Waits for all tasks.
   *
   * @throws the error of the first task that failed.
   */
  drain(): Promise<void> {
    return this.last;
  }
}
