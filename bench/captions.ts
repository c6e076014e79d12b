/**
 * `node bench/captions.ts`: measures the cost of captions. It renders real footage with and without a file of
 * 1,500 captions over an hour, in turns, and prints the cost of both. The whole file is read for one minute
 * of video, so a whole hour costs less in proportion.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Cost, measureCost } from './measure-cost.ts';

const MEDIA = resolve(process.env['KINORA_BENCH_MEDIA'] ?? join(import.meta.dirname, '../../shared/media'));
const ROUNDS = Number(process.env['KINORA_BENCH_ROUNDS'] ?? 3);
const KINORA = join(import.meta.dirname, '../bin/kinora.js');
const CAPTIONS = 1500;
/** Eight clips of seven seconds, one after the other. */
const [CLIPS, SECONDS] = [8, 7];

const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-'));
try {
  const footage = join(MEDIA, 'rabbit.mp4');
  if (!existsSync(footage)) throw new Error('Set KINORA_BENCH_MEDIA to a folder with rabbit.mp4.');
  await writeFile(join(folder, 'hour.srt'), subtitles());
  const video = { asset: { type: 'video', src: footage }, start: 'auto', length: SECONDS };
  const under = { clips: Array.from({ length: CLIPS }, () => video) };
  const asset = { type: 'caption', src: 'hour.srt', background: { color: '#000000' } };
  const over = { clips: [{ asset, start: 0, length: CLIPS * SECONDS }] };
  await writeFile(join(folder, 'without.json'), edit([under]));
  await writeFile(join(folder, 'with.json'), edit([under, over]));
  const costs: Record<string, Cost[]> = { without: [], with: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, found] of Object.entries(costs)) {
      const files = [join(folder, `${name}.json`), '-o', join(folder, `${name}.mp4`)];
      found.push(await measureCost(process.execPath, [KINORA, 'render', '--no-cache', ...files]));
    }
  }
  for (const [name, found] of Object.entries(costs)) print(name, found);
} finally {
  await rm(folder, { recursive: true, force: true });
}

function edit(tracks: readonly object[]): string {
  return JSON.stringify({ timeline: { tracks }, output: { format: 'mp4', resolution: 'sd' } });
}

function subtitles(): string {
  const time = (milliseconds: number): string =>
    new Date(milliseconds).toISOString().slice(11, 23).replace('.', ',');
  return Array.from({ length: CAPTIONS }, (_, index) => {
    const from = (index * 3_600_000) / CAPTIONS;
    return `${index + 1}\n${time(from)} --> ${time(from + 2300)}\nThis is caption number ${index}, and it says\nabout as much as captions say.\n`;
  }).join('\n');
}

function print(name: string, costs: readonly Cost[]): void {
  const median = (values: readonly number[]): number =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
  const [wall, cpu, memory] = (['wall', 'cpu', 'memory'] as const).map((key) =>
    median(costs.map((cost) => cost[key])),
  );
  console.log(
    `captions: ${name}: ${wall?.toFixed(1)} s, ${cpu?.toFixed(1)} s of CPU, ${((memory ?? 0) / 1e6).toFixed(0)} MB`,
  );
}
