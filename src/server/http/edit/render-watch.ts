import type { Logger } from '../../../base/log.ts';
import type { Database } from '../../../store/database.ts';
import { findRendersById, type RenderRow } from '../../../store/renders.ts';

/** Told how a render is; `undefined` when it is gone. */
export type RenderListener = (render: RenderRow | undefined) => void;

const EVERY_MS = 500;

/**
 * Looks at the renders that somebody listens to, all of them in one query, as long as there are any. Works whichever process
 * renders.
 */
export class RenderWatch {
  readonly #tables: Database['tables'];
  readonly #log: Logger;
  readonly #everyMs: number;
  readonly #listeners = new Map<string, Set<RenderListener>>();
  #timer: NodeJS.Timeout | undefined;

  /** @param everyMs How long after one look the next follows, in milliseconds. */
  constructor(tables: Database['tables'], log: Logger, everyMs = EVERY_MS) {
    this.#tables = tables;
    this.#log = log;
    this.#everyMs = everyMs;
  }

  /** Has a listener told how a render is, again and again, until the returned function is called. */
  listen(id: string, listener: RenderListener): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    this.#timer ??= this.#soon();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(id);
    };
  }

  #soon(): NodeJS.Timeout {
    return setTimeout(() => void this.#look(), this.#everyMs);
  }

  async #look(): Promise<void> {
    const ids = [...this.#listeners.keys()];
    try {
      if (ids.length > 0) this.#tell(ids, await findRendersById(this.#tables, ids));
    } catch (error) {
      this.#log.warn({ err: error }, 'Renders could not be looked at; the next look follows.');
    }
    this.#timer = this.#listeners.size > 0 ? this.#soon() : undefined;
  }

  #tell(ids: readonly string[], renders: readonly RenderRow[]): void {
    const found = new Map(renders.map((render) => [render.id, render]));
    for (const id of ids) for (const listener of this.#listeners.get(id) ?? []) listener(found.get(id));
  }
}
