import Papa from 'papaparse';
import type { FieldValues } from '../document/fill-in.ts';

/** The rows of a table, each with the values of some fields. */
export interface Rows {
  readonly rows: readonly FieldValues[];
  /** The columns that no field has. */
  readonly unknown: readonly string[];
}

/** Most rows of one table. Each becomes a render. */
export const MAX_ROWS = 500;

/**
 * Reads a CSV file whose first row names the columns.
 *
 * @param fields the names of the fields.
 * @throws {Error} with a sentence that says what is wrong with it and where.
 */
export function readRows(text: string, fields: readonly string[]): Rows {
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (header) => header.trim(),
  });
  const columns = meta.fields ?? [];
  const known = columns.filter((column) => fields.includes(column));
  if (known.length === 0)
    throw new Error(
      `The first row must name fields of the template, such as ${fields.slice(0, 2).join(' and ')}.`,
    );
  const [wrong] = errors.filter(({ code }) => code !== 'UndetectableDelimiter');
  if (wrong) throw new Error(`Row ${(wrong.row ?? 0) + 2} cannot be read: ${wrong.message}.`);
  if (data.length === 0) throw new Error('The file has no row below the names of its columns.');
  if (data.length > MAX_ROWS)
    throw new Error(`The file has ${data.length} rows. Use at most ${MAX_ROWS} at once.`);
  const rows = data.map((row) => Object.fromEntries(known.map((column) => [column, row[column] ?? ''])));
  return { rows, unknown: columns.filter((column) => !fields.includes(column)) };
}
