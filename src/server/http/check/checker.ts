import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Piscina } from 'piscina';
import { KinoraError } from '../../../base/errors.ts';
import { type CheckResult, unwrapCheckResult } from './check-result.ts';
import type { Checks } from './checks.ts';
import { type CheckTask, runCheck } from './run-check.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs one of the {@link Checks} without blocking other requests for long. */
    check: Check;
  }
}

/**
 * Runs one of the {@link Checks} on its texts. Rejects with the error of the check, with `queue_full` if too
 * many large texts are waiting, and with `stopping` during shutdown.
 */
export type Check = <Name extends keyof Checks>(
  name: Name,
  ...texts: Parameters<Checks[Name]>
) => Promise<ReturnType<Checks[Name]>>;

/**
 * Texts up to this length, in characters, are checked in the calling thread. That takes no longer than a call
 * to another thread.
 */
const MAX_INLINE_CHARACTERS = 50_000;

const MAX_THREADS = 2;
/** Threads start with the first large text and end after this time without work. */
const IDLE_MS = 60_000;
/** Maximum number of large texts that are checked or waiting. */
const MAX_TASKS = 64;
const TIME_LIMIT_MS = 60_000;

/** Adds `app.check`. Its threads end when the server closes. */
export function openChecker(app: FastifyInstance): void {
  const threads = new CheckThreads();
  app.addHook('onClose', () => threads.close());
  const check = async (name: keyof Checks, ...texts: string[]): Promise<unknown> => {
    const isSmall = texts.reduce((sum, { length }) => sum + length, 0) <= MAX_INLINE_CHARACTERS;
    return unwrapCheckResult(isSmall ? runCheck({ name, texts }) : await threads.run({ name, texts }));
  };
  // The parameter and return types depend on the name, which a plain function type cannot express.
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
  // Count the tasks here, because the pool does not apply its own limit to tasks with an abort signal.
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
        throw new KinoraError('stopping', 'The server is stopping. Try again later.', { cause });
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
  return new KinoraError('queue_full', 'Too many large requests are waiting. Try again later.', {
    cause,
  });
}
