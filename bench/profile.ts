/**
 * `npm run profile -- EDIT`: shows how the time of a render is spread over its stages. It renders the edit
 * twice: with the command line, for the total cost, and in one instrumented process, for the stages. Sources
 * must be local files. HTML pages and transcribed captions are left out. Linux only.
 *
 * Limits: The threads of Node.js work for several stages, so their CPU time in each 10 ms is divided evenly
 * among the calls in progress. Libraries that work in the main thread (the canvas, the resampler) count for
 * the code that called them.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CHILD_ENVIRONMENT, CHILD_OPTIONS } from '../src/render/child/process-pool.ts';
import { measureCost } from './measure-cost.ts';
import type { Profile } from './profile/render.ts';
import { STAGES } from './profile/stages.ts';
import { formatTable } from './table.ts';

const KINORA = join(import.meta.dirname, '../bin/kinora.js');
/** The smallest possible render. Its cost is practically the start of two processes. */
const SMALLEST_EDIT = {
  timeline: {
    tracks: [
      {
        clips: [{ asset: { type: 'shape', shape: 'circle', circle: { radius: 2 } }, start: 0, length: 0.04 }],
      },
    ],
  },
  output: { format: 'jpg', size: { width: 16, height: 16 } },
};

const [edit] = process.argv.slice(2);
if (edit === undefined) {
  console.error('Usage: npm run profile -- EDIT');
  process.exit(1);
}
const folder = await mkdtemp(join(tmpdir(), 'kinora-profile-'));
try {
  await print(resolve(edit));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function print(file: string): Promise<void> {
  const nothing = join(folder, 'nothing.json');
  await writeFile(nothing, JSON.stringify(SMALLEST_EDIT));
  const start = await measureCost(process.execPath, [
    KINORA,
    'render',
    nothing,
    '-o',
    join(folder, 'nothing.jpg'),
  ]);
  const watched = join(import.meta.dirname, 'profile/render.ts');
  const asChild = [...CHILD_OPTIONS, watched, file, folder];
  const { stdout } = await measureCost(process.execPath, asChild, CHILD_ENVIRONMENT);
  const { wall, stages, functions } = JSON.parse(stdout) as Profile;
  const seen = { ...stages, start: stages.start + start.cpu };
  const cpu = Object.values(seen).reduce((sum, seconds) => sum + seconds, 0);
  const time = start.wall + wall;
  const rows = STAGES.map((stage) => [stage, seconds(seen[stage]), share(seen[stage] / cpu)]);
  console.log(formatTable([['stage', 'CPU', 'share'], ...rows, ['all', seconds(cpu), '']]));
  const cores = availableParallelism();
  console.log(
    `\n${seconds(time)} including the start (${seconds(start.wall)}); ${cores} cores, ${share(cpu / time / cores)} busy.\n`,
  );
  console.log(
    formatTable([['main thread', 'CPU'], ...functions.map(([name, taken]) => [name, seconds(taken)])]),
  );
}

function seconds(value: number): string {
  return `${value.toFixed(2)} s`;
}

function share(value: number): string {
  return `${(100 * value).toFixed(0)} %`;
}
