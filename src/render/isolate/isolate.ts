import { totalmem } from 'node:os';
import { type ErrorCode, KinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import type { Produced } from '../produce/produce.ts';
import type { Progress } from '../produce/progress.ts';
import { type Children, startChild } from './children.ts';
import type { ToldTask } from './messages.ts';
import type { FramesTask, Outcomes, Task } from './tasks.ts';
import type { Limits } from './watch.ts';
import { WorkingChild } from './working-child.ts';

/** More than any render should need, and never all that the machine (or the container) has. */
const MEMORY = Math.min(4 * 2 ** 30, 0.8 * (process.constrainedMemory() || totalmem()));
const LIMITS: Limits = { memory: MEMORY, time: 6 * 3_600_000, stall: 120_000 };

/** What doing a task in a child process needs beside the task. */
export interface IsolateOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly log: Logger;
  readonly limits?: Limits;
  /** Where the process comes from; a new one where absent. */
  readonly children?: Children | undefined;
  /** When the work began whose time is limited, as `performance.now()` told it; now where absent. */
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
export async function inChildProcess<Kind extends keyof Outcomes>(
  task: Extract<Task, { readonly kind: Kind }>,
  options: IsolateOptions,
): Promise<Outcomes[Kind]> {
  const child = childFor(task, options);
  const told: ToldTask = { ...task, files: child.files };
  // Each kind of task has an outcome of its own kind, and the child is our own program.
  return (await child.do(told, 'end', { ...options, limits: options.limits ?? LIMITS })) as Outcomes[Kind];
}

/** A frame, and the process that has made it. */
export interface FirstFrame {
  readonly produced: Produced;
  /** Keeps what the frame was made with, for more frames of the same edit. It is the caller's to end. */
  readonly child: WorkingChild;
}

/** Makes a frame as {@link inChildProcess} does, but the process stays. @throws as it does; then the process is gone. */
export async function inLastingProcess(task: FramesTask, options: IsolateOptions): Promise<FirstFrame> {
  const child = childFor(task, options);
  try {
    const told: ToldTask = { ...task, files: child.files };
    const outcome = await child.do(told, 'outcome', { ...options, limits: options.limits ?? LIMITS });
    return { produced: outcome as Produced, child };
  } catch (error) {
    await child.end();
    throw error;
  }
}

function childFor(task: Task, { signal, children, log }: IsolateOptions): WorkingChild {
  if (signal.aborted) throw new KinoraError('cancelled', 'The render was cancelled.');
  return new WorkingChild(children?.take(task.kind) ?? startChild(), task.files, log);
}

/** How a child process ends that was given too much, or something of bad intent. */
const OVERCOME: readonly ErrorCode[] = [
  'render_crashed',
  'render_out_of_memory',
  'render_stalled',
  'render_timed_out',
];

/** Whether a task failed because it was too much for its process. With tight limits that is the fault of what it was given. */
export function isOvercome(error: unknown): boolean {
  return error instanceof KinoraError && OVERCOME.includes(error.code);
}
