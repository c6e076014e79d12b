/**
 * A thread of bench/profile/render.ts: looks at the CPU time of all others, again and again, and gives what the threads of Node.js
 * took to the calls that were under way meanwhile. Any message ends it; it answers with what it saw.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { STAGES } from './stages.ts';

/** What a thread took. */
export interface ThreadTime {
  readonly name: string;
  /** CPU seconds of all of it. */
  seconds: number;
  /** The same by what was under way, in the order of the stages; the last for nothing. */
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
      // It has ended since the folder was read.
    }
  }
}

/** Those that are there at the first look have worked before; later ones count from their beginning. */
function addThread(thread: number, nanoseconds: number): ThreadTime & { last: number } {
  const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim();
  const last = started ? 0 : nanoseconds;
  const time = { name, seconds: 0, secondsByStage: STAGES.map(() => 0), last };
  threadTimes.set(thread, time);
  return time;
}

/** While files are prepared, all that is done is done for that. */
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
