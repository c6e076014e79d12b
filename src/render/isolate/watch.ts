import type { ChildProcess } from 'node:child_process';
import { KinoraError } from '../../base/errors.ts';
import { residentBytes } from './memory.ts';

/** Milliseconds between two looks at the child. */
const LOOK_EVERY = 250;

/** What a child process may use before it is ended. */
export interface Limits {
  /** Resident memory in bytes. */
  readonly memory: number;
  /** Milliseconds from begin to end. */
  readonly time: number;
  /** Milliseconds without any progress. */
  readonly stall: number;
}

/** Watches over a child process. */
export interface Watcher {
  /** Why the child was ended by us; undefined when it was not. */
  readonly reason: KinoraError | undefined;
  /** To be called at each sign of progress. */
  readonly moved: () => void;
  /** Kills the child. The first reason counts. */
  readonly end: (reason: KinoraError) => void;
  readonly stop: () => void;
}

/**
 * Ends the child with a readable reason when it goes beyond its limits.
 *
 * @param began when its time began, which may be before it was started.
 */
export function watch(child: ChildProcess, limits: Limits, began = performance.now()): Watcher {
  let lastMove = performance.now();
  let reason: KinoraError | undefined;
  const end = (why: KinoraError): void => {
    reason ??= why;
    child.kill('SIGKILL');
  };
  const look = async (): Promise<void> => {
    const now = performance.now();
    const memory = child.pid === undefined ? undefined : await residentBytes(child.pid);
    if (memory !== undefined && memory > limits.memory) end(outOfMemory(limits.memory));
    else if (now - began > limits.time) end(tookTooLong(limits.time));
    else if (now - lastMove > limits.stall) end(stalled(limits.stall));
  };
  const timer = setInterval(() => void look(), LOOK_EVERY);
  return {
    get reason() {
      return reason;
    },
    moved: () => (lastMove = performance.now()),
    end,
    stop: () => clearInterval(timer),
  };
}

function outOfMemory(bytes: number): KinoraError {
  const message = `The render needed more than ${Math.round(bytes / 2 ** 20)} MiB of memory; make the output or its sources smaller.`;
  return new KinoraError('render_out_of_memory', message);
}

function tookTooLong(milliseconds: number): KinoraError {
  const minutes = milliseconds / 60_000;
  const shown = minutes > 1 ? `${minutes} minutes` : `${milliseconds / 1000} seconds`;
  return new KinoraError('render_timed_out', `The work took longer than ${shown} and was ended.`);
}

function stalled(milliseconds: number): KinoraError {
  return new KinoraError('render_stalled', `The render made no progress for ${milliseconds / 1000} seconds.`);
}
