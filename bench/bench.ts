/**
 * `npm run bench`: makes every workload with Kinora, with the FFmpeg and MLT commands of an expert and by decoding and encoding alone, in turns,
 * prints what they took, and writes it all to bench/results.json. `npm run bench -- zoom grid` makes only those, and keeps what was
 * measured of the others. Needs `ffmpeg` and `melt` on the PATH and the footage of `KINORA_BENCH_MEDIA`; an idle machine.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare } from './compare.ts';
import { readResults, writeResults } from './results.ts';
import { costTable, ratioTable } from './table.ts';
import { WORKLOADS } from './workloads/index.ts';

const ROUNDS = Number(process.env['KINORA_BENCH_ROUNDS'] ?? 3);

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(WORKLOADS);
const unknown = names.filter((name) => !(name in WORKLOADS));
if (unknown.length > 0)
  throw new Error(`There is no ${unknown.join(', ')}; there are ${Object.keys(WORKLOADS).join(', ')}.`);

const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-'));
const results = await readResults();
try {
  for (const name of names) {
    const workload = await WORKLOADS[name]!();
    results.workloads[name] = await compare(workload, ROUNDS, {
      folder,
      memory: `/dev/shm/kinora-bench-${process.pid}`,
    });
    const one = { [name]: results.workloads[name] };
    console.log(`${costTable(one)}\n${ratioTable(one)}\n`);
    await writeResults(results);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`${costTable(results.workloads)}\n\n${ratioTable(results.workloads)}`);
