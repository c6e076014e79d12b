import type { Logger } from '../../../base/logger.ts';
import type { Database } from '../../../store/database.ts';
import { findRendersById, type RenderRow } from '../../../store/renders.ts';

/** Receives the current state of a render; `undefined` if the render was deleted. */
type RenderListener = (render: RenderRow | undefined) => void;

const POLL_INTERVAL_MS = 500;

/**
 * Creates a poller: it queries the database for all renders that have listeners, in one query, and stops when no
 * listener is left. It also sees renders that run in other processes.
 */
export function createRenderPoller(tables: Database['tables'], log: Logger) {
  const listenersById = new Map<string, Set<RenderListener>>();
  let timer: NodeJS.Timeout | undefined;
  const scheduleQuery = (): NodeJS.Timeout => setTimeout(() => void queryRenders(), POLL_INTERVAL_MS);

  async function queryRenders(): Promise<void> {
    const ids = [...listenersById.keys()];
    try {
      if (ids.length > 0) notify(ids, await findRendersById(tables, ids));
    } catch (error) {
      log.warn({ err: error }, 'Could not query the followed renders. Retrying with the next poll.');
    }
    timer = listenersById.size > 0 ? scheduleQuery() : undefined;
  }

  function notify(ids: readonly string[], renders: readonly RenderRow[]): void {
    const found = new Map(renders.map((render) => [render.id, render]));
    for (const id of ids) for (const listener of listenersById.get(id) ?? []) listener(found.get(id));
  }

  return {
    /** Calls the listener with the state of a render after every query, until the returned function is called. */
    listen(id: string, listener: RenderListener): () => void {
      const listeners = listenersById.get(id) ?? new Set();
      listenersById.set(id, listeners.add(listener));
      timer ??= scheduleQuery();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) listenersById.delete(id);
      };
    },
  };
}
