import { formatTable } from '../table.ts';
import type { FittedLine } from './fit-line.ts';
import type { Soak } from './measure-soak.ts';

const MEGABYTE = 1e6;

/** The measurements in the table: name, title, unit and the size of the unit. */
const SHOWN: readonly (readonly [name: string, title: string, unit: string, size: number])[] = [
  ['memory', 'memory of the server', 'MB', MEGABYTE],
  ['childMemory', 'memory of its child processes', 'MB', MEGABYTE],
  ['children', 'child processes', '', 1],
  ['threads', 'threads of the server', '', 1],
  ['descriptors', 'open descriptors', '', 1],
  ['socket', 'of these, sockets', '', 1],
  ['temporaryFiles', 'temporary files', '', 1],
  ['cacheFiles', 'files of the cache', '', 1],
  ['database', 'database on disk', 'MB', MEGABYTE],
  ['cpu', 'CPU of the server per render', 'ms', 1],
  ['childCpu', 'CPU of child processes per render', 'ms', 1],
  ['load', 'processes that want a core, on the whole machine', '', 1],
  ['latency mp4', 'accepted to done: mp4', 'ms', 1],
  ['latency mp4 of text', 'accepted to done: mp4 of text', 'ms', 1],
  ['latency png', 'accepted to done: png', 'ms', 1],
  ['latency mp3', 'accepted to done: mp3', 'ms', 1],
  ['submission', '`POST /render`', 'ms', 1],
  ['status', '`GET /render/{id}`', 'ms', 1],
];

/** Formats the lines and the rows of a soak. A verdict stands only where the interval excludes 0. */
export function formatSoak({ renders, minutes, lines, rows, callbacks }: Soak): string {
  const body = SHOWN.flatMap(([name, title, unit, size]) => {
    const line = lines[name];
    return line === undefined ? [] : [rowOf(title, unit, size, line)];
  });
  const table = formatTable([
    ['', 'at the beginning', 'at the end', 'slope per 1,000 renders', '95 % interval', ''],
    ...body,
  ]);
  const gained = Object.entries(rows)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => [`\`${name}\``, count.toFixed(0)]);
  return [
    `${renders} renders in ${minutes.toFixed(1)} minutes; ${callbacks.notified} callbacks, ${callbacks.repeated} repeated.`,
    table,
    formatTable([['table', 'rows per 1,000 renders'], ...gained]),
  ].join('\n\n');
}

function rowOf(title: string, unit: string, size: number, line: FittedLine): string[] {
  const show = (value: number): string => (value / size).toFixed(digitsOf(line, size));
  const withUnit = (value: number): string => `${show(value)} ${unit}`.trim();
  const verdict = line.low > 0 ? 'grows' : line.high < 0 ? 'falls' : '';
  return [
    title,
    withUnit(line.first),
    withUnit(line.last),
    withUnit(line.slope),
    `${show(line.low)} to ${show(line.high)}`,
    // A constant has an interval of no width, which excludes 0 by an error of rounding only.
    Math.abs(line.slope) < 1e-6 * Math.max(1, Math.abs(line.first)) ? '' : verdict,
  ];
}

/** Returns the number of digits after the point that keep three digits of the larger of slope and value. */
function digitsOf(line: FittedLine, size: number): number {
  const largest = Math.max(Math.abs(line.slope), Math.abs(line.first)) / size;
  return largest >= 100 ? 0 : largest >= 10 ? 1 : 2;
}
