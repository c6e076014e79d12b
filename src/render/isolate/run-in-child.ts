import { totalmem } from 'node:os';
import { type ErrorCode, KinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { ProduceJob, StepAnswers, StepRequest } from '../produce/produce-job.ts';
import type { RenderProgress } from '../produce/progress.ts';
import { MediaProcess, type WorkOptions } from './media-process.ts';
import type { StepMessage, TaskMessage } from './messages.ts';
import { type ProcessPool, startChild } from './process-pool.ts';
import type { ChildTask, SingleTask, TaskOutcomes } from './tasks.ts';
import type { ProcessLimits } from './watchdog.ts';

/** More than any render should need, and never all that the machine (or the container) has. */
const MEMORY = Math.min(4 * 2 ** 30, 0.8 * (process.constrainedMemory() || totalmem()));
const LIMITS: ProcessLimits = { memoryBytes: MEMORY, timeMs: 6 * 3_600_000, stallMs: 120_000 };

/** Options of work in a child process. */
export interface ChildOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: RenderProgress) => void) | undefined;
  readonly log: Logger;
  readonly limits?: ProcessLimits | undefined;
  /** Where the process comes from; a new one where absent. */
  readonly children?: ProcessPool | undefined;
  /** When the limited time of the work began, by `performance.now()`; now where absent. */
  readonly began?: number;
}

/**
 * Does a task in a process of its own, which is used once. It gets nothing of our environment, and is killed when it holds too much
 * memory, takes too long, stops making progress or is cancelled.
 *
 * @throws {HardwareFailed} when its hardware encoder failed.
 * @throws {KinoraError} what the task failed with; or `render_out_of_memory`, `render_timed_out`, `render_stalled`,
 *   `render_crashed` or `cancelled`.
 */
export async function runInChild<Kind extends keyof TaskOutcomes>(
  task: Extract<SingleTask, { readonly kind: Kind }>,
  options: ChildOptions,
): Promise<TaskOutcomes[Kind]> {
  const child = takeProcess(task, options);
  const message: TaskMessage = { ...task, files: child.files };
  // Each kind of task has an outcome of its own kind, and the child is our own program.
  return (await child.run(message, 'end', withLimits(options))) as TaskOutcomes[Kind];
}

/**
 * Opens a process for the steps of a render. It is the caller's to end.
 *
 * @throws {KinoraError} `cancelled`.
 */
export function openPooledChild(job: ProduceJob, options: ChildOptions): MediaProcess {
  const child = takeProcess(job, options);
  child.open({ ...job, files: child.files });
  return child;
}

/**
 * Asks a process that was opened for the answer of a step.
 *
 * @param until `end` if the process ends with this step, `outcome` if it stays for more.
 * @throws as {@link runInChild}.
 */
export async function runInPooledChild<Request extends StepRequest>(
  child: MediaProcess,
  request: Request,
  until: 'end' | 'outcome',
  options: Omit<ChildOptions, 'log' | 'children'>,
): Promise<StepAnswers[Request['step']]> {
  const message: StepMessage = { kind: 'step', request, isLast: until === 'end' };
  // Each step has an answer of its own kind, and the child is our own program.
  return (await child.run(message, until, withLimits(options))) as StepAnswers[Request['step']];
}

function takeProcess(task: ChildTask, { signal, children, log }: ChildOptions): MediaProcess {
  if (signal.aborted) throw new KinoraError('cancelled', 'The render was cancelled.');
  return new MediaProcess(children?.take(task.kind) ?? startChild(), task.files, log);
}

function withLimits(options: Omit<ChildOptions, 'log' | 'children'>): WorkOptions {
  return { ...options, limits: options.limits ?? LIMITS };
}

/** How a child process ends that was given too much, or something of bad intent. */
const PROCESS_FAILURES: readonly ErrorCode[] = [
  'render_crashed',
  'render_out_of_memory',
  'render_stalled',
  'render_timed_out',
];

/** True if a task failed because it was too much for its process. With tight limits that is the fault of what it was given. */
export function isProcessFailure(error: unknown): boolean {
  return error instanceof KinoraError && PROCESS_FAILURES.includes(error.code);
}
