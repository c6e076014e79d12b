import { setPriority, totalmem } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { type ErrorCode, KinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { CHILD_LIMIT_CODES } from '../../base/observe/measurement.ts';
import type { StepAnswers, StepRequest } from '../produce/produce-job.ts';
import type { RenderProgress } from '../produce/progress.ts';
import { isIsolationRequired } from './isolation-policy.ts';
import { listFileAccess } from './list-file-access.ts';
import { MediaProcess, type WorkOptions } from './media-process.ts';
import type { StepMessage, TaskMessage } from './messages.ts';
import { type ProcessPool, startChild } from './process-pool.ts';
import { sendEdit } from './sent-edit.ts';
import { type ChildTask, rulesOf, type SentJob, type SingleTask, type TaskOutcome } from './tasks.ts';
import type { ProcessLimits } from './watchdog.ts';

/**
 * Default memory limit in bytes: more than a render should need, and at most 80 % of the memory of the
 * machine or the container.
 */
const MEMORY = Math.min(4 * 2 ** 30, 0.8 * (process.constrainedMemory() || totalmem()));
const LIMITS: ProcessLimits = { memoryBytes: MEMORY, timeMs: 6 * 3_600_000, stallMs: 120_000 };

/** Options of work in a child process. */
export interface ChildOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: RenderProgress) => void) | undefined;
  readonly log: Logger;
  /** Default: the limits of the task, or those of a render. */
  readonly limits?: ProcessLimits | undefined;
  /** Provides the process. If there is no pool, a new process is started. */
  readonly children?: ProcessPool | undefined;
  /** Start of the time limit: a value of `performance.now()` in milliseconds. Default: now. */
  readonly began?: number;
}

/**
 * Runs a task in a separate process that is used only once. The process does not inherit the environment. It
 * is killed if it uses too much memory, takes too long, stops making progress or is cancelled. If it crashes, the
 * task may run again in a new process: see `isRepeated` of `TASKS`.
 *
 * @throws {HardwareFailed} if the hardware encoder failed.
 * @throws {KinoraError} the error of the task, or `render_out_of_memory`, `render_timed_out`,
 *   `render_stalled`, `render_too_complex`, `render_crashed` or `cancelled`.
 */
export async function runInChild<Task extends SingleTask>(
  task: Task,
  options: ChildOptions,
): Promise<TaskOutcome<Task['kind']>> {
  const { limits, priority, isRepeated = false } = rulesOf(task);
  const run = async (): Promise<unknown> => {
    const child = takeProcess(task, options);
    // At once: on Linux, only those threads have the priority that the process starts later.
    if (priority !== undefined && child.process.pid !== undefined) setPriority(child.process.pid, priority);
    const message = toMessage(task, child);
    if ('edit' in task) sendEdit(child.process, task.edit);
    return await child.run(message, 'end', withLimits({ ...options, limits: options.limits ?? limits }));
  };
  // The cast is safe: the child is our own program and returns the outcome type of the task.
  return (await (isRepeated ? repeatAfterCrash(run, options) : run())) as TaskOutcome<Task['kind']>;
}

/** Crashes of one piece of work until its input is the cause. On a bad day, processes are killed from outside. */
const MAX_CRASHES = 3;

/**
 * Does work again if its process crashed, three times at most.
 *
 * @throws the error of the last time, or {@link KinoraError} `cancelled` if the signal has aborted.
 */
export async function repeatAfterCrash<Result>(
  work: () => Promise<Result>,
  { signal, log }: Pick<ChildOptions, 'signal' | 'log'>,
): Promise<Result> {
  for (let crashes = 1; ; crashes++) {
    try {
      return await work();
    } catch (error) {
      if (!isCrash(error)) throw error;
      // A signal to the whole group of processes ends a child before the parent has handled it.
      throwIfCancelled(signal);
      if (crashes === MAX_CRASHES) throw error;
      log.warn({ err: error }, 'A process that reads media crashed. Trying again.');
    }
  }
}

function isCrash(error: unknown): boolean {
  return error instanceof KinoraError && error.code === 'render_crashed';
}

/** Ends work that is not wanted any more. @throws {KinoraError} `cancelled` if the signal has aborted. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new KinoraError('cancelled', 'The render was cancelled.');
}

/**
 * Opens a process for the steps of a render. The caller must end the process.
 *
 * @throws {KinoraError} `cancelled`.
 */
export function openPooledChild(job: SentJob, options: ChildOptions): MediaProcess {
  const child = takeProcess(job, options);
  child.open(toMessage(job, child));
  sendEdit(child.process, job.edit);
  return child;
}

/**
 * Asks an open process for the answer of a step.
 *
 * @param until `end` if the process ends after this step, `outcome` if the process stays open for more work.
 * @throws the same errors as {@link runInChild}.
 */
export async function runInPooledChild<Request extends StepRequest>(
  child: MediaProcess,
  request: Request,
  until: 'end' | 'outcome',
  options: Omit<ChildOptions, 'log' | 'children'>,
): Promise<StepAnswers[Request['step']]> {
  const message: StepMessage = { kind: 'step', request, isLast: until === 'end' };
  try {
    // The cast is safe: the child is our own program and returns the answer type of the step.
    return (await child.run(message, until, withLimits(options))) as StepAnswers[Request['step']];
  } catch (error) {
    if (isCrash(error)) await throwIfCancelledSoon(options.signal);
    throw error;
  }
}

/** Milliseconds within which a signal to a group of processes reaches all of them. */
const SIGNAL_MS = 200;

/** A signal to a group of processes, such as that of Ctrl-C, may end a child before its parent has handled it. */
async function throwIfCancelledSoon(signal: AbortSignal): Promise<void> {
  await wait(SIGNAL_MS, undefined, { signal }).catch(() => undefined);
  throwIfCancelled(signal);
}

/** Returns the message for a task, with the files that its process may use. */
function toMessage(task: ChildTask, { files }: MediaProcess): TaskMessage {
  const containment = { access: listFileAccess(task, files), isRequired: isIsolationRequired() };
  if (!('edit' in task)) return { ...task, files, containment };
  return { ...task, edit: { replacements: task.edit.replacements }, files, containment };
}

function takeProcess(task: ChildTask, { signal, children, log }: ChildOptions): MediaProcess {
  throwIfCancelled(signal);
  const child = children?.take(task.kind) ?? startChild();
  return new MediaProcess(child, 'files' in task ? task.files : {}, log);
}

function withLimits(options: Omit<ChildOptions, 'log' | 'children'>): WorkOptions {
  return { ...options, limits: options.limits ?? LIMITS };
}

/** The error codes of a child process that failed because of too much work or a malicious file. */
const PROCESS_FAILURES: readonly ErrorCode[] = ['render_crashed', ...CHILD_LIMIT_CODES];

/**
 * True if a task crashed its process or exceeded its limits. If the limits are tight, the input of the task
 * is the cause.
 */
export function isProcessFailure(error: unknown): boolean {
  return error instanceof KinoraError && PROCESS_FAILURES.includes(error.code);
}
