/**
 * `node bench/fixed-cost.ts [ROUNDS]`: renders six seconds of `grid` with `kinora render` and with the command of an
 * expert for FFmpeg, in turns. So short a video shows what a render costs before its first picture and after its
 * last. Prints the ratio of each pair and their median. Needs `ffmpeg`, the footage of the other benchmarks and an idle
 * machine.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpegArguments } from './experts.ts';
import { measureCost } from './measure-cost.ts';
import { grid } from './workloads/grid.ts';

const KINORA = join(import.meta.dirname, '../bin/kinora.js');
const SECONDS = 6;
const DEFAULT_ROUNDS = 9;

const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-'));
try {
  const workload = await grid(SECONDS);
  const edit = join(folder, 'edit.json');
  await writeFile(edit, JSON.stringify(workload.edit));
  const ratios: number[] = [];
  for (let round = 0; round < Number(process.argv[2] ?? DEFAULT_ROUNDS); round++) {
    const ffmpeg = await measureCost('ffmpeg', ffmpegArguments(workload, join(folder, 'ffmpeg.mp4')));
    const kinora = await measureCost(process.execPath, [
      ...[KINORA, 'render', '--no-cache', edit, '-o', join(folder, 'kinora.mp4')],
    ]);
    ratios.push(kinora.wall / ffmpeg.wall);
    console.log(
      `FFmpeg ${ffmpeg.wall.toFixed(2)} s (CPU ${ffmpeg.cpu.toFixed(2)} s), ` +
        `Kinora ${kinora.wall.toFixed(2)} s (CPU ${kinora.cpu.toFixed(2)} s): ${(kinora.wall / ffmpeg.wall).toFixed(3)}`,
    );
  }
  ratios.sort((a, b) => a - b);
  console.log(`median ${(ratios[Math.floor(ratios.length / 2)] ?? NaN).toFixed(3)}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
