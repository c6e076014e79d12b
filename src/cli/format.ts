import { showInLine } from '../base/text/show-controls.ts';

const SIZE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Formats a number of bytes: 12.3 MB. */
export function formatBytes(bytes: number): string {
  const power = Math.min(SIZE_UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${SIZE_UNITS[power] ?? ''}`;
}

/**
 * Formats a table: a line of headings and a line for each row, with two spaces between columns. No text in a cell can
 * break its line.
 */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((line) => line.map(showInLine));
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const shown = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return shown.map((line) => `${line.trimEnd()}\n`).join('');
}

/** Formats a value as the JSON that commands print. */
export function formatJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Formats a count with its noun: `2 errors`. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats a time to the second, in UTC: 2026-11-20 15:20:07. */
export function formatTime(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ');
}

const TIME_UNITS = [
  { name: 'd', next: 'h', ms: 86_400_000, part: 3_600_000 },
  { name: 'h', next: 'min', ms: 3_600_000, part: 60_000 },
  { name: 'min', next: 's', ms: 60_000, part: 1_000 },
] as const;

/** Formats a duration for people: 850 ms, 12.4 s, 3 min 05 s, 2 h 07 min, 4 d 11 h. */
export function formatElapsed(ms: number): string {
  for (const { name, next, ms: unit, part } of TIME_UNITS) {
    if (ms < unit) continue;
    const rest = Math.floor((ms % unit) / part);
    return `${Math.floor(ms / unit)} ${name} ${String(rest).padStart(2, '0')} ${next}`;
  }
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  // Rounded down, so that no number reaches 60 s.
  return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
}
