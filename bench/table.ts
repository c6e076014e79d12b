import type { Comparison } from './compare.ts';
import type { IngestCosts } from './ingest.ts';
import type { Cost } from './measure-cost.ts';
import { geometricMean, median } from './ratios.ts';
import type { Scaling } from './scaling.ts';
import type { ServerTimes } from './burst/measure-server.ts';

/** Formats a Markdown table as the formatter aligns it. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

/** Formats the costs of workloads: wall and CPU seconds, and megabytes of memory. */
export function formatCosts(compared: Readonly<Record<string, Comparison>>): string {
  const cells = (costs: readonly Partial<Cost>[] | undefined) => {
    if (!costs || costs.length === 0) return '';
    const of = (key: keyof Cost) => median(costs.map((cost) => cost[key] ?? NaN));
    return `${of('wall').toFixed(1)} s, ${of('cpu').toFixed(1)} s, ${(of('memory') / 1e6).toFixed(0)} MB`;
  };
  const rows = Object.entries(compared).map(([name, { rounds, sizes }]) => [
    name,
    ...[rounds.kinora, rounds.ffmpeg, rounds.melt, rounds.limit].map(cells),
    [sizes.kinora, sizes.ffmpeg, sizes.melt]
      .map((size) => ((size ?? NaN) / 1e6).toFixed(1))
      .join(', ')
      .replace(', NaN', ''),
  ]);
  return formatTable([['wall, CPU, memory', 'Kinora', 'FFmpeg', 'MLT', 'limit', 'files, MB'], ...rows]);
}

/** Formats the ratios that have targets. */
export function formatRatios(compared: Readonly<Record<string, Comparison>>): string {
  const rows = Object.entries(compared).map(([name, { ratios, ssim, rounds }]) => [
    name,
    ...[ratios.toExpert, ratios.toLimit].map((ratio) => ratio.toFixed(2)),
    ...[ratios.outside, ratios.busy].map((share) => `${(100 * share).toFixed(0)} %`),
    `${(Math.max(...rounds.kinora.map(({ memory }) => memory)) / 1e6).toFixed(0)} MB`,
    ssim ? `${ssim.kinora.toFixed(4)}, ${ssim.ffmpeg.toFixed(4)}` : '',
    ssim ? ssim.between.toFixed(3) : '',
  ]);
  const all = Object.values(compared).map(({ ratios }) => ratios.toExpert);
  const head = [
    '',
    'to the faster of FFmpeg and MLT',
    'to the limit',
    'CPU outside',
    'cores busy',
    'peak memory',
    'SSIM: Kinora, FFmpeg',
    'between',
  ];
  const target = ['target', '1.05', '1.15', '15 %', '', '700 MB', 'not 0.002 lower', ''];
  const mean = [
    'geometric mean (0.9)',
    geometricMean(all).toFixed(2),
    ...Array.from({ length: 6 }, () => ''),
  ];
  return formatTable([head, ...rows, mean, target]);
}

/** Formats the times of a server: start, frames, and many renders at once. */
export function formatServerTimes({ starts, frames, burst }: ServerTimes): string {
  const seconds = (value: number) => `${value.toFixed(2)} s`;
  return formatTable([
    ['server', 'measured', 'target'],
    ['ready in a new home', seconds(starts.first), '4 s'],
    ['ready again', seconds(starts.later), '2 s'],
    ['POST /frame, 1080p', seconds(frames.first), '1 s'],
    ['the same at a nearby second', seconds(frames.near), '0.15 s'],
    ['burst: one alone, accepted to done', seconds(burst.alone), '2.5 s'],
    ['burst: 20 at once', seconds(burst.all), ''],
    ['the same with the bare library', seconds(burst.bare), ''],
    ['throughput relative to the bare library', `${((100 * burst.bare) / burst.all).toFixed(0)} %`, '90 %'],
  ]);
}

/** Formats the costs of renditions: wall and CPU seconds, memory, file sizes, and ratios to FFmpeg. */
export function formatIngest(costs: Readonly<Record<string, IngestCosts>>): string {
  const cells = (rounds: readonly Cost[]) => {
    const of = (key: 'wall' | 'cpu' | 'memory') => median(rounds.map((cost) => cost[key]));
    return `${of('wall').toFixed(2)} s, ${of('cpu').toFixed(2)} s, ${(of('memory') / 1e6).toFixed(0)} MB`;
  };
  const rows = Object.entries(costs).map(([name, { kinora, ffmpeg, wall, cpu, sizes }]) => [
    name,
    cells(kinora),
    cells(ffmpeg),
    wall.toFixed(2),
    cpu.toFixed(2),
    `${(sizes.kinora / 1e6).toFixed(1)}, ${(sizes.ffmpeg / 1e6).toFixed(1)}`,
  ]);
  return formatTable([
    ['rendition: wall, CPU, memory', 'Kinora', 'FFmpeg', 'wall ratio', 'CPU ratio', 'files, MB'],
    ...rows,
    ['target', '', '', '1.05', '', ''],
  ]);
}

/** Formats how the cost depends on cores, length and size. */
export function formatScaling({ oneCore, allCores, perCore, long, longBusy, uhd }: Scaling): string {
  const cells = ({ wall, cpu, memory }: Cost) =>
    `${wall.toFixed(1)} s, ${cpu.toFixed(1)} s, ${(memory / 1e6).toFixed(0)} MB`;
  return formatTable([
    ['s2: wall, CPU, memory', 'measured', 'target'],
    ['overlay on one core', cells(oneCore), ''],
    ['overlay on all cores', cells(allCores), ''],
    ['speed-up per core', perCore.toFixed(2), '0.85'],
    ['ten minutes', cells(long), '700 MB'],
    ['cores busy meanwhile', `${(100 * longBusy).toFixed(0)} %`, '90 %'],
    ['five seconds at 3840x2160', cells(uhd), '1500 MB'],
  ]);
}
