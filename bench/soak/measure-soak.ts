import { setTimeout as wait } from 'node:timers/promises';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RunningServer } from '../burst/running-server.ts';
import { median } from '../ratios.ts';
import { countRows } from './count-rows.ts';
import { type FittedLine, fitLine } from './fit-line.ts';
import { readCpu, sampleServer, type ServerSample } from './sample-server.ts';
import { type SoakWorkload, startWorkload } from './workload.ts';

/** The effect of many small renders on a server. */
export interface Soak {
  readonly renders: number;
  /** Minutes that they took. */
  readonly minutes: number;
  /** The lines through the measurements, by name. x is the number of thousands of finished renders. */
  readonly lines: Readonly<Record<string, FittedLine>>;
  /** The tables of the database that have gained rows: rows for each 1,000 renders. */
  readonly rows: Readonly<Record<string, number>>;
  readonly callbacks: { readonly notified: number; readonly repeated: number };
}

/** Number of renders that are submitted and not finished. Equal to that of renders at the same time. */
const AT_ONCE = 2;
const WINDOWS = 50;
/** Share of the windows that is left out of the lines: caches, pools and compiled code fill up. */
const WARM_UP = 0.1;
const POLL_MS = 100;
const SAMPLE_MS = 1000;
/** Renders before the rows are counted for the first time. */
const FIRST_RENDERS = 8;
const MAX_RENDER_MS = 300_000;
const MAX_CALLBACK_MS = 60_000;

type Measured = Record<string, number>;

/**
 * Sends many small renders of several kinds to a server, two at a time, and measures it meanwhile.
 *
 * @param renders number of renders.
 * @param folder an empty folder.
 */
export async function measureSoak(renders: number, folder: string): Promise<Soak> {
  const [home, temporary] = [join(folder, 'home'), join(folder, 'tmp')];
  await mkdir(temporary);
  await using workload = await startWorkload(join(folder, 'sources'));
  const settings = { KINORA_RENDERS: String(AT_ONCE), TMPDIR: temporary };
  {
    // The rows of an embedded database can be counted only while no server uses it.
    await using server = await RunningServer.start(home, settings);
    for (let index = 0; index < FIRST_RENDERS; index++) await server.render(workload.edit(index));
    await waitForCallbacks(workload, FIRST_RENDERS);
  }
  const before = await countRows(home);
  const started = performance.now();
  let windows: Measured[];
  {
    await using server = await RunningServer.start(home, settings);
    const sample = () => sampleServer(server.pid, home, temporary);
    windows = await runAll(server, workload, renders, sample);
    await waitForCallbacks(workload, FIRST_RENDERS + renders);
  }
  const minutes = (performance.now() - started) / 60_000;
  const after = await countRows(home);
  const gained = Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)] as const);
  const { notified, repeated } = workload;
  return {
    renders,
    minutes,
    lines: fitLines(windows, renders),
    rows: Object.fromEntries(
      gained.filter(([, more]) => more !== 0).map(([name, more]) => [name, (1000 * more) / renders]),
    ),
    callbacks: { notified: notified - FIRST_RENDERS, repeated },
  };
}

/** Renders everything. @returns the medians of what was measured, for each window. */
async function runAll(
  server: RunningServer,
  workload: SoakWorkload,
  renders: number,
  sample: () => Promise<ServerSample>,
): Promise<Measured[]> {
  const ended = new AbortController();
  const perWindow = Math.ceil(renders / WINDOWS);
  const windows: Measured[] = [];
  let [next, done] = [0, 0];
  let collected: Record<string, number[]> = {};
  let last = await readCpu(server.pid);
  const note = (name: string, value: number) => (collected[name] ??= []).push(value);
  const noteSample = ({ kinds, ...state }: ServerSample): void => {
    for (const [name, value] of Object.entries({ ...state, ...kinds })) note(name, value);
  };
  const watch = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      noteSample(await sample());
      await wait(SAMPLE_MS);
    }
  };
  const closeWindow = async (): Promise<void> => {
    noteSample(await sample());
    const now = await readCpu(server.pid);
    const window = Object.entries(collected).map(([name, values]) => [name, median(values)] as const);
    const used = { cpu: now.cpu - last.cpu, childCpu: now.childCpu - last.childCpu };
    [last, collected] = [now, {}];
    windows.push({ ...Object.fromEntries(window), ...perRender(used, perWindow) });
    if (windows.length % 5 === 0) console.log(`${done} renders: ${JSON.stringify(windows.at(-1))}`);
  };
  const work = async (): Promise<void> => {
    while (next < renders) {
      const index = next++;
      await renderOne(server, workload, index, note);
      if (++done % perWindow === 0) await closeWindow();
    }
  };
  const all = Promise.all(Array.from({ length: AT_ONCE }, work)).finally(() => ended.abort());
  await Promise.all([all, watch()]);
  return windows;
}

function perRender(used: Measured, renders: number): Measured {
  return Object.fromEntries(Object.entries(used).map(([name, total]) => [name, total / renders]));
}

/** Submits one edit and waits until it is done. Notes the milliseconds of each step. */
async function renderOne(
  server: RunningServer,
  workload: SoakWorkload,
  index: number,
  note: (name: string, milliseconds: number) => void,
): Promise<void> {
  const timed = async <Value>(name: string, work: Promise<Value>): Promise<Value> => {
    const started = performance.now();
    const value = await work;
    note(name, performance.now() - started);
    return value;
  };
  const id = await timed('submission', server.submit(workload.edit(index)));
  const accepted = performance.now();
  for (;;) {
    const { status } = await timed('status', server.read(id));
    const took = performance.now() - accepted;
    if (status === 'done') {
      note(`latency ${workload.kindOf(index)}`, took);
      return;
    }
    if (status === 'failed' || took > MAX_RENDER_MS)
      throw new Error(`The render ${id} is ${status} after ${took} ms.`);
    await wait(POLL_MS);
  }
}

function fitLines(windows: readonly Measured[], renders: number): Record<string, FittedLine> {
  const used = windows.slice(Math.ceil(windows.length * WARM_UP));
  const first = windows.length - used.length;
  const names = [...new Set(used.flatMap((window) => Object.keys(window)))];
  const thousands = (index: number) => ((first + index + 0.5) * renders) / windows.length / 1000;
  const pointsOf = (name: string) =>
    used.flatMap((window, index) => {
      const y = window[name];
      return y === undefined ? [] : [[thousands(index), y] as const];
    });
  return Object.fromEntries(names.map((name) => [name, fitLine(pointsOf(name))]));
}

async function waitForCallbacks(workload: SoakWorkload, expected: number): Promise<void> {
  const started = performance.now();
  while (workload.notified < expected && performance.now() - started < MAX_CALLBACK_MS) await wait(POLL_MS);
}
