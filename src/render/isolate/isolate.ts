import { type ChildProcess, fork } from 'node:child_process';
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type ErrorCode, KinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import { HardwareFailed } from '../media/hardware.ts';
import type { Progress } from '../produce/progress.ts';
import type { BytesWanted, ChildMessage, ToldTask } from './messages.ts';
import { offerFiles } from './offer-files.ts';
import type { Outcomes, Task } from './tasks.ts';
import { type Limits, watch } from './watch.ts';

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url));

/** More than any render should need, and never all that the machine (or the container) has. */
const MEMORY = Math.min(4 * 2 ** 30, 0.8 * (process.constrainedMemory() || totalmem()));
const LIMITS: Limits = { memory: MEMORY, time: 6 * 3_600_000, stall: 120_000 };

/** Nothing of ours. Tells the canvas to leave the fonts of the machine alone: no text may be drawn in them. */
const ENVIRONMENT = { DISABLE_SYSTEM_FONTS_LOAD: '1' };

/** What doing a task in a child process needs beside the task. */
export interface IsolateOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly log: Logger;
  readonly limits?: Limits;
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
  if (options.signal.aborted) throw new KinoraError('cancelled', 'The render was cancelled.');
  const child = fork(CHILD, {
    env: ENVIRONMENT,
    // Not ours: an inspector's port, or `--env-file`, which would be an environment.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'json',
  });
  const ended = endOf(child);
  const stderr = tail(child);
  const watcher = watch(child, options.limits ?? LIMITS, options.began);
  const cancel = (): void => watcher.end(new KinoraError('cancelled', 'The render was cancelled.'));
  options.signal.addEventListener('abort', cancel, { once: true });
  try {
    const offer = offerFiles(task.files, child);
    const outcome = outcomeOf(child, {
      onProgress: options.onProgress,
      moved: watcher.moved,
      wanted: offer.answer,
    });
    const told: ToldTask = { ...task, files: offer.told };
    child.send(
      told,
      (error) =>
        error &&
        watcher.end(new KinoraError('render_crashed', 'The render could not be started.', { cause: error })),
    );
    const how = await ended;
    const message = outcome();
    if (watcher.reason) throw watcher.reason;
    // Each kind of task has an outcome of its own kind, and the child is our own program.
    if (message?.kind === 'done') return message.outcome as Outcomes[Kind];
    if (message?.kind === 'failed') throw failure(message);
    options.log.error({ how, stderr: stderr() }, 'a render process ended without an outcome');
    throw new KinoraError('render_crashed', 'The render process ended unexpectedly.', {
      cause: `${how}\n${stderr()}`,
    });
  } finally {
    options.signal.removeEventListener('abort', cancel);
    watcher.stop();
  }
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

type Outcome = Extract<ChildMessage, { kind: 'done' | 'failed' }>;

function failure({ byHardware, code, message, detail }: Extract<Outcome, { kind: 'failed' }>): KinoraError {
  return byHardware ? new HardwareFailed(detail) : new KinoraError(code, message, { cause: detail });
}

/** Keeps the outcome that the child sends, and passes on the rest of what it says. */
function outcomeOf(
  child: ChildProcess,
  on: {
    readonly onProgress: ((progress: Progress) => void) | undefined;
    readonly moved: () => void;
    readonly wanted: (wanted: BytesWanted) => void;
  },
): () => Outcome | undefined {
  let outcome: Outcome | undefined;
  child.on('message', (message) => {
    on.moved();
    const said = message as ChildMessage;
    if (said.kind === 'progress') on.onProgress?.(said.progress);
    else if (said.kind === 'wanted') on.wanted(said);
    else outcome = said;
  });
  return () => outcome;
}

/** Resolves when the process is gone and everything it said was heard. */
function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code ?? 'unknown'}`));
  });
}

/** The last of what the child wrote to its standard error. */
function tail(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => (text = (text + piece).slice(-4000)));
  return () => text;
}
