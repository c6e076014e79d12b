/**
 * `npm run bench`: makes each workload with Kinora and with the FFmpeg command of an expert, in turns, and prints what
 * both took and the ratio. Needs `ffmpeg` on the PATH and the footage of `KINORA_BENCH_MEDIA`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Cost, costOf } from './measure.ts';
import { clipsWorkload, type Workload } from './workloads.ts';

const MEDIA = resolve(process.env['KINORA_BENCH_MEDIA'] ?? join(import.meta.dirname, '../../shared/media'));
const ROUNDS = Number(process.env['KINORA_BENCH_ROUNDS'] ?? 3);
const KINORA = join(import.meta.dirname, '../bin/kinora.js');

const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-'));
try {
  if (!existsSync(MEDIA))
    throw new Error('Set KINORA_BENCH_MEDIA to a folder with the clips that bench/workloads.ts names.');
  for (const workload of [clipsWorkload(MEDIA)]) await compare(workload);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function compare({ name, edit, ffmpeg }: Workload): Promise<void> {
  const editFile = join(folder, `${name}.json`);
  const [ours, theirs] = [join(folder, `${name}-kinora.mp4`), join(folder, `${name}-ffmpeg.mp4`)];
  await writeFile(editFile, JSON.stringify(edit));
  const kinoraCosts: Cost[] = [];
  const ffmpegCosts: Cost[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    kinoraCosts.push(await costOf(process.execPath, [KINORA, 'render', editFile, '-o', ours]));
    ffmpegCosts.push(await costOf('ffmpeg', [...ffmpeg, theirs]));
  }
  const [kinora, expert] = [median(kinoraCosts), median(ffmpegCosts)];
  print(`${name}: Kinora`, kinora, (await stat(ours)).size);
  print(`${name}: FFmpeg`, expert, (await stat(theirs)).size);
  console.log(
    `${name}: wall ${ratio(kinora.wall, expert.wall)}, CPU ${ratio(kinora.cpu, expert.cpu)}, SSIM between the two ${ssim(ours, theirs)}`,
  );
}

function print(what: string, { wall, cpu, memory }: Cost, size: number): void {
  console.log(
    `${what.padEnd(16)} ${wall.toFixed(1)} s, CPU ${cpu.toFixed(1)} s, ${(memory / 2 ** 20).toFixed(0)} MiB, file ${(size / 1e6).toFixed(1)} MB`,
  );
}

function median(costs: readonly Cost[]): Cost {
  const middle = (pick: (cost: Cost) => number): number =>
    costs.map(pick).sort((a, b) => a - b)[Math.floor(costs.length / 2)] ?? NaN;
  return {
    wall: middle(({ wall }) => wall),
    cpu: middle(({ cpu }) => cpu),
    memory: middle(({ memory }) => memory),
  };
}

function ratio(ours: number, theirs: number): string {
  return `${(ours / theirs).toFixed(2)}x`;
}

/** How alike two videos are, 1 for the same. */
function ssim(one: string, other: string): string {
  const args = ['-v', 'info', '-i', one, '-i', other, '-lavfi', 'ssim', '-f', 'null', '-'];
  const said = execFileSync('sh', ['-c', 'ffmpeg "$@" 2>&1', 'ffmpeg', ...args], { encoding: 'utf8' });
  return /All:([\d.]+)/.exec(said)?.[1] ?? 'not known';
}
