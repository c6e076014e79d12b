import { type ChildProcess, fork } from 'node:child_process';
import { measure } from '../../base/observe/measurement.ts';
import { forbidIoUring } from '../contain/forbid-io-uring.ts';
import type { TaskMessage } from './messages.ts';
import { CHILD_CHANNELS } from './sent-edit.ts';

const CHILD = new URL('./child.js', import.meta.url);

/**
 * All environment variables of a child process. The child inherits no variables. The first variable stops the
 * canvas from loading the fonts of the machine, because no text may use these fonts. The second variable
 * limits glibc to two memory arenas for all threads. With one arena per thread, each arena would keep memory
 * for several pictures, and other threads could not reuse this memory. The third variable keeps blocks of a
 * megabyte or more, such as the pictures of x264, out of these arenas. Their memory is then returned at once, and
 * the encoder of the next segment does not leave holes. The fourth variable makes SVT-AV1 report errors only.
 */
export const CHILD_ENVIRONMENT = {
  DISABLE_SYSTEM_FONTS_LOAD: '1',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1000000',
  SVT_LOG: '1',
};

/**
 * All Node options of a child process. It inherits no options, such as an inspector port or `--env-file`. The
 * large initial heap, in megabytes, delays full garbage collections. V8 counts part of FFmpeg's memory as its
 * own, so V8 would otherwise run a full collection every few pictures.
 */
export const CHILD_OPTIONS = ['--initial-heap-size=128'];

/** Kinds of tasks that start faster in a prewarmed child. */
const PREWARMED_KINDS: readonly TaskMessage['kind'][] = ['output', 'frames', 'layers', 'inspect', 'dryRun'];
/** Available memory in bytes below which no child is prewarmed. A prewarmed child uses a sixth of this. */
const MIN_FREE_MEMORY = 2 ** 30;
/**
 * Milliseconds that a child works before the next one is prewarmed. Short work is done by then, so it has all
 * cores to itself.
 */
const PREWARM_DELAY_MS = 5_000;
/** Milliseconds after the last frame before the next child is prewarmed. */
const FRAMES_IDLE_MS = 1_000;

/** Starts a child process that waits for its task. It ends with the thread that calls this. */
export function startChild(): ChildProcess {
  forbidIoUring();
  const child = fork(CHILD, [String(process.pid)], {
    env: CHILD_ENVIRONMENT,
    execArgv: CHILD_OPTIONS,
    stdio: [...CHILD_CHANNELS],
    serialization: 'json',
  });
  measure({ kind: 'child started' });
  const onEnd = (how: 'exited' | 'killed' | 'crashed'): void => {
    child.off('error', onError).off('exit', onExit);
    measure({ kind: 'child ended', how });
  };
  // A process that could not be started has no exit.
  const onError = (): void => (child.pid === undefined ? onEnd('crashed') : undefined);
  const onExit = (code: number | null): void =>
    onEnd(code === 0 ? 'exited' : child.killed ? 'killed' : 'crashed');
  return child.on('error', onError).once('exit', onExit);
}

/**
 * The child processes of one Kinora process. One of them is prewarmed: it was started in advance, has loaded
 * the modules of a render and waits for a task. This saves half a second. The prewarmed child has not done
 * any work yet, so it can serve any owner.
 */
export interface ProcessPool {
  /** Starts the prewarmed child, unless there is one or the machine is short of memory. */
  prewarm(): void;
  /** Returns the child for a task: the prewarmed one, or a new one. */
  take(kind: TaskMessage['kind']): ChildProcess;
  /**
   * Prewarms a child one second after the last call. Call this method after each frame: the delay leaves the
   * cores to frames that follow soon.
   */
  prewarmLater(): void;
  /** Ends the prewarmed child. Does not end children that were taken. */
  close(): void;
}

/**
 * Opens a pool. Starts no process yet.
 *
 * @param refill true if the pool prewarms another child after the prewarmed one was taken.
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
    // Ignore a failure: a Kinora process that runs a single command may end before its child is ready.
    child.send({ kind: 'warmUp' }, () => undefined);
  };

  const prewarmIn = (milliseconds: number): void => {
    if (!refill) return;
    clearTimeout(timer);
    timer = setTimeout(prewarm, milliseconds).unref();
  };

  const planNext = (child: ChildProcess, kind: TaskMessage['kind']): void => {
    if (!refill) return;
    // Prewarming at once would slow down short work, so wait a few seconds. Longer work leaves a core idle
    // now and then. While single frames or pieces are made, a client waits for each of them, so prewarm no child.
    // `prewarmLater` prewarms the next child after the last one.
    if (kind === 'frames' || kind === 'layers') clearTimeout(timer);
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
