/**
 * A worker thread of bench/profile/render.ts. It samples the CPU time of all other threads and assigns the
 * time of the Node.js threads to the calls in progress. Any message ends it, and it replies with the result.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { STAGES } from './stages.ts';

/** The CPU time of a thread. */
export interface ThreadTime {
  readonly name: string;
  /** Total CPU seconds. */
  seconds: number;
  /** CPU seconds by the calls in progress, in the order of the stages. The last entry is for none. */
  readonly secondsByStage: number[];
}

const POLL_MS = 10;
const PREPARING = STAGES.indexOf('probe, prepare, resolve');

const activeCalls = workerData as Int32Array;
const threadTimes = new Map<number, ThreadTime & { last: number }>();

function readThreads(): void {
  const shares = currentShares();
  for (const thread of readdirSync('/proc/self/task').map(Number)) {
    try {
      const [nanoseconds = 0] = readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8')
        .split(' ')
        .map(Number);
      const before = threadTimes.get(thread) ?? addThread(thread, nanoseconds);
      const taken = (nanoseconds - before.last) / 1e9;
      before.last = nanoseconds;
      before.seconds += taken;
      for (const [index, share] of shares.entries())
        before.secondsByStage[index] = (before.secondsByStage[index] ?? 0) + taken * share;
    } catch {
      // The thread has ended since the folder was read.
    }
  }
}

/** Adds a thread. Threads of the first sample have worked before; later ones count from their start. */
function addThread(thread: number, nanoseconds: number): ThreadTime & { last: number } {
  const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim();
  const last = started ? 0 : nanoseconds;
  const time = { name, seconds: 0, secondsByStage: STAGES.map(() => 0), last };
  threadTimes.set(thread, time);
  return time;
}

/** Returns the share of each stage. While files are prepared, everything counts for that stage. */
function currentShares(): number[] {
  if (activeCalls[PREPARING]) return STAGES.map((_, index) => (index === PREPARING ? 1 : 0));
  const counts = [...activeCalls];
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) return STAGES.map((stage) => (stage === 'not known' ? 1 : 0));
  return counts.map((count) => count / all);
}

let started = false;
readThreads();
started = true;
parentPort?.postMessage('ready');
const timer = setInterval(readThreads, POLL_MS);
parentPort?.once('message', () => {
  clearInterval(timer);
  readThreads();
  parentPort?.postMessage([...threadTimes].map(([thread, time]) => [thread, time]));
});
