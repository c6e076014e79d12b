import type { ChildProcess } from 'node:child_process';
import { KinoraError } from '../../base/errors.ts';
import { readResidentBytes } from './memory.ts';

/** Milliseconds between two checks of the child. */
const CHECK_INTERVAL_MS = 250;

/** What a child process may use before it is ended. */
export interface ProcessLimits {
  /** Resident memory in bytes. */
  readonly memoryBytes: number;
  /** Milliseconds from begin to end. */
  readonly timeMs: number;
  /** Milliseconds without any progress. */
  readonly stallMs: number;
}

/** Ends a child process that goes beyond its limits. */
export interface Watchdog {
  /** Why the child was ended by us; undefined when it was not. */
  readonly reason: KinoraError | undefined;
  /** To be called at each sign of progress. */
  readonly onProgress: () => void;
  /** Kills the child. The first reason counts. */
  readonly end: (reason: KinoraError) => void;
  readonly stop: () => void;
}

/**
 * Ends the child with a readable reason when it goes beyond its limits.
 *
 * @param startedAt when its time began, which may be before it was started.
 */
export function startWatchdog(
  child: ChildProcess,
  limits: ProcessLimits,
  startedAt = performance.now(),
): Watchdog {
  let lastProgress = performance.now();
  let reason: KinoraError | undefined;
  const end = (error: KinoraError): void => {
    reason ??= error;
    child.kill('SIGKILL');
  };
  const check = async (): Promise<void> => {
    const now = performance.now();
    const memory = child.pid === undefined ? undefined : await readResidentBytes(child.pid);
    if (memory !== undefined && memory > limits.memoryBytes) end(memoryError(limits.memoryBytes));
    else if (now - startedAt > limits.timeMs) end(timeoutError(limits.timeMs));
    else if (now - lastProgress > limits.stallMs) end(stallError(limits.stallMs));
  };
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS);
  return {
    get reason() {
      return reason;
    },
    onProgress: () => (lastProgress = performance.now()),
    end,
    stop: () => clearInterval(timer),
  };
}

function memoryError(bytes: number): KinoraError {
  const message = `The render needed more than ${Math.round(bytes / 2 ** 20)} MiB of memory; make the output or its sources smaller.`;
  return new KinoraError('render_out_of_memory', message);
}

function timeoutError(milliseconds: number): KinoraError {
  const minutes = milliseconds / 60_000;
  const shown = minutes > 1 ? `${minutes} minutes` : `${milliseconds / 1000} seconds`;
  return new KinoraError('render_timed_out', `The work took longer than ${shown} and was ended.`);
}

function stallError(milliseconds: number): KinoraError {
  return new KinoraError('render_stalled', `The render made no progress for ${milliseconds / 1000} seconds.`);
}
