/**
 * Runs tasks one after another while more are added. Only a limited number may wait. What follows a piece that
 * failed is not done.
 */
export class BoundedQueue {
  private readonly limit: number;
  private readonly waiting: Promise<void>[] = [];
  private last: Promise<void> = Promise.resolve();

  /** @param limit pieces that may wait beside the one that is done. */
  constructor(limit: number) {
    this.limit = limit;
  }

  /**
   * Adds a piece. The promise resolves as soon as there may be another one.
   *
   * @param after is called in any case, once the piece is done, or never will be.
   * @throws what a piece before has failed with.
   */
  async add(work: () => Promise<void>, after?: () => void): Promise<void> {
    const done = this.last.then(work).finally(after);
    // The failure is thrown to who adds more or waits for the end; until then it must not count as unhandled.
    done.catch(() => undefined);
    this.last = done;
    this.waiting.push(done);
    if (this.waiting.length > this.limit) await this.waiting.shift();
  }

  /** Waits for all that was added. @throws what a piece has failed with. */
  drain(): Promise<void> {
    return this.last;
  }
}
