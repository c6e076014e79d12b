import { type ChildProcess, fork } from 'node:child_process';
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { KinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import type { Job, Produced } from '../produce/produce.ts';
import type { Progress } from '../produce/progress.ts';
import type { ChildMessage } from './messages.ts';
import { type Limits, watch } from './watch.ts';

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));

/** More than any render should need, and never all that the machine (or the container) has. */
const MEMORY = Math.min(4 * 2 ** 30, 0.8 * (process.constrainedMemory() || totalmem()));
const LIMITS: Limits = { memory: MEMORY, time: 6 * 3_600_000, stall: 120_000 };

/** What doing a job in a child process needs beside the job. */
export interface IsolateOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  readonly log: Logger;
  readonly limits?: Limits;
}

/**
 * Does a job in a process of its own, which is used once. It gets no environment, and is killed when it holds too much
 * memory, takes too long, stops making progress or is cancelled.
 *
 * @throws {KinoraError} what the job failed with; or `render_out_of_memory`, `render_timed_out`, `render_stalled`,
 *   `render_crashed` or `cancelled`.
 */
export async function inChildProcess(job: Job, options: IsolateOptions): Promise<Produced> {
  if (options.signal.aborted) throw new KinoraError('cancelled', 'The render was cancelled.');
  const child = fork(CHILD, {
    env: {},
    // Not ours: an inspector's port, or `--env-file`, which would be an environment.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'json',
  });
  const ended = endOf(child);
  const stderr = tail(child);
  const watcher = watch(child, options.limits ?? LIMITS);
  const cancel = (): void => watcher.end(new KinoraError('cancelled', 'The render was cancelled.'));
  options.signal.addEventListener('abort', cancel, { once: true });
  try {
    const outcome = outcomeOf(child, options.onProgress, watcher.moved);
    child.send(
      job,
      (error) =>
        error &&
        watcher.end(new KinoraError('render_crashed', 'The render could not be started.', { cause: error })),
    );
    const how = await ended;
    const message = outcome();
    if (watcher.reason) throw watcher.reason;
    if (message?.kind === 'done') return message.produced;
    if (message?.kind === 'failed')
      throw new KinoraError(message.code, message.message, { cause: message.detail });
    options.log.error({ how, stderr: stderr() }, 'a render process ended without an outcome');
    throw new KinoraError('render_crashed', 'The render process ended unexpectedly.', {
      cause: `${how}\n${stderr()}`,
    });
  } finally {
    options.signal.removeEventListener('abort', cancel);
    watcher.stop();
  }
}

/** Keeps the outcome that the child sends, and passes its progress on. */
function outcomeOf(
  child: ChildProcess,
  onProgress: (progress: Progress) => void,
  moved: () => void,
): () => ChildMessage | undefined {
  let outcome: ChildMessage | undefined;
  child.on('message', (message) => {
    moved();
    const said = message as ChildMessage;
    if (said.kind === 'progress') onProgress(said.progress);
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
