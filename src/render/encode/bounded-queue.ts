/**
 * Runs tasks one after another while more are added. Only a limited number may wait. Tasks after a
 * failed one do not run.
 */
export class BoundedQueue {
  private readonly limit: number;
  private readonly waiting: Promise<void>[] = [];
  private last: Promise<void> = Promise.resolve();

  /** @param limit number of tasks that may wait while another one runs. */
  constructor(limit: number) {
    this.limit = limit;
  }

  /**
   * Adds a task. The promise resolves as soon as another one may be added.
   *
   * @param after always called, after the task has run or when it will never run.
   * @throws the error of an earlier task.
   */
  async add(work: () => Promise<void>, after?: () => void): Promise<void> {
    const done = this.last.then(work).finally(after);
    // `add` and `drain` throw the failure. Until then it must not count as unhandled.
    done.catch(() => undefined);
    this.last = done;
    this.waiting.push(done);
    if (this.waiting.length > this.limit) await this.waiting.shift();
  }

  /**
   * Waits for all tasks.
   *
   * @throws the error of a task.
   */
  drain(): Promise<void> {
    return this.last;
  }
}
