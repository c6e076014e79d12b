import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pLimit, { type LimitFunction } from 'p-limit';
import { Piscina } from 'piscina';
import { KinoraError } from '../../../base/errors.ts';
import { QuotaExceeded } from '../../../store/quotas/quotas.ts';
import { RETRY_AFTER_SECONDS } from '../response/errors.ts';
import type { Checks } from './checks.ts';
import { isSmallTask } from './is-small-task.ts';
import { type CheckResult, type CheckTask, runCheck, unwrapCheckResult } from './run-check.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs one of the {@link Checks} without blocking other requests for long. */
    check: Check;
  }
}

/**
 * Runs one of the {@link Checks} on its texts, for an owner. Rejects with the error of the check, with
 * `too_many_requests` if too many large texts of the owner are waiting, with `queue_full` if too many of all
 * owners are, and with `stopping` during shutdown.
 */
type Check = <Name extends keyof Checks>(
  owner: string,
  name: Name,
  ...texts: Parameters<Checks[Name]>
) => Promise<ReturnType<Checks[Name]>>;

const MAX_THREADS = 2;
/**
 * Maximum number of large texts of one owner that are checked at the same time. It leaves a thread to the other
 * owners.
 */
const MAX_THREADS_PER_OWNER = MAX_THREADS - 1;
/** Threads start with the first large text and end after this time without work. */
const IDLE_MS = 60_000;
/** Maximum number of large texts that are checked or waiting: of all owners, and of one. */
const MAX_TASKS = { all: 64, owner: 16 } as const;
/** Maximum time of one check, without its waiting time. */
const TIME_LIMIT_MS = 30_000;

/** Adds `app.check`. Its threads end when the server closes. */
export function openChecker(app: FastifyInstance): void {
  const threads = new CheckThreads();
  // Each small text has a turn of the event loop, because many may arrive at once.
  const oneByOne = pLimit(1);
  app.addHook('onClose', () => threads.close());
  const check = async (owner: string, name: keyof Checks, ...texts: string[]): Promise<unknown> => {
    const task = { name, texts };
    const small = await oneByOne(() => nextTurn().then(() => isSmallTask(task) && runCheck(task)));
    return unwrapCheckResult(small || (await threads.run(owner, task)));
  };
  // The parameter and return types depend on the name, which a plain function type cannot express.
  app.decorate('check', check as Check);
}

/** The large texts of one owner. */
interface OwnerTasks {
  readonly limit: LimitFunction;
  /** Number of texts that are checked or waiting. */
  count: number;
}

class CheckThreads {
  private readonly pool = new Piscina<CheckTask, CheckResult>({
    filename: new URL('./run-check.ts', import.meta.url).href,
    name: 'runCheck',
    minThreads: 0,
    maxThreads: MAX_THREADS,
    idleTimeout: IDLE_MS,
  });
  // Count the tasks here, because the pool does not apply its own limit to tasks with an abort signal.
  private tasks = 0;
  private readonly tasksByOwner = new Map<string, OwnerTasks>();
  private isStopping = false;

  async run(owner: string, task: CheckTask): Promise<CheckResult> {
    const tasks = this.tasksByOwner.get(owner) ?? { limit: pLimit(MAX_THREADS_PER_OWNER), count: 0 };
    if (tasks.count >= MAX_TASKS.owner) throw createOwnerBusyError();
    if (this.tasks >= MAX_TASKS.all) throw createBusyError();
    this.tasksByOwner.set(owner, tasks);
    this.tasks += 1;
    tasks.count += 1;
    try {
      return await tasks.limit(() => this.check(task));
    } finally {
      this.tasks -= 1;
      tasks.count -= 1;
      if (tasks.count === 0) this.tasksByOwner.delete(owner);
    }
  }

  close(): Promise<void> {
    this.isStopping = true;
    return this.pool.destroy();
  }

  private async check(task: CheckTask): Promise<CheckResult> {
    this.throwIfStopping();
    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    try {
      return await this.pool.run(task, { signal });
    } catch (cause) {
      this.throwIfStopping(cause);
      throw signal.aborted ? createCostError(cause) : cause;
    }
  }

  private throwIfStopping(cause?: unknown): void {
    if (this.isStopping)
      throw new KinoraError('stopping', 'The server is stopping. Try again later.', { cause });
  }
}

function createOwnerBusyError(): KinoraError {
  const sentence = `This account has ${MAX_TASKS.owner} large requests waiting, which is the limit. Wait for their responses, then try again.`;
  return new QuotaExceeded('too_many_requests', sentence, RETRY_AFTER_SECONDS);
}

function createBusyError(): KinoraError {
  return new KinoraError('queue_full', 'Too many large requests are waiting. Try again later.');
}

function createCostError(cause: unknown): KinoraError {
  const sentence = `The request could not be checked in ${TIME_LIMIT_MS / 1000} s. Make it smaller, or try again later if the server is busy.`;
  return new KinoraError('queue_full', sentence, { cause });
}
