import type { Logger } from '../../../base/logger.ts';
import type { Database } from '../../../store/database.ts';
import { findRendersById, type RenderRow } from '../../../store/renders.ts';

/** Told how a render is; `undefined` when it is gone. */
export type RenderListener = (render: RenderRow | undefined) => void;

const POLL_INTERVAL_MS = 500;

/**
 * Looks at the renders that somebody listens to, all of them in one query, as long as there are any. Works whichever process
 * renders.
 */
export class RenderPoller {
  private readonly tables: Database['tables'];
  private readonly log: Logger;
  private readonly intervalMs: number;
  private readonly listeners = new Map<string, Set<RenderListener>>();
  private timer: NodeJS.Timeout | undefined;

  /** @param intervalMs Milliseconds from the end of one query to the next. */
  constructor(tables: Database['tables'], log: Logger, intervalMs = POLL_INTERVAL_MS) {
    this.tables = tables;
    this.log = log;
    this.intervalMs = intervalMs;
  }

  /** Has a listener told how a render is, again and again, until the returned function is called. */
  listen(id: string, listener: RenderListener): () => void {
    const listeners = this.listeners.get(id) ?? new Set();
    this.listeners.set(id, listeners.add(listener));
    this.timer ??= this.scheduleQuery();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.listeners.delete(id);
    };
  }

  private scheduleQuery(): NodeJS.Timeout {
    return setTimeout(() => void this.queryRenders(), this.intervalMs);
  }

  private async queryRenders(): Promise<void> {
    const ids = [...this.listeners.keys()];
    try {
      if (ids.length > 0) this.notify(ids, await findRendersById(this.tables, ids));
    } catch (error) {
      this.log.warn({ err: error }, 'Renders could not be looked at; the next look follows.');
    }
    this.timer = this.listeners.size > 0 ? this.scheduleQuery() : undefined;
  }

  private notify(ids: readonly string[], renders: readonly RenderRow[]): void {
    const found = new Map(renders.map((render) => [render.id, render]));
    for (const id of ids) for (const listener of this.listeners.get(id) ?? []) listener(found.get(id));
  }
}
