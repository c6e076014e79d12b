/**
 * `node bench/segments.ts`: measures renders that reuse segments of earlier ones, over HTTP, each beside the first
 * render of its edit. `node bench/segments.ts variants again` measures only those. It needs `ffmpeg` on the PATH and
 * the footage in `KINORA_BENCH_MEDIA`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureSegments, SEGMENT_GROUPS, type SegmentRatio } from './segments/measure-segments.ts';
import { formatTable } from './table.ts';

const ROUNDS = Number(process.env['KINORA_BENCH_ROUNDS'] ?? 3);

const groups = process.argv.length > 2 ? process.argv.slice(2) : SEGMENT_GROUPS;
const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-'));
try {
  const rows = (await measureSegments(groups, ROUNDS, folder)).map(formatRow);
  const head = ['render', 'first: wall, CPU', 'later: wall, CPU', 'wall', 'CPU', 'target'];
  console.log(formatTable([head, ...rows]));
} finally {
  await rm(folder, { recursive: true, force: true });
}

function formatRow({ name, first, later, target: { of, most } }: SegmentRatio): string[] {
  const ratio = (key: 'wall' | 'cpu') => (later[key] / first[key]).toFixed(3);
  const goal = of === 'seconds' ? `${most} s` : `${of === 'cpu' ? 'CPU' : 'wall'} ${most}`;
  const costs = [first, later].map(({ wall, cpu }) => `${wall.toFixed(1)} s, ${cpu.toFixed(1)} s`);
  return [name, ...costs, ratio('wall'), ratio('cpu'), goal];
}
