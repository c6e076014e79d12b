/**
 * `npm run profile -- EDIT`: where the time of a render goes, by stage. Renders the edit twice: by the command line, for what it takes, and in
 * one watched process, for what takes it. Sources are local files; pages of HTML and captions by listening are left out. Linux only.
 *
 * What it cannot see: the threads of Node.js work for several stages, and what they took in 10 ms is divided evenly among the calls that
 * were under way; a library that works in the main thread (the canvas, the resampler) counts for the code that called it.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CHILD_ENVIRONMENT, CHILD_OPTIONS } from '../src/render/isolate/process-pool.ts';
import { measureCost } from './measure-cost.ts';
import type { Profile } from './profile/render.ts';
import { STAGES } from './profile/stages.ts';
import { formatTable } from './table.ts';

const KINORA = join(import.meta.dirname, '../bin/kinora.js');
/** The smallest render there is: what remains of it is the start of two processes. */
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
  console.error('Say which edit: npm run profile -- edit.json');
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
    `\n${seconds(time)} with the start of ${seconds(start.wall)}; ${cores} cores, busy for ${share(cpu / time / cores)} of it.\n`,
  );
  console.log(
    formatTable([['the main thread', 'CPU'], ...functions.map(([name, taken]) => [name, seconds(taken)])]),
  );
}

function seconds(value: number): string {
  return `${value.toFixed(2)} s`;
}

function share(value: number): string {
  return `${(100 * value).toFixed(0)} %`;
}
