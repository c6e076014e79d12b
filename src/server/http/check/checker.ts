import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Piscina } from 'piscina';
import { KinoraError } from '../../../base/errors.ts';
import { type CheckResult, unwrapCheckResult } from './check-result.ts';
import type { Checks } from './checks.ts';
import { type CheckTask, runCheck } from './run-check.ts';

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
const MAX_INLINE_CHARACTERS = 50_000;

const MAX_THREADS = 2;
/** Threads are made for the first large text, and end when there was none for so long. */
const IDLE_MS = 60_000;
/** Large texts that are checked or wait for it, at the most. */
const MAX_TASKS = 64;
const TIME_LIMIT_MS = 60_000;

/** Opens `app.check`, which ends with the server. */
export function openChecker(app: FastifyInstance): void {
  const threads = new CheckThreads();
  app.addHook('onClose', () => threads.close());
  const check = async (name: keyof Checks, ...texts: string[]): Promise<unknown> => {
    const isSmall = texts.reduce((sum, { length }) => sum + length, 0) <= MAX_INLINE_CHARACTERS;
    return unwrapCheckResult(isSmall ? runCheck({ name, texts }) : await threads.run({ name, texts }));
  };
  // The types of the texts and of the value follow from the name, which a function of its own cannot say.
  app.decorate('check', check as Check);
}

class CheckThreads {
  private readonly pool = new Piscina<CheckTask, CheckResult>({
    filename: join(import.meta.dirname, 'run-check.ts'),
    name: 'runCheck',
    minThreads: 0,
    maxThreads: MAX_THREADS,
    idleTimeout: IDLE_MS,
  });
  // The pool's own limit does not hold for tasks that can be aborted.
  private tasks = 0;
  private isStopping = false;

  async run(task: CheckTask): Promise<CheckResult> {
    if (this.tasks >= MAX_TASKS) throw createBusyError();
    this.tasks += 1;
    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    try {
      return await this.pool.run(task, { signal });
    } catch (cause) {
      if (this.isStopping)
        throw new KinoraError('stopping', 'The server is stopping; try again later.', { cause });
      throw signal.aborted ? createBusyError(cause) : cause;
    } finally {
      this.tasks -= 1;
    }
  }

  close(): Promise<void> {
    this.isStopping = true;
    return this.pool.destroy();
  }
}

function createBusyError(cause?: unknown): KinoraError {
  return new KinoraError('queue_full', 'Too many large requests wait to be read; try again later.', {
    cause,
  });
}
