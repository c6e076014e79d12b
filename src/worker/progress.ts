import { KinoraError } from '../base/errors.ts';
import type { Database } from '../store/database.ts';
import { type Attempt, setStatus } from '../store/renders.ts';
import type { RenderStatus } from '../store/schema.ts';

type PassingStatus = Exclude<RenderStatus, 'queued' | 'done' | 'failed'>;

/** Why an attempt ends that has lost its right to write. Known by its identity: nothing else is to be recorded then. */
export const TAKEN_OVER = new KinoraError('cancelled', 'Another worker has taken the render over.');

/**
 * Writes the statuses of one attempt in their order, without making the render wait for the database. {@link lost} fires
 * when they cannot be written any more, above all because another worker has begun the render: the attempt is then in vain.
 */
export class Progress {
  readonly #tables: Database['tables'];
  readonly #attempt: Attempt;
  readonly #lost = new AbortController();
  #status: PassingStatus = 'fetching';
  #writes: Promise<void> = Promise.resolve();

  constructor(tables: Database['tables'], attempt: Attempt) {
    this.#tables = tables;
    this.#attempt = attempt;
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Notes a status; the same one again costs nothing. */
  note(status: PassingStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#writes = this.#writes
      .then(() => this.#write(status))
      .catch((error: unknown) => this.#lost.abort(error));
  }

  /** Resolves when everything noted is written; rejects when something could not be. */
  async written(): Promise<void> {
    await this.#writes;
    this.#lost.signal.throwIfAborted();
  }

  async #write(status: PassingStatus): Promise<void> {
    if (!(await setStatus(this.#tables, this.#attempt, status))) throw TAKEN_OVER;
  }
}
