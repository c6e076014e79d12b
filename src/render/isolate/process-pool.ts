import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TaskMessage } from './messages.ts';

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url));

/**
 * Nothing of ours. Tells the canvas to leave the fonts of the machine alone: no text may be drawn in them. And tells glibc to take memory
 * for all threads from two heaps: one for each thread would hold pictures' worth of it that only that thread can use again.
 */
export const CHILD_ENVIRONMENT = { DISABLE_SYSTEM_FONTS_LOAD: '1', MALLOC_ARENA_MAX: '2' };

/**
 * Nothing of ours: an inspector's port, or `--env-file`, which would be an environment. Tells V8 to collect all garbage only when there is so much of
 * it, in megabytes: it counts what it sees of FFmpeg's memory as its own, and would look through everything every few pictures.
 */
export const CHILD_OPTIONS = ['--initial-heap-size=128'];

/** Kinds of work that a child does sooner when it has loaded everything in advance. */
const PREWARMED_KINDS: readonly TaskMessage['kind'][] = ['output', 'frames', 'inspect', 'dryRun'];
/** With less memory left, in bytes, no child waits: one that has loaded everything holds a sixth of it. */
const MIN_FREE_MEMORY = 2 ** 30;
/** After this time the next child is started beside one that still works: short work has both cores to itself. */
const PREWARM_DELAY_MS = 5_000;
/** After this time without a frame the next child is started. */
const FRAMES_IDLE_MS = 1_000;

/** Starts a child process that waits for its one task. */
export function startChild(): ChildProcess {
  return fork(CHILD, {
    env: CHILD_ENVIRONMENT,
    execArgv: CHILD_OPTIONS,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'json',
  });
}

/**
 * Provides the child processes of one Kinora. One waits that was started in advance and has loaded all that a render needs: half a
 * second of work that nobody waits for. It has not seen anything of anybody, so it is anybody's.
 */
export interface ProcessPool {
  /** Starts the one that waits, if none does and there is memory for it. */
  prewarm(): void;
  /** Returns the child for a task: the one that waits, or a new one. */
  take(kind: TaskMessage['kind']): ChildProcess;
  /** Starts the one that waits a second after the last call: to be called after each frame, which others often follow. */
  prewarmLater(): void;
  /** Ends the one that waits; those that were taken are not touched. */
  close(): void;
}

/**
 * Opens a pool; nothing is started yet.
 *
 * @param refill true if another one is started when the one that waited is taken.
 */
export function openProcessPool({ refill }: { readonly refill: boolean }): ProcessPool {
  let waiting: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const prewarm = (): void => {
    clearTimeout(timer);
    if (isClosed || waiting || process.availableMemory() < MIN_FREE_MEMORY) return;
    const child = startChild();
    waiting = child;
    const forget = (): void => {
      if (waiting === child) waiting = undefined;
    };
    child.once('error', forget).once('exit', forget);
    // Its parent may end before it, as the process of a command does.
    child.send({ kind: 'warmUp' }, () => undefined);
  };

  const prewarmIn = (milliseconds: number): void => {
    if (!refill) return;
    clearTimeout(timer);
    timer = setTimeout(prewarm, milliseconds).unref();
  };

  const planNext = (child: ChildProcess, kind: TaskMessage['kind']): void => {
    if (!refill) return;
    // The two are not to be in each other's way: what takes longer leaves a core free now and then. A frame is waited for.
    if (kind === 'frames') clearTimeout(timer);
    else prewarmIn(PREWARM_DELAY_MS);
    child.once('exit', prewarm);
  };

  return {
    prewarm,
    prewarmLater: () => prewarmIn(FRAMES_IDLE_MS),
    take(kind) {
      if (!PREWARMED_KINDS.includes(kind)) return startChild();
      const child = waiting?.connected === true ? waiting : startChild();
      waiting = undefined;
      planNext(child, kind);
      return child;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      waiting?.kill('SIGKILL');
    },
  };
}
