import { showInLine } from '../base/text/show-controls.ts';

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
