import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../base/logger.ts';
import { errorCodeOf } from '../../base/error-code.ts';
import { isOutOfConnections } from './away.ts';

/** Access to the database for {@link DatabaseWatch}. */
export interface WatchedDatabase {
  /** Rejects if the database cannot be used. Uses a connection of its own and has a time limit. */
  probe(): Promise<void>;
  /** Breaks the open connections, whose requests would otherwise wait for a server that is silent. */
  breakConnections(): void;
}

const FIRST_PROBE_MS = 200;
const LONGEST_PROBE_MS = 1_000;

/**
 * Knows if the database is away. Every part that notices a broken connection calls `suspect`. The watch then
 * probes the database until it is back, and writes one line when it went away and one when it is back.
 */
export class DatabaseWatch {
  private readonly database: WatchedDatabase;
  private readonly log: Logger;
  private probing: Promise<void> | undefined;
  private failure: unknown;
  private since: number | undefined;
  private isClosed = false;
  /** Aborted when the database is back, and when the watch closes. */
  private end = new AbortController();

  constructor(database: WatchedDatabase, log: Logger) {
    this.database = database;
    this.log = log;
  }

  /** The error of the last probe while the database is away. Undefined while it is there. */
  get awayBecause(): unknown {
    return this.since === undefined ? undefined : this.failure;
  }

  /** Probes the database because something has failed that needed it. Returns at once. */
  suspect(error: unknown): void {
    if (this.probing !== undefined || this.isClosed) return;
    this.log.debug({ err: error }, 'A connection to the database failed.');
    this.probing = this.probeUntilBack().finally(() => (this.probing = undefined));
  }

  /** Waits until the database is back. If it is not away, waits for some milliseconds. */
  async waitUntilBack(pauseMs: number, signal: AbortSignal | undefined): Promise<void> {
    const back = this.end.signal;
    if (this.since === undefined || back.aborted) {
      // The timer rejects with an error of its own. The reason of the signal says more.
      await sleep(pauseMs, undefined, signal && { signal }).catch(() => undefined);
      signal?.throwIfAborted();
      return;
    }
    const any = signal === undefined ? back : AbortSignal.any([back, signal]);
    if (!any.aborted) await once(any, 'abort');
    signal?.throwIfAborted();
  }

  /** Stops probing. Everyone who waits continues. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.end.abort();
    await this.probing;
  }

  private async probeUntilBack(): Promise<void> {
    for (let pause = FIRST_PROBE_MS; !this.isClosed; pause = Math.min(1.5 * pause, LONGEST_PROBE_MS)) {
      try {
        await this.database.probe();
        break;
      } catch (error) {
        // A server without a free connection still serves the connections that this process has.
        if (isOutOfConnections(error)) break;
        this.noteFailure(error);
      }
      // Ends early when the watch closes. Otherwise a process that has nothing else to do would end meanwhile.
      await sleep(pause, undefined, { ref: false, signal: this.end.signal }).catch(() => undefined);
    }
    this.noteSuccess();
  }

  private noteFailure(error: unknown): void {
    this.failure = error;
    this.database.breakConnections();
    if (this.since !== undefined || this.isClosed) return;
    this.since = Date.now();
    this.end = new AbortController();
    const code = errorCodeOf(error);
    const reason = code ?? (error instanceof Error ? error.message : 'unknown');
    this.log.warn({ reason }, 'The database is away. Work pauses until it is back.');
  }

  private noteSuccess(): void {
    if (this.since === undefined) return;
    const seconds = Math.round((Date.now() - this.since) / 100) / 10;
    this.since = undefined;
    if (!this.isClosed) this.log.info({ seconds }, `The database is back after ${seconds} s.`);
    this.end.abort();
  }
}
