import type { ChildProcess } from 'node:child_process';
import { KinoraError } from '../../base/errors.ts';
import { CHILD_LIMIT_CODES, measure } from '../../base/observe/measurement.ts';
import { readCpuMilliseconds, readResidentBytes } from './memory.ts';

/** Milliseconds between two checks of the child. */
const CHECK_INTERVAL_MS = 250;

/**
 * Fraction of a stall that a child must have computed if its input is the cause. A child on a machine that stands
 * still or waits for its disk computes less.
 */
const BUSY_FRACTION = 0.5;

/** The limits of a child process. A process that exceeds one of these limits is killed. */
export interface ProcessLimits {
  /** Maximum resident memory in bytes. */
  readonly memoryBytes: number;
  /** Maximum milliseconds from start to end. */
  readonly timeMs: number;
  /** Maximum milliseconds without any progress. */
  readonly stallMs: number;
}

/** Watches a child process and kills it if it exceeds its limits. */
export interface Watchdog {
  /** The reason why the watchdog has killed the child. Undefined if it has not. */
  readonly reason: KinoraError | undefined;
  /** CPU milliseconds of the child since its start, as far as the last check knows. 0 if it cannot be known. */
  readonly cpuMilliseconds: number;
  /** Must be called at each sign of progress. */
  readonly onProgress: () => void;
  /** Kills the child. Further calls do not change the reason. */
  readonly end: (reason: KinoraError) => void;
  readonly stop: () => void;
}

/**
 * Starts to watch a child process. Kills it if it exceeds its limits.
 *
 * @param startedAt start of the time limit: a value of `performance.now()` in milliseconds. This time can be
 *   earlier than the start of the process.
 */
export function startWatchdog(
  child: ChildProcess,
  limits: ProcessLimits,
  startedAt = performance.now(),
): Watchdog {
  let lastProgress = performance.now();
  let reason: KinoraError | undefined;
  let cpuMilliseconds = 0;
  const end = (error: KinoraError): void => {
    if (reason === undefined && CHILD_LIMIT_CODES.includes(error.code))
      measure({ kind: 'child limited', code: error.code });
    reason ??= error;
    child.kill('SIGKILL');
  };
  /** The CPU time that the child had used soon after its last progress. */
  let used: { readonly since: number; readonly milliseconds: number } | undefined;
  const check = async (): Promise<void> => {
    const now = performance.now();
    const cpu = child.pid === undefined ? undefined : await readCpuMilliseconds(child.pid);
    cpuMilliseconds = cpu ?? cpuMilliseconds;
    const memory = child.pid === undefined ? undefined : await readResidentBytes(child.pid);
    if (memory !== undefined && memory > limits.memoryBytes) end(memoryError(limits.memoryBytes));
    else if (now - startedAt > limits.timeMs) end(timeoutError(limits.timeMs));
    else if (now - lastProgress > limits.stallMs) {
      const computed = used?.since === lastProgress && cpu !== undefined ? cpu - used.milliseconds : 0;
      const isBusy = computed > BUSY_FRACTION * limits.stallMs;
      end(isBusy ? complexityError(limits.stallMs) : stallError(limits.stallMs));
    } else if (cpu !== undefined && used?.since !== lastProgress)
      used = { since: lastProgress, milliseconds: cpu };
  };
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS);
  return {
    get reason() {
      return reason;
    },
    get cpuMilliseconds() {
      return cpuMilliseconds;
    },
    onProgress: () => (lastProgress = performance.now()),
    end,
    stop: () => clearInterval(timer),
  };
}

function memoryError(bytes: number): KinoraError {
  const message = `The render needed more than ${Math.round(bytes / 2 ** 20)} MiB of memory. Make the output or its sources smaller.`;
  return new KinoraError('render_out_of_memory', message);
}

function timeoutError(milliseconds: number): KinoraError {
  const minutes = milliseconds / 60_000;
  const shown = minutes > 1 ? `${minutes} minutes` : `${milliseconds / 1000} seconds`;
  return new KinoraError('render_timed_out', `The work took longer than ${shown} and was stopped.`);
}

function complexityError(milliseconds: number): KinoraError {
  const message = `The render computed for ${milliseconds / 1000} seconds, the maximum, without getting any further. Make the edit and its sources simpler.`;
  return new KinoraError('render_too_complex', message);
}

function stallError(milliseconds: number): KinoraError {
  return new KinoraError('render_stalled', `The render made no progress for ${milliseconds / 1000} seconds.`);
}
