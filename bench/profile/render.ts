/**
 * Started by bench/profile.ts: `node render.ts EDIT FOLDER` renders an edit like the child process of a
 * render, instrumented, and prints the cost of each stage as JSON.
 */
import { readFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { listSources, parseEdit } from '../../src/edit/index.ts';
import { produce } from '../../src/render/produce/produce.ts';
import { activeCalls, threadsOf, watchCalls } from './calls.ts';
import { summarizeProfile } from './scripts.ts';
import { type Stage, stageOfThread, STAGES } from './stages.ts';
import type { ThreadTime } from './threads.ts';

/** The profile of a render. */
export interface Profile {
  /** Wall time in seconds, without the start of the process. */
  readonly wall: number;
  /** CPU seconds of each stage. */
  readonly stages: Readonly<Record<Stage, number>>;
  /** The most expensive functions of the main thread, with their CPU seconds. */
  readonly functions: readonly (readonly [string, number])[];
}

const PREPARING = STAGES.indexOf('probe, prepare, resolve');
/** Threads of the measurement itself: bench/profile/threads.ts and the profiler of V8. */
const WATCHING = /^(WorkerThread|v8:Prof|SignalInspector)/;

const [edit = '', folder = ''] = process.argv.slice(2);
const parsed = parseEdit(JSON.parse(await readFile(edit, 'utf8')));
if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
const { edit: film, dialect } = parsed.value;
const { format } = film.output;
const files = Object.fromEntries(
  listSources(film).map(({ url }) => [
    url,
    url.startsWith('file:') ? fileURLToPath(url) : resolve(dirname(edit), url),
  ]),
);

await watchCalls();
const watcher = new Worker(new URL('threads.ts', import.meta.url), { workerData: activeCalls });
await nextMessage();
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.setSamplingInterval', { interval: 1000 });
await session.post('Profiler.start');
const started = performance.now();
const to = {
  output: join(folder, `profile.${format}`),
  poster: join(folder, 'poster.jpg'),
  thumbnail: join(folder, 'thumbnail.jpg'),
};
activeCalls[PREPARING] = 1;
await produce(
  { edit: film, files, dialect, folder, to, watermark: false },
  ({ phase: stage }) => (activeCalls[PREPARING] = stage === 'rendering' ? 0 : 1),
);
const wall = (performance.now() - started) / 1000;
const { profile } = await session.post('Profiler.stop');
watcher.postMessage('end');
const threads = new Map((await nextMessage()) as [number, ThreadTime][]);
await watcher.terminate();

const stages = Object.fromEntries(STAGES.map((stage) => [stage, 0])) as Record<Stage, number>;
const main = threads.get(process.pid)?.seconds ?? 0;
const scripts = summarizeProfile(profile, main);
for (const [stage, seconds] of scripts.stages) stages[stage] += seconds;
for (const [thread, { name, seconds, secondsByStage }] of threads) {
  const own = threadsOf.get(thread);
  if (thread === process.pid) continue;
  const preparing = secondsByStage[PREPARING] ?? 0;
  if (own) {
    stages[own] += seconds - preparing;
    stages['probe, prepare, resolve'] += preparing;
  } else if (name === 'libuv-worker')
    secondsByStage.forEach((taken, index) => (stages[STAGES[index] ?? 'not known'] += taken));
  else if (!WATCHING.test(name)) stages[stageOfThread(name)] += seconds;
}
console.log(JSON.stringify({ wall, stages, functions: scripts.functions } satisfies Profile));

async function nextMessage(): Promise<unknown> {
  return await new Promise((resolved, reject) => {
    watcher.once('message', resolved).once('error', reject);
  });
}
