import type { Logger } from '../../base/logger.ts';
import type { StreamClaims, StreamToMake } from '../../render/streams/stream-sharing.ts';
import { isDatabaseAway } from '../../store/connection/away.ts';
import type { Database } from '../../store/database.ts';
import {
  claimStream,
  finishStream,
  reportStream,
  type ClaimOrder,
} from '../../store/queue/shared-outputs.ts';

const WRITE_INTERVAL_MS = 1000;

/**
 * Writes the progress of a job at the streams that it makes, once per second, also without news. {@link lost} fires
 * if one of them no longer belongs to the job: its render has ended, or another worker has claimed it.
 */
export class StreamReports implements Disposable {
  private readonly database: Pick<Database, 'tables' | 'retryUntilAvailable'>;
  private readonly output: string;
  private readonly job: string;
  private readonly log: Logger;
  private readonly lostController = new AbortController();
  private readonly timer: NodeJS.Timeout;
  /** The number of finished frames of each stream that is being made, by its position. */
  private readonly current = new Map<number, number>();
  private isWriting = false;

  constructor(
    database: Pick<Database, 'tables' | 'retryUntilAvailable'>,
    { output, job, log }: { readonly output: string; readonly job: string; readonly log: Logger },
  ) {
    this.database = database;
    this.output = output;
    this.job = job;
    this.log = log;
    this.timer = setInterval(() => void this.write(), WRITE_INTERVAL_MS);
  }

  get lost(): AbortSignal {
    return this.lostController.signal;
  }

  /** @param finished number of finished frames. */
  private report({ position, frames }: StreamToMake, finished: number): void {
    this.current.set(position, Math.min(finished, frames));
  }

  /** A stream is made. Nothing is reported about it any more. */
  private end(position: number): void {
    this.current.delete(position);
  }

  /** Returns the claims of the job on the streams. @param signal ends the waiting for the database. */
  createClaims(order: ClaimOrder, signal: AbortSignal): StreamClaims {
    const { output, job } = this;
    const { tables, retryUntilAvailable } = this.database;
    return {
      claim: async () => {
        const stream = await retryUntilAvailable(() => claimStream(tables, output, { job, order }), {
          signal,
        });
        // From now on, a helper learns within a second that its work is not needed any more.
        if (stream) this.report(stream, 0);
        return stream;
      },
      report: (stream, finished) => this.report(stream, finished),
      finish: async ({ position }) => {
        this.end(position);
        await retryUntilAvailable(() => finishStream(tables, output, { job, position }), { signal });
      },
    };
  }

  [Symbol.dispose](): void {
    clearInterval(this.timer);
  }

  private async write(): Promise<void> {
    const { current, output, job } = this;
    if (this.isWriting) return;
    this.isWriting = true;
    try {
      for (const [position, finished] of current) {
        const isOurs = await reportStream(this.database.tables, output, { job, position, finished });
        // It may have been made in the meantime.
        if (!isOurs && current.has(position))
          this.lostController.abort(new Error('The stream no longer belongs to this worker.'));
      }
    } catch (error) {
      // The next write makes up for the failed one.
      if (!isDatabaseAway(error))
        this.log.warn({ err: error, output }, 'Could not write the progress of a stream.');
    } finally {
      this.isWriting = false;
    }
  }
}
