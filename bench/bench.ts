/**
 * `npm run bench`: makes every workload with Kinora, with the FFmpeg and MLT commands of an expert, and by
 * decoding and encoding alone, in turns. Then it measures renditions, the server and how the cost scales. It prints
 * tables and writes everything to bench/results.json. `npm run bench -- zoom burst` measures only those and
 * keeps the earlier results of the others. It needs `ffmpeg` and `melt` on the PATH, the footage in
 * `KINORA_BENCH_MEDIA`, Linux with 3 GB free in /dev/shm, and an idle machine.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare } from './compare.ts';
import { measureIngest } from './ingest.ts';
import { readResults, writeResults } from './results.ts';
import { measureScaling } from './scaling.ts';
import { measureServer } from './burst/measure-server.ts';
import { formatFairness } from './fairness/format-fairness.ts';
import { measureFairness } from './fairness/measure-fairness.ts';
import { formatPages } from './pages/format-pages.ts';
import { measurePages } from './pages/measure-pages.ts';
import { formatSoak } from './soak/format-soak.ts';
import { measureSoak } from './soak/measure-soak.ts';
import { formatCosts, formatIngest, formatRatios, formatScaling, formatServerTimes } from './table.ts';
import { WORKLOADS } from './workloads/index.ts';

const ROUNDS = Number(process.env['KINORA_BENCH_ROUNDS'] ?? 3);

const SOAK_RENDERS = Number(process.env['KINORA_SOAK_RENDERS'] ?? 1000);

const comparisons = [...Object.keys(WORKLOADS), 'ingest', 'burst', 'scaling'];
/** These need only ffmpeg, and are run by their name alone. */
const all = [...comparisons, 'fairness', 'soak', 'pages'];
const usage = `Usage: npm run bench [-- NAMES]\n\nBenchmarks: ${all.join(', ')}.\nWithout names, all but fairness, soak and pages run. docs/benchmarks.md describes them.`;
if (process.argv.slice(2).some((name) => name === '--help' || name === '-h')) {
  console.log(usage);
  process.exit();
}
const names = process.argv.length > 2 ? process.argv.slice(2) : comparisons;
const unknown = names.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Choose from ${all.join(', ')}.`);
  process.exit(1);
}

if (spawnSync('ffmpeg', ['-version']).error) {
  console.error('The benchmarks compare Kinora with FFmpeg: put ffmpeg on the PATH.');
  process.exit(1);
}

const results = await readResults();
for (const name of names) {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-'));
  try {
    console.log(await runBenchmark(name, folder));
    await writeResults(results);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
if (names.some((name) => name in WORKLOADS) && Object.keys(results.workloads).length > 1)
  console.log(`\n${formatCosts(results.workloads)}\n\n${formatRatios(results.workloads)}`);

/**
 * Runs one benchmark.
 *
 * @returns its table.
 */
async function runBenchmark(name: string, folder: string): Promise<string> {
  if (name === 'ingest') return formatIngest((results.ingest = await measureIngest(ROUNDS, folder)));
  if (name === 'burst') return formatServerTimes((results.server = await measureServer(folder)));
  if (name === 'fairness') return formatFairness((results.fairness = await measureFairness(folder)));
  if (name === 'soak') return formatSoak((results.soak = await measureSoak(SOAK_RENDERS, folder)));
  if (name === 'pages') return formatPages((results.pages = await measurePages(ROUNDS, folder)));
  if (name === 'scaling') return formatScaling((results.scaling = await measureScaling(folder)));
  const memory = `/dev/shm/kinora-bench-${process.pid}`;
  const compared = await compare(await WORKLOADS[name]!(), ROUNDS, { folder, memoryFolder: memory });
  results.workloads[name] = compared;
  return `${formatCosts({ [name]: compared })}\n\n${formatRatios({ [name]: compared })}\n`;
}
