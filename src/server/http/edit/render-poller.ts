import type { Logger } from '../../../base/logger.ts';
import type { Database } from '../../../store/database.ts';
import { findRendersById, type RenderRow } from '../../../store/renders.ts';

/** Receives the current state of a render; `undefined` if the render was deleted. */
export type RenderListener = (render: RenderRow | undefined) => void;

const POLL_INTERVAL_MS = 500;

/**
 * Polls the database for all renders that have listeners, in one query, and stops when no listener is left.
 * It also sees renders that run in other processes.
 */
export class RenderPoller {
  private readonly tables: Database['tables'];
  private readonly log: Logger;
  private readonly intervalMs: number;
  private readonly listeners = new Map<string, Set<RenderListener>>();
  private timer: NodeJS.Timeout | undefined;

  /** @param intervalMs Pause between two queries, in milliseconds. */
  constructor(tables: Database['tables'], log: Logger, intervalMs = POLL_INTERVAL_MS) {
    this.tables = tables;
    this.log = log;
    this.intervalMs = intervalMs;
  }

  /**
   * Calls the listener with the state of a render after every query, until the returned function is called.
   */
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
      this.log.warn({ err: error }, 'Could not query the followed renders. Retrying with the next poll.');
    }
    this.timer = this.listeners.size > 0 ? this.scheduleQuery() : undefined;
  }

  private notify(ids: readonly string[], renders: readonly RenderRow[]): void {
    const found = new Map(renders.map((render) => [render.id, render]));
    for (const id of ids) for (const listener of this.listeners.get(id) ?? []) listener(found.get(id));
  }
}
