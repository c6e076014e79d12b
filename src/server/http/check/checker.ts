import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Piscina } from 'piscina';
import { KinoraError } from '../../../base/errors.ts';
import type { Checks } from './checks.ts';
import { type Outcome, valueOf } from './outcome.ts';
import run, { type Task } from './thread.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Does one of the {@link Checks}, without holding up other requests for long. Throws what the check throws. */
    check: Check;
  }
}

/** Does one of the {@link Checks} on its texts. Rejects with `queue_full` when too many large ones wait. */
export type Check = <Name extends keyof Checks>(
  name: Name,
  ...texts: Parameters<Checks[Name]>
) => Promise<ReturnType<Checks[Name]>>;

/** The largest texts that are checked at once, in characters: in a few milliseconds, the time that it takes to ask a thread. */
const SMALL = 50_000;

const THREADS = 2;
/** Threads are made for the first large text, and end when there was none for so long. */
const IDLE_MS = 60_000;
/** Large texts that are checked or wait for it, at the most. */
const MOST_AT_ONCE = 64;
const TIME_LIMIT_MS = 60_000;

/** Opens `app.check`, which ends with the server. */
export function openChecker(app: FastifyInstance): void {
  const threads = new Threads();
  app.addHook('onClose', () => threads.close());
  const check = async (name: keyof Checks, ...texts: string[]): Promise<unknown> => {
    const isSmall = texts.reduce((sum, { length }) => sum + length, 0) <= SMALL;
    return valueOf(isSmall ? run({ name, texts }) : await threads.run({ name, texts }));
  };
  // The types of the texts and of the value follow from the name, which a function of its own cannot say.
  app.decorate('check', check as Check);
}

class Threads {
  readonly #pool = new Piscina<Task, Outcome>({
    filename: join(import.meta.dirname, 'thread.ts'),
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
  });
  // The pool's own limit does not hold for tasks that can be aborted.
  #tasks = 0;
  #stopping = false;

  async run(task: Task): Promise<Outcome> {
    if (this.#tasks >= MOST_AT_ONCE) throw busy();
    this.#tasks += 1;
    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    try {
      return await this.#pool.run(task, { signal });
    } catch (cause) {
      if (this.#stopping)
        throw new KinoraError('stopping', 'The server is stopping; try again later.', { cause });
      throw signal.aborted ? busy(cause) : cause;
    } finally {
      this.#tasks -= 1;
    }
  }

  close(): Promise<void> {
    this.#stopping = true;
    return this.#pool.destroy();
  }
}

function busy(cause?: unknown): KinoraError {
  return new KinoraError('queue_full', 'Too many large requests wait to be read; try again later.', {
    cause,
  });
}
