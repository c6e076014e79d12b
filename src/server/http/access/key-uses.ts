import type { Kysely } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import { type Caller, recordKeyUse } from '../../../store/accounts/keys.ts';
import type { Schema } from '../../../store/schema.ts';

/** Milliseconds between two records of the use of a key. */
const INTERVAL_MS = 60_000;
/** Maximum number of keys to remember. Beyond it, all are forgotten, and their next use is recorded again. */
const MAX_KEYS = 10_000;

/** Records when keys are used, at most once a minute for each, so that a request rarely causes a write. */
export class KeyUses {
  private readonly tables: Kysely<Schema>;
  private readonly log: Pick<FastifyBaseLogger, 'warn'>;
  /** The time of the last record of each key, by its id. */
  private readonly recorded = new Map<string, number>();

  constructor(tables: Kysely<Schema>, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.tables = tables;
    this.log = log;
  }

  /**
   * Records that the keys of these callers are used now. If that fails, for example because the disk of the database
   * is full, the requests go on.
   */
  async record(callers: readonly (Caller | undefined)[]): Promise<void> {
    const now = performance.now();
    const due = new Set(
      callers.flatMap((caller) => (caller && this.isDue(caller.key, now) ? [caller.key] : [])),
    );
    if (due.size === 0) return;
    if (this.recorded.size + due.size > MAX_KEYS) this.recorded.clear();
    for (const key of due) this.recorded.set(key, now);
    try {
      await recordKeyUse(this.tables, [...due]);
    } catch (error) {
      this.log.warn({ err: error }, 'The last use of API keys could not be recorded.');
    }
  }

  private isDue(key: string, now: number): boolean {
    const last = this.recorded.get(key);
    return last === undefined || now - last >= INTERVAL_MS;
  }
}
