import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Cost, measureCost } from './measure-cost.ts';
import { makeMainClip } from './media.ts';
import { WORKLOADS } from './workloads/index.ts';

/** The cost of a render by cores, length and size. */
export interface Scaling {
  /** The workload `overlay` on `s2`, on one core and on all cores. */
  readonly oneCore: Cost;
  readonly allCores: Cost;
  /** Speed-up per core on all cores; 1 is ideal. */
  readonly perCore: number;
  /** Ten minutes of it on `s2`, and the share of the time in which the cores were busy. */
  readonly long: Cost;
  readonly longBusy: number;
  /** Five seconds of it at 3840x2160, for the memory. */
  readonly uhd: Cost;
}

/**
 * Measures how the cost of a render scales.
 *
 * @param folder an empty folder.
 */
export async function measureScaling(folder: string): Promise<Scaling> {
  const cores = availableParallelism();
  const [short, long] = [await WORKLOADS['overlay']!(), await WORKLOADS['long']!()];
  const onAll = { instance: 's2' };
  const oneCore = await measureRender('one', { ...short.edit, ...onAll }, folder, ['taskset', '-c', '0']);
  const allCores = await measureRender('all', { ...short.edit, ...onAll }, folder);
  const tenMinutes = await measureRender('long', { ...long.edit, ...onAll }, folder);
  return {
    oneCore,
    allCores,
    perCore: oneCore.wall / allCores.wall / cores,
    long: tenMinutes,
    longBusy: tenMinutes.cpu / tenMinutes.wall / cores,
    uhd: await measureRender('uhd', await createUhdEdit(), folder),
  };
}

async function createUhdEdit(): Promise<object> {
  const video = { asset: { type: 'video', src: await makeMainClip() }, start: 0, length: 5 };
  const text = {
    asset: { type: 'text', text: 'Four times the pixels', font: { size: 160 } },
    start: 1,
    length: 4,
  };
  const tracks = [{ clips: [video] }, { clips: [text] }];
  return { timeline: { tracks }, output: { format: 'mp4', size: { width: 3840, height: 2160 } } };
}

async function measureRender(
  name: string,
  edit: object,
  folder: string,
  before: readonly string[] = [],
): Promise<Cost> {
  const file = join(folder, `${name}.json`);
  await writeFile(file, JSON.stringify(edit));
  const kinora = join(import.meta.dirname, '../bin/kinora.js');
  const [command, ...args] = [
    ...before,
    process.execPath,
    kinora,
    'render',
    '--no-cache',
    file,
    '-o',
    join(folder, `${name}.mp4`),
  ];
  const { wall, cpu, memory } = await measureCost(command, args);
  return { wall, cpu, memory };
}
