import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ToldTask } from './messages.ts';

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

/** Work that a child which has loaded everything does sooner. */
const HASTY: readonly ToldTask['kind'][] = ['produce', 'frames', 'inspect', 'dryRun'];
/** With less memory left, in bytes, nothing waits: a child that has loaded everything holds a sixth of it. */
const MEMORY_TO_SPARE = 2 ** 30;
/** After so many milliseconds the next child gets ready beside one that works still: what is short has both cores to itself. */
const BESIDE_AFTER = 5_000;
/** After so many milliseconds without a frame the next child gets ready. */
const FRAMES_REST_AFTER = 1_000;

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
 * Where the child processes of one Kinora come from. One waits that was started in advance and has loaded all that a render needs:
 * half a second of work that nobody waits for. It has not seen anything of anybody, so it is anybody's.
 */
export interface Children {
  /** Starts the one that waits, if none does and there is memory for it. */
  ready(): void;
  /** The child for a task: the one that waits, or a new one. */
  take(kind: ToldTask['kind']): ChildProcess;
  /** Starts the one that waits a second from now, but a second after the last call: to be called after each frame, which others often follow. */
  readyLater(): void;
  /** Ends the one that waits; those that were taken are not touched. */
  close(): void;
}

/**
 * Opens them; nothing is started yet.
 *
 * @param again whether another one gets ready when the one that waited is taken.
 */
export function openChildren({ again }: { readonly again: boolean }): Children {
  let waiting: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const ready = (): void => {
    clearTimeout(timer);
    if (isClosed || waiting || process.availableMemory() < MEMORY_TO_SPARE) return;
    const child = startChild();
    waiting = child;
    const forget = (): void => {
      if (waiting === child) waiting = undefined;
    };
    child.once('error', forget).once('exit', forget);
    // Its parent may end before it, as the process of a command does.
    child.send({ kind: 'getReady' }, () => undefined);
  };

  const readyIn = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(ready, milliseconds).unref();
  };

  const next = (child: ChildProcess, kind: ToldTask['kind']): void => {
    if (!again) return;
    // The two are not to be in each other's way: what takes longer leaves a core free now and then. A frame is waited for.
    if (kind === 'frames') clearTimeout(timer);
    else readyIn(BESIDE_AFTER);
    child.once('exit', ready);
  };

  return {
    ready,
    readyLater: () => readyIn(FRAMES_REST_AFTER),
    take(kind) {
      if (!HASTY.includes(kind)) return startChild();
      const child = waiting?.connected === true ? waiting : startChild();
      waiting = undefined;
      next(child, kind);
      return child;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      waiting?.kill('SIGKILL');
    },
  };
}
