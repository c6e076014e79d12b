import type { Database } from '../store/database.ts';
import { JOB_CHANNEL } from '../store/queue/shares.ts';

/** Wakes the dispatchers of this process when a transaction with new jobs was committed, in any process. */
export class JobBell implements AsyncDisposable {
  private readonly database: Pick<Database, 'listen'>;
  private readonly listeners = new Map<string, () => void>();
  private listening: ReturnType<Database['listen']> | undefined;

  constructor(database: Pick<Database, 'listen'>) {
    this.database = database;
  }

  /** Calls a function whenever there are new jobs in a queue. */
  async listen(queue: string, onJobs: () => void): Promise<void> {
    this.listeners.set(queue, onJobs);
    this.listening ??= this.database.listen(JOB_CHANNEL, (name) => this.ring(name));
    await this.listening;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // If the database refused to listen, the caller has received the error.
    const listening = await this.listening?.catch(() => undefined);
    await listening?.close();
  }

  /** @param queue absent if notifications may have been missed. */
  private ring(queue?: string): void {
    const listener = queue === undefined ? undefined : this.listeners.get(queue);
    if (listener) listener();
    else for (const onJobs of this.listeners.values()) onJobs();
  }
}
